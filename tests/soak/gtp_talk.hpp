// A soak by GTP.
#pragma once

#include "tests/soak/gtp_model.hpp"
#include "tests/soak/option_list.hpp"
#include "tests/soak/talk.hpp"

#include <functional>

namespace agon::soak {

/// The model is at what has been answered, not at what has been said: what is asked in the middle
/// of a `genmove` is judged when it is answered.
class GtpTalk final : public Talk {
public:
    /// What the engine is to be started with.
    static constexpr const char* ARGUMENTS = "--protocol gtp --movetime 150 --nodes 20000";

    GtpTalk(std::uint64_t seed, TalkSettings settings, Counts& counts)
        : Talk(settings, counts), random_(seed) {}

    Script greeting() override;
    Script chapter() override;
    Script conversation() override;
    std::vector<std::string> last_words() override;
    void hear(std::string_view line, Time now) override;

private:
    using Reply = GtpModel::Reply;
    /// Judges a reply, and does in the model what the command does; throws Fault.
    using Judge = std::function<void(const Reply& reply)>;

    /// Adds a command that is answered at once.
    void ask(Script& script, const std::string& command, Judge judge);
    /// The same, where the model can say what the answer is.
    void expect(Script& script, const std::string& command, std::function<Reply()> answer);
    void expect_success(Script& script, const std::string& command, std::function<void()> effect);
    [[nodiscard]] Debt debt(const std::string& numbered, Judge judge) const;

    void set_option(Script& script, const Setting& setting);
    void genmove(Script& script, char side);
    void reg_genmove(Script& script, char side);
    void play(Script& script, char side, const std::string& action);
    void time_left(Script& script, char side, int seconds);
    void set_variant(Script& script, const std::string& variant);
    void other_game(Script& script);
    /// The chooser after it, if all goes well.
    [[nodiscard]] char play_on(Script& script);
    void storm_step(Script& script);
    void question(Script& script);
    void interrupt(Script& script);

    [[nodiscard]] char side() { return random_.percent(50) ? 'w' : 'b'; }

    support::Random random_;
    OptionList options_ = OptionList::of_agon();
    GtpModel model_;
    std::string variant_ = "classic"; ///< by all of the scripts; the model is as far as the answers
    int id_ = 0;
    std::string reply_; ///< its lines so far
};

} // namespace agon::soak
