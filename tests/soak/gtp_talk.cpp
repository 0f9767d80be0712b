#include "tests/soak/gtp_talk.hpp"

#include "tests/soak/fault.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

namespace agon::soak {
namespace {

constexpr Milliseconds MOVE_TIME{150}; ///< as in GtpTalk::ARGUMENTS
constexpr std::size_t LONGEST_GAME = 160;

std::string sorted(const std::string& list) {
    std::istringstream stream(list);
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    std::ranges::sort(all);
    std::string text;
    for (const std::string& word : all) text += (text.empty() ? "" : " ") + word;
    return text;
}

[[noreturn]] void refuse(const std::string& kind, const GtpModel::Reply& reply,
                         const GtpModel& model) {
    throw Fault(kind + ": '" + (reply.success ? "= " : "? ") + shown(reply.text) +
                "' in the position " + model.game().text());
}

void check_action(const GtpModel::Reply& reply, char side, const GtpModel& model) {
    const auto forced = model.forced(side);
    const bool right = forced ? reply.text == *forced : model.game().is_legal(reply.text);
    if (!reply.success || !right) refuse("illegal answer", reply, model);
}

} // namespace

Debt GtpTalk::debt(const std::string& numbered, Judge judge) const {
    const std::string id = numbered.substr(0, numbered.find(' '));
    const auto take = [id, judge = std::move(judge)](std::string_view reply) {
        const std::string_view head = reply.substr(0, 1 + id.size());
        if (head != "=" + id && head != "?" + id) return Taken::Nothing;
        reply.remove_prefix(head.size());
        if (reply.starts_with(' ')) reply.remove_prefix(1);
        judge({head[0] == '=', std::string(reply)});
        return Taken::Whole;
    };
    return {.asked = numbered, .kind = "at once", .take = take, .bound = at_once};
}

void GtpTalk::ask(Script& script, const std::string& command, Judge judge) {
    const std::string numbered = std::to_string(++id_) + ' ' + command;
    script.push_back({.line = numbered, .debt = debt(numbered, std::move(judge))});
}

void GtpTalk::expect(Script& script, const std::string& command, std::function<Reply()> answer) {
    ask(script, command, [this, command, answer = std::move(answer)](const Reply& reply) {
        const std::string before = model_.game().text();
        const Reply right = answer();
        if (reply.success != right.success || reply.text != right.text)
            throw Fault("wrong answer: '" + shown(reply.text) + "' to '" + shown(command) +
                        "' and not '" + right.text + "', in the position " + before);
    });
}

void GtpTalk::expect_success(Script& script, const std::string& command,
                             std::function<void()> effect) {
    expect(script, command, [effect = std::move(effect)] {
        effect();
        return Reply{true, ""};
    });
}

void GtpTalk::set_option(Script& script, const Setting& setting) {
    std::string name = setting.name;
    if (!name.starts_with("UCI_")) std::ranges::replace(name, ' ', '_');
    expect_success(
        script, "agon-param " + name + (setting.value.empty() ? "" : ' ' + setting.value), [] {});
    script.back().changes_table = setting.name == "Hash";
}

void GtpTalk::genmove(Script& script, char side) {
    ask(script, std::string("genmove ") + side, [this, side](const Reply& reply) {
        check_action(reply, side, model_);
        const auto& captured = model_.game().state().captured;
        counts_.relocations +=
            std::ranges::any_of(
                captured,
                [&](const naive::Cell cell) { return reply.text.starts_with(naive::name(cell)); })
                ? 1
                : 0;
        counts_.finished += model_.over() ? 1 : 0;
        model_.answered(side, reply.text);
    });
    Debt& owed = *script.back().debt;
    owed.kind = "genmove";
    owed.search = true;
    owed.bound = [this, side]() -> std::optional<Milliseconds> {
        return model_.forced(side) ? Milliseconds(0) : model_.time_left(side).value_or(MOVE_TIME);
    };
}

void GtpTalk::reg_genmove(Script& script, char side) {
    ask(script, std::string("reg_genmove ") + side,
        [this, side](const Reply& reply) { check_action(reply, side, model_); });
    script.back().debt->search = true;
    script.back().debt->bound = [] { return std::optional<Milliseconds>(); };
}

void GtpTalk::play(Script& script, char side, const std::string& action) {
    expect(script, std::string("play ") + side + ' ' + action,
           [this, side, action] { return model_.play(side, action); });
}

void GtpTalk::time_left(Script& script, char side, int seconds) {
    expect_success(
        script, std::string("time_left ") + side + ' ' + std::to_string(seconds) + " 0",
        [this, side, seconds] { model_.set_time_left(side, std::chrono::seconds(seconds)); });
}

void GtpTalk::interrupt(Script& script) {
    script.push_back({.line = "# interrupt",
                      .signal = Step::Signal::Stop,
                      .pause = Milliseconds(random_.below(100))});
}

Script GtpTalk::greeting() {
    Script script;
    expect(script, "name", [] { return Reply{true, "Agon"}; });
    script.back().debt->kind = "start";
    script.back().debt->bound = start_time;
    return script;
}

Script GtpTalk::chapter() {
    Script script;
    for (const Setting& setting : options_.usual()) set_option(script, setting);
    expect_success(script, "agon-param RepetitionLimit 3", [] {});
    expect_success(script, "agon-param NoProgressLimit 100", [this] { model_.set_limits({}); });
    expect_success(script, "time_settings 0 1 0", [this] { model_.set_time(std::nullopt); });
    expect_success(script, "agon-setup preset", [this] { model_.set_setup("preset"); });
    set_variant(script, "classic");
    reg_genmove(script, 'w');
    script.push_back({.settles = true, .takes_sample = true});
    return script;
}

void GtpTalk::set_variant(Script& script, const std::string& variant) {
    variant_ = variant;
    expect_success(script, "agon-variant " + variant,
                   [this, variant] { model_.set_variant(variant); });
}

void GtpTalk::other_game(Script& script) {
    static const std::vector<std::string> SETUPS = {"preset", "standard", "placement", "flanked"};
    if (random_.percent(60)) set_variant(script, random_.pick(naive::preset_names()));
    if (random_.percent(40)) {
        const std::string setup = random_.pick(SETUPS);
        expect_success(script, "agon-setup " + setup, [this, setup] { model_.set_setup(setup); });
    }
    if (random_.percent(40))
        expect_success(script, "clear_board", [this] { model_.clear_board(); });
    if (random_.percent(60)) {
        const naive::Rules rules = naive::preset(variant_);
        NaiveGame game(rules, naive::setup_text(naive::get(rules, "setup")));
        for (auto plies = random_.below(60); plies > 0 && !game.legal().empty(); --plies)
            game.play(game.choose(random_));
        const std::string text = game.text();
        expect_success(script, "agon-fen " + text, [this, text] { model_.set_position(text); });
    }
    if (random_.percent(30)) {
        const auto main = static_cast<int>(random_.below(3));
        expect_success(script, "time_settings " + std::to_string(main) + " 0 0",
                       [this, main] { model_.set_time(std::chrono::seconds(main)); });
    } else if (random_.percent(50)) {
        expect_success(script, "time_settings 0 1 0", [this] { model_.set_time(std::nullopt); });
    }
}

char GtpTalk::play_on(Script& script) {
    GtpModel ahead = model_;
    for (auto plies = random_.below(5); plies > 0 && !ahead.over(); --plies) {
        const char side = ahead.game().chooser();
        const std::string action = ahead.game().choose(random_);
        (void)ahead.play(side, action);
        play(script, side, action);
    }
    return ahead.game().chooser();
}

void GtpTalk::question(Script& script) {
    const auto end_is = [this](const char* white, const char* black, const char* draw) {
        const std::string end = model_.end();
        return std::string(end.starts_with("white")   ? white
                           : end.starts_with("black") ? black
                                                      : draw);
    };
    switch (random_.below(5)) {
    case 0:
        return expect(script, "winner", [this, end_is] {
            return Reply{true, model_.over() ? end_is("white", "black", "draw") : "none"};
        });
    case 1:
        return expect(script, "final_score", [this, end_is] {
            if (!model_.over()) return Reply{false, "cannot score"};
            return Reply{true, end_is("W+", "B+", "0")};
        });
    case 2: return expect(script, "agon-fen", [this] { return Reply{true, model_.game().text()}; });
    case 3:
        return expect(script, "tertiary_command", [] { return Reply{false, "unknown command"}; });
    default:
        return ask(script, "agon-legal", [this](const Reply& reply) {
            std::string right;
            if (!model_.over())
                for (const std::string& action : model_.game().legal())
                    right += (right.empty() ? "" : " ") + action;
            if (!reply.success || sorted(reply.text) != right)
                refuse("wrong answer to agon-legal", reply, model_);
        });
    }
}

void GtpTalk::storm_step(Script& script) {
    switch (random_.below(12)) {
    case 0:
    case 1: return genmove(script, side());
    case 2: return reg_genmove(script, side());
    case 3: return interrupt(script);
    case 4: return expect(script, "undo", [this] { return model_.undo(); });
    case 5: return play(script, side(), "pass");
    case 6:
        return play(script, side(),
                    random_.percent(20) || model_.game().legal().empty()
                        ? std::string("resign")
                        : std::string(random_.pick(model_.game().legal())));
    case 7: return other_game(script);
    case 8: return time_left(script, side(), static_cast<int>(random_.below(3)));
    case 9:
        if (const auto any = options_.any(random_)) set_option(script, *any);
        return;
    default: return question(script);
    }
}

Script GtpTalk::conversation() {
    Script script;
    if (model_.over() || model_.game().length() > LONGEST_GAME || random_.percent(5)) {
        other_game(script);
        return script;
    }
    const char chooser = play_on(script);
    if (random_.percent(20))
        if (const auto any = options_.any(random_)) set_option(script, *any);
    script.push_back({.settles = true});
    switch (random_.below(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
        if (random_.percent(50)) time_left(script, chooser, static_cast<int>(random_.below(2)));
        genmove(script, chooser);
        break;
    case 4:
        time_left(script, chooser, 60);
        genmove(script, chooser);
        interrupt(script);
        break;
    case 5:
        for (auto times = random_.below(6); times > 0; --times)
            expect(script, "undo", [this] { return model_.undo(); });
        question(script);
        break;
    default:
        for (auto steps = 3 + random_.below(8); steps > 0; --steps) {
            storm_step(script);
            if (random_.percent(50)) script.push_back({.pause = Milliseconds(random_.below(50))});
        }
    }
    return script;
}

std::vector<std::string> GtpTalk::last_words() {
    if (random_.percent(30)) return {};
    return {"time_left w 100 0", "time_left b 100 0", "genmove w", "genmove b"};
}

void GtpTalk::hear(std::string_view line, Time now) {
    if (!line.empty()) {
        reply_ += (reply_.empty() ? "" : "\n") + std::string(line);
        return;
    }
    const std::string reply = std::exchange(reply_, {});
    ledger_.hear(reply, now);
}

} // namespace agon::soak
