// The last answers, by their questions.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace agon::analysis {

/// Forgets the answer that was not asked for the longest. Not thread-safe.
class AnswerCache {
public:
    /// `most` bytes of questions and answers.
    explicit AnswerCache(std::size_t most) : most_(most) {}

    /// Null if it is not known; lives until the next call.
    [[nodiscard]] const std::string* find(std::string_view question) {
        const auto found = by_question_.find(question);
        if (found == by_question_.end()) return nullptr;
        entries_.splice(entries_.begin(), entries_, found->second);
        return &found->second->answer;
    }

    void add(std::string question, std::string answer) {
        if (find(question) != nullptr || question.size() + answer.size() > most_) return;
        bytes_ += question.size() + answer.size();
        entries_.push_front({std::move(question), std::move(answer)});
        by_question_.emplace(entries_.front().question, entries_.begin());
        while (bytes_ > most_) {
            const Entry& oldest = entries_.back();
            bytes_ -= oldest.question.size() + oldest.answer.size();
            by_question_.erase(oldest.question);
            entries_.pop_back();
        }
    }

    void clear() {
        by_question_.clear();
        entries_.clear();
        bytes_ = 0;
    }

private:
    struct Entry {
        std::string question, answer;
    };

    std::size_t most_, bytes_ = 0;
    std::list<Entry> entries_; ///< that asked for last first
    std::unordered_map<std::string_view, std::list<Entry>::iterator> by_question_;
};

} // namespace agon::analysis
