// A soak by UCI, or by UGI.
#pragma once

#include "tests/soak/naive_game.hpp"
#include "tests/soak/option_list.hpp"
#include "tests/soak/talk.hpp"
#include "tests/soak/uci_answers.hpp"

#include <deque>

namespace agon::soak {

class UciTalk final : public Talk {
public:
    UciTalk(bool ugi, std::uint64_t seed, TalkSettings settings, Counts& counts);

    Script greeting() override;
    Script chapter() override;
    Script conversation() override;
    std::vector<std::string> last_words() override;

    void said(const Step& step, Time now) override;
    void hear(std::string_view line, Time now) override;
    void check(Time now) const override;
    [[nodiscard]] bool settled() const override { return ledger_.settled() && readies_.empty(); }

private:
    /// A `go`: its words, and the debt that it makes.
    struct Go {
        std::string words;
        Debt debt;
    };

    // Each adds steps.
    static void put(Script& script, Step step);
    void say(Script& script, const std::string& line, Milliseconds pause = Milliseconds(0)) const;
    void position(Script& script);
    void tell_limits(Script& script);
    void other_rules(Script& script);
    void new_game(Script& script);
    void other_game(Script& script);
    void play_on();
    static void set_option(Script& script, const Setting& option, Milliseconds before);
    void option(Script& script);
    void is_ready(Script& script, Milliseconds pause) const;
    void timed(Script& script);
    void endless(Script& script);
    void ponder(Script& script);
    void storm(Script& script);
    void storm_step(Script& script);

    [[nodiscard]] Go timed_go();
    [[nodiscard]] Debt search_debt(const std::string& words, const std::string& kind,
                                   std::optional<Milliseconds> bound);
    void restrict_moves(Go& go);
    [[nodiscard]] Go with_ponder(Go go) const;

    [[nodiscard]] BoardPtr board() const { return std::make_shared<Board>(game_, limits_); }
    [[nodiscard]] std::string start_text() const;
    [[nodiscard]] Milliseconds pause(int most);
    [[nodiscard]] bool over() const { return game_.outcome(limits_) != "none"; }

    bool ugi_;
    support::Random random_;
    OptionList options_;
    std::string variant_ = "classic";
    std::string setup_ = "preset";
    DrawLimits limits_;
    NaiveGame game_;

    Findings findings_;
    std::deque<Time> readies_; ///< when `isready` was said
    int stoppable_ = 0;        ///< searches of the storm being planned
    bool pondered_ = false;    ///< in that storm
};

} // namespace agon::soak
