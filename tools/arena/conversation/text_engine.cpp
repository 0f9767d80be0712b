#include "tools/arena/conversation/text_engine.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"
#include "engine/utf8.hpp"
#include "engine/words.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "tools/arena/conversation/reader_thread.hpp"

#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <cassert>
#include <vector>

namespace agon::arena {
namespace {

constexpr std::size_t LAST_LINES = 3;
constexpr std::size_t LAST_LINE_LENGTH = 200;
constexpr std::size_t KEPT_LINE_LENGTH = 1000; // std::regex uses stack for each character

/// For an engine that has not written a line.
constexpr const char* UNFLUSHED = "; perhaps it does not flush its output";

std::string refusal_text(const std::string& what, const std::string& why) {
    return "refuses " + what + ": " + why;
}

std::string in_seconds(Microseconds time) {
    return to_seconds(std::chrono::round<Milliseconds>(time)) + " s";
}

} // namespace

TextEngine::TextEngine(boost::asio::io_context& loop, EngineConfig config,
                       EngineOptions match_options, Traffic& traffic, std::shared_ptr<bool> started)
    : loop_(loop), config_(std::move(config)), match_options_(std::move(match_options)),
      traffic_(traffic), timer_(loop), started_(std::move(started)) {}

TextEngine::~TextEngine() = default;

void TextEngine::prepare(Prepared done) {
    assert(done);
    prepared_ = std::move(done);
    if (!process_) return start();
    send({greeting() + "newgame", "isready"});
    await(Awaiting::Ready, config_.stall_limit);
}

void TextEngine::set_option(const std::string& name, const std::string& value) {
    assert(awaiting_ == Awaiting::Nothing);
    const auto same_name = [&name](const auto& option) { return option.first == name; };
    const auto found = std::ranges::find_if(config_.options, same_name);
    if (found == config_.options.end())
        config_.options.emplace_back(name, value);
    else if (std::exchange(found->second, value) == value)
        return;
    const auto* const option = process_ ? offered_.find(name) : nullptr;
    if (option == nullptr) return;
    send({setoption_text(*option, value)});
    answering_ = {name, value};
}

void TextEngine::start() {
    offered_.clear();
    unsent_.clear();
    answering_.reset();
    heard_ = false;
    last_lines_.clear();
    broken_.reset();
    try {
        process_ = std::make_unique<Process>(
            loop_, config_.command,
            Process::Events{[this](std::string_view line, auto read) { on_line(line, read); },
                            [this](std::string_view line) {
                                traffic_.wrote_error(*this, line);
                                remember(line);
                            },
                            [this](const Exit& exit) { on_end(exit); }, [this] { on_written(); }});
    } catch (const Error& error) {
        // Not from inside prepare(), whose caller has not finished.
        return later([this, text = std::string(error.what())] {
            prepared(Failure{Fault::Disconnect, text});
        });
    }
    send({greeting()});
    await(Awaiting::Handshake, config_.start_limit);
}

void TextEngine::ask(const Question& question, Answered done) {
    assert(awaiting_ == Awaiting::Nothing);
    answered_ = std::move(done);
    suspensions_ = reader_thread::suspensions().count;
    evaluation_ = details_ = {};
    if (!process_) return later([this] { answered({{}, {}, Microseconds(0), why_broken()}); });
    start_clock(question.budget);
    send({question.position, question.go}); // in one write
}

void TextEngine::hurry() {
    if (awaiting_ == Awaiting::BestMove) on_timeout();
}

bool TextEngine::ponders() const {
    return config_.ponder && config_.protocol == EngineProtocol::Uci && offers("Ponder");
}

void TextEngine::ponder(const Question& question) {
    assert(awaiting_ == Awaiting::Nothing && !question.budget);
    evaluation_ = details_ = {};
    early_.reset();
    if (!process_) return;
    send({question.position, question.go});
    awaiting_ = Awaiting::Opponent;
}

void TextEngine::ponder_hit(std::optional<Microseconds> budget, Answered done) {
    answered_ = std::move(done);
    suspensions_ = reader_thread::suspensions().count;
    if (!process_) return later([this] { answered({{}, {}, Microseconds(0), why_broken()}); });
    if (early_)
        return later([this] {
            answered({std::move(*early_), evaluation_, Microseconds(0), std::nullopt});
        });
    start_clock(budget);
    send({"ponderhit"});
}

void TextEngine::start_clock(std::optional<Microseconds> budget) {
    budget_ = budget.value_or(config_.stall_limit);
    asked_at_ = std::chrono::steady_clock::now();
    await(Awaiting::BestMove, budget_);
}

/// The engine cannot know the question before it is written, so the clock starts again.
void TextEngine::on_written() {
    if (awaiting_ == Awaiting::BestMove) start_clock(budget_);
}

void TextEngine::stop_pondering(Stopped done) {
    stopped_ = std::move(done);
    if (!process_) return later([this] { stopped(why_broken()); });
    if (early_) return later([this] { stopped(std::nullopt); });
    send({"stop"});
    await(Awaiting::StaleMove, STOP_GRACE);
}

void TextEngine::quit(std::function<void()> done) {
    gone_ = std::move(done);
    if (!process_) return later([this] { on_end({}); });
    send({"quit"});
    await(Awaiting::End, QUIT_GRACE);
}

void TextEngine::kill() {
    life_ = std::make_shared<bool>(); // callbacks that are already queued are dropped
    end_operation();
    process_.reset();
}

void TextEngine::on_line(std::string_view line, Process::Time read) {
    traffic_.received(*this, line);
    line = boost::trim_copy(line);
    heard_ = true;
    switch (awaiting_) {
    case Awaiting::Handshake:
        if (offered_.read(line)) break;
        if (line == greeting() + "ok")
            choose_options();
        else if (std::string_view rest = line; next_word(rest) != "id")
            remember(line);
        break;
    case Awaiting::Options:
        if (line == "readyok")
            send_next_option();
        else
            read_option_answer(line);
        break;
    case Awaiting::Ready:
        if (line == "readyok") {
            answering_.reset();
            prepared(std::nullopt);
        } else {
            read_option_answer(line);
        }
        break;
    case Awaiting::BestMove:
    case Awaiting::Overdue:
        if (auto move = read_best_move(line))
            reply(std::move(*move), read);
        else {
            read_output(line);
            if (line.find("bestmove") != std::string_view::npos) remember(line); // if it stalls
        }
        break;
    case Awaiting::Opponent:
        if (auto move = read_best_move(line)) {
            traffic_.warned(*this, "ends its pondering by itself");
            if (!early_) early_ = std::move(move);
        } else {
            read_output(line);
        }
        break;
    case Awaiting::StaleMove:
        if (read_best_move(line)) stopped(std::nullopt);
        break;
    case Awaiting::Nothing:
        if (read_best_move(line)) traffic_.warned(*this, "gives a second bestmove to one go");
        break;
    case Awaiting::End: break;
    }
}

/// Whether it lists the match's options with the values of this match; else fails, or warns if it
/// is trusted.
bool TextEngine::lists_match_options() {
    std::string lacking;
    for (const auto& [name, value, fault] : offered_.gaps(match_options_)) {
        if (!fault) {
            if (lacking.empty()) lacking = name;
            const std::string line = option_line(name, value);
            if (!config_.trust)
                traffic_.warned(*this, "does not list: " + line);
            else if (warned_.insert(name).second)
                traffic_.warned(*this, "has no option " + name);
            continue;
        }
        if (!config_.trust) {
            fail(Fault::Disconnect,
                 fmt::format("option {} of this match: {}; let the engine list {} and handle its "
                             "setoption, or -trust lets it play",
                             name, *fault, value));
            return false;
        }
        if (warned_.insert(name).second) traffic_.warned(*this, name + ": " + *fault);
    }
    if (lacking.empty() || config_.trust) return true;
    fail(Fault::Disconnect, "has no option " + lacking +
                                ", so its rules are unknown: list the options above in the answer "
                                "to " +
                                greeting() +
                                " and handle their setoption, or let it "
                                "play with -trust");
    return false;
}

/// The list of options is complete: refuses the engine, or sets the options and goes on.
void TextEngine::choose_options() {
    if (!lists_match_options()) return;
    for (const auto& [name, value] : match_options_)
        if (offers(name)) unsent_.emplace_back(name, value);
    if (config_.ponder) {
        if (ponders())
            unsent_.emplace_front("Ponder", "true");
        else if (warned_.insert("ponder").second)
            traffic_.warned(*this, config_.protocol == EngineProtocol::Ugi
                                       ? "does not ponder: UGI has no pondering"
                                       : "does not ponder: it has no option Ponder");
    }
    for (const auto& [name, value] : config_.options) {
        const auto* const option = offered_.find(name);
        if (option == nullptr) {
            if (!lacks(name)) return;
            continue;
        }
        if (const auto fault = value_fault(*option, value)) {
            if (!refuse(refusal_text("option." + name + '=' + value, *fault))) return;
        }
        unsent_.emplace_back(name, value);
    }
    send_next_option();
}

/// Sends one at a time, so that the reply is known to be about it.
void TextEngine::send_next_option() {
    if (unsent_.empty()) {
        *started_ = true;
        return prepare(std::move(prepared_));
    }
    answering_ = std::move(unsent_.front());
    unsent_.pop_front();
    send({setoption_text(*offered_.find(answering_->first), answering_->second), "isready"});
    await(Awaiting::Options, config_.stall_limit);
}

/// A line before `readyok`.
void TextEngine::read_option_answer(std::string_view line) {
    if (!answering_) return;
    const auto reply = read_option_reply(line, answering_->second);
    if (!reply) return;
    const std::string words = replace_controls(reply->words.substr(0, LAST_LINE_LENGTH));
    // One thread of an engine may write `readyok` while another still reads a file.
    const auto* about = &*answering_;
    for (const auto& option : config_.options)
        if (boost::algorithm::icontains(words, option.first)) about = &option;
    const std::string what = "option." + about->first + '=' + about->second;
    if (reply->refuses) return void(refuse(refusal_text(what, words)));
    const auto is = [about](const auto& option) { return option.first == about->first; };
    if (std::ranges::any_of(config_.options, is) && warned_.insert(words).second)
        traffic_.informed(*this, "to " + what + ": " + words);
}

/// If refusal is allowed, warns and returns true. Else kills the process; this may be destroyed
/// then.
bool TextEngine::refuse(const std::string& text) {
    if (config_.allow_refusal) {
        if (warned_.insert(text).second) traffic_.warned(*this, text);
        return true;
    }
    kill();
    prepared(Failure{Fault::Disconnect, text + "; refusal=allow lets it play anyway", true});
    return false;
}

/// It does not list an option of the command line. Returns as refuse().
bool TextEngine::lacks(const std::string& name) {
    // Programs that start matches send these to every engine, as they send -tb to the arena.
    if (boost::algorithm::istarts_with(name, "Syzygy")) {
        if (warned_.insert(name).second)
            traffic_.warned(*this, "has no option " + name + "; ignored");
        return true;
    }
    return refuse(offered_.lacks(name));
}

void TextEngine::on_end(const Exit& exit) {
    if (awaiting_ == Awaiting::End || gone_) {
        kill();
        if (const auto gone = std::exchange(gone_, nullptr)) gone();
        return;
    }
    // An engine that crashes has usually reported what is wrong.
    const bool unsaid = awaiting_ == Awaiting::Handshake && !exit.crashed;
    fail(exit.crashed ? Fault::Crash : Fault::Disconnect,
         exit.text + last_words() + (unsaid ? other_protocol() : ""));
}

void TextEngine::on_timeout() {
    switch (awaiting_) {
    case Awaiting::BestMove: await(Awaiting::Overdue, STOP_GRACE); return send({"stop"});
    case Awaiting::Overdue:
        return fail(Fault::Stall, "no bestmove after " +
                                      in_seconds(std::chrono::duration_cast<Microseconds>(
                                          std::chrono::steady_clock::now() - asked_at_)) +
                                      last_words());
    case Awaiting::Handshake:
        return fail(Fault::Stall, "did not greet within " + in_seconds(config_.start_limit) +
                                      last_words() + (heard_ ? "" : UNFLUSHED) + other_protocol());
    case Awaiting::Options:
    case Awaiting::Ready:
        return fail(Fault::Stall,
                    "no readyok within " + in_seconds(config_.stall_limit) + last_words());
    case Awaiting::StaleMove:
        traffic_.warned(*this, "does not stop pondering, so it is ended");
        return fail(Fault::Stall,
                    "did not stop pondering within " + in_seconds(STOP_GRACE) + last_words());
    case Awaiting::End: return on_end({});
    case Awaiting::Nothing:
    case Awaiting::Opponent: return;
    }
}

/// Ends the process and the operation in progress.
void TextEngine::fail(Fault fault, std::string detail) {
    kill();
    Failure failure{fault, std::move(detail)};
    if (prepared_)
        prepared(std::move(failure));
    else if (answered_)
        answered({{}, evaluation_, Microseconds(0), std::move(failure)});
    else if (stopped_)
        stopped(std::move(failure));
    else
        broken_ = std::move(failure);
}

void TextEngine::end_operation() {
    awaiting_ = Awaiting::Nothing;
    timer_.cancel();
}

void TextEngine::await(Awaiting what, Microseconds limit, int grants) {
    awaiting_ = what;
    timer_.expires_after(limit);
    timer_.async_wait(
        [this, life = std::weak_ptr(life_), what, limit, grants,
         before = reader_thread::suspensions().count](const boost::system::error_code& fault) {
            // The callback of a timer that expired before it was set again is still queued.
            if (fault || life.expired() || timer_.expiry() > std::chrono::steady_clock::now())
                return;
            if (grants > 0 && reader_thread::suspensions().count != before)
                return await(what, limit, grants - 1);
            on_timeout();
        });
}

/// Runs `action` from the loop, for results that are known before the operation's caller returns.
void TextEngine::later(std::function<void()> action) {
    boost::asio::post(loop_, [life = std::weak_ptr(life_), action = std::move(action)] {
        if (!life.expired()) action();
    });
}

void TextEngine::send(std::initializer_list<std::string_view> lines) {
    std::string text;
    for (const auto line : lines) {
        traffic_.sent(*this, line);
        text += line;
        text += '\n';
    }
    process_->write(text);
}

void TextEngine::remember(std::string_view line) {
    last_lines_.emplace_back(line.substr(0, LAST_LINE_LENGTH));
    if (last_lines_.size() > LAST_LINES) last_lines_.pop_front();
}

void TextEngine::read_output(std::string_view line) {
    read_info(line, evaluation_);
    if (const KeptDetails& kept = config_.kept_details; kept != KeptDetails()) {
        read_details(line, details_);
        if (kept.nps) evaluation_.nps = details_.nps;
        if (kept.hashfull) evaluation_.hashfull = details_.hashfull;
        if (kept.latency) evaluation_.took = details_.took;
    }
    if (line.size() > KEPT_LINE_LENGTH) return;
    evaluation_.lines.resize(config_.kept_lines.size());
    for (std::size_t i = 0; i < config_.kept_lines.size(); ++i)
        if (std::regex_search(line.begin(), line.end(), config_.kept_lines[i].regex))
            evaluation_.lines[i] = printable_utf8(line);
}

void TextEngine::prepared(std::optional<Failure> failure) {
    end_operation();
    if (const auto done = std::exchange(prepared_, nullptr)) done(std::move(failure));
}

void TextEngine::answered(EngineAnswer answer) {
    answer.suspended = reader_thread::suspensions().count != suspensions_;
    end_operation();
    if (const auto done = std::exchange(answered_, nullptr)) done(std::move(answer));
}

/// The answer, read at `read`, to the question of asked_at_.
void TextEngine::reply(BestMove move, Process::Time read) {
    const auto elapsed = std::chrono::duration_cast<Microseconds>(read - asked_at_);
    answered({std::move(move), evaluation_, std::max(elapsed, Microseconds(0)), std::nullopt});
}

void TextEngine::stopped(std::optional<Failure> failure) {
    end_operation();
    if (const auto done = std::exchange(stopped_, nullptr)) done(std::move(failure));
}

bool TextEngine::offers(std::string_view option) const { return offered_.find(option) != nullptr; }

Failure TextEngine::why_broken() const {
    return broken_.value_or(Failure{Fault::Disconnect, "is not running"});
}

/// A hint for an engine that did not greet.
std::string TextEngine::other_protocol() const {
    return config_.protocol == EngineProtocol::Uci ? "; perhaps it speaks UGI: proto=ugi"
                                                   : "; perhaps it speaks UCI: proto=uci";
}

std::string TextEngine::last_words() const {
    std::string text;
    for (const auto& line : last_lines_) text += (text.empty() ? "; last words: " : " | ") + line;
    return text;
}

} // namespace agon::arena
