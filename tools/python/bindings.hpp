// Shared by the parts of the module: the Python objects, and the parts' functions.
#pragma once

#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "engine/game/move.hpp"
#include "engine/game/move_list.hpp"
#include "engine/rules/presets.hpp"
#include "tools/python/text.hpp"

#include <pybind11/pybind11.h>

#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace agon::python {

namespace py = pybind11;

/// `agon.Rules`. Cheap to copy.
class Rules {
public:
    /// `file` is the rules file that defines the preset; empty for a built-in one.
    Rules(Preset preset, std::filesystem::path file)
        : source_(std::make_shared<Source>(std::move(preset), std::move(file))) {}

    [[nodiscard]] const Preset& preset() const { return source_->preset; }
    [[nodiscard]] const std::filesystem::path& file() const { return source_->file; }
    [[nodiscard]] const RuleSet& set() const { return source_->preset.rules; }

private:
    struct Source {
        Source(Preset p, std::filesystem::path f) : preset(std::move(p)), file(std::move(f)) {}
        Preset preset;
        std::filesystem::path file;
    };
    std::shared_ptr<const Source> source_;
};

/// `agon.Position`: a position and its rules. Python cannot change it.
struct BoundPosition {
    Rules rules;
    Position position;
};

/// `agon.Game`.
struct BoundGame {
    Rules rules;
    Game game;

    [[nodiscard]] BoundPosition position() const { return {rules, game.position()}; }
};

/// The base of classes that are bound to Python in a single source file.
struct Bound {};

/// What is bound as a class.
template<class T>
concept BoundClass = std::derived_from<T, Bound> || std::same_as<T, Rules> ||
    std::same_as<T, BoundPosition> || std::same_as<T, BoundGame> || std::same_as<T, Move> ||
    std::same_as<T, MoveList> || std::same_as<T, Outcome>;

/// Python's `agon.WHITE` is True and `agon.BLACK` False, as in python-chess.
[[nodiscard]] constexpr bool color(Side side) { return side == Side::White; }
[[nodiscard]] constexpr Side side_of(bool color) { return color ? Side::White : Side::Black; }

/// Rules, or the name of a preset. Throws Error if there is no such preset, and TypeError for any
/// other object.
[[nodiscard]] Rules rules_of(const py::handle& rules);

/// The position that a Python object holds.
struct View {
    const Rules& rules;
    const Position& position;
};

/// Of a Position or a Game. Throws TypeError for any other object.
[[nodiscard]] View view_of(const py::handle& object);

/// `move`, which must be legal. Throws Error with the reason.
[[nodiscard]] Move legal(const Rules& rules, const Position& position, Move move);

/// The position as a symmetry of the board maps it. Throws Error unless `symmetry` is 0 to 11.
[[nodiscard]] BoundPosition transformed(const BoundPosition& position, int symmetry);

/// Throws Error if one is negative.
[[nodiscard]] DrawLimits limits_of(int repetition, int no_progress);

/// A new game, as the constructor of agon.Game describes: from `position`, a Position or None, or
/// from the setup of `rules`, Rules, a name or None. Throws Error and TypeError.
[[nodiscard]] BoundGame make_game(const py::object& position, const py::object& rules,
                                  int repetition, int no_progress);

/// The board in text, without the last line feed.
[[nodiscard]] std::string board_text(const Position& position);

/// "1-0", "0-1", "1/2-1/2" or "*".
[[nodiscard]] std::string result_text(const std::optional<Outcome>& outcome);

/// Makes all protocols of pickle work for a class with __getstate__ and __setstate__. With
/// protocols 0 and 1 Python would call the constructor of pybind11's base class, which ends the
/// process.
template<class Class>
void make_picklable(Class& type) {
    type.def(
        "__reduce_ex__",
        [](const py::object& self, int protocol) -> py::object {
            const py::object base = py::module_::import("builtins").attr("object");
            return base.attr("__reduce_ex__")(self, protocol < 2 ? 2 : protocol);
        },
        py::arg("protocol"));
}

/// An argument that is a Move. Throws TypeError for a text, an easy mistake, and names the methods
/// that parse one.
struct MoveArgument {
    Move move;
};

void bind_rules(py::module_& module);
void bind_moves(py::module_& module);
void bind_positions(py::module_& module);
void bind_games(py::module_& module);
void bind_pgn(py::module_& module);
void bind_perft(py::module_& module);
void bind_search(py::module_& module);
void bind_arrays(py::module_& module);
void bind_vector_games(py::module_& module);

// interruptible.cpp: long work beside Python. Other threads keep running, and Ctrl-C ends it.

/// Calls `work` on a separate thread, without the GIL, and blocks until it returns. On a signal
/// that raises an exception in Python it calls `stop`, which must end the work soon, and throws
/// that exception after the work has returned. Rethrows exceptions of `work`. Throws Error if the
/// interpreter is ending, or in a child process that a signal handler forks meanwhile, where the
/// work is gone. Any thread can call `stop`.
void run_interruptibly(const std::function<void()>& work, const std::function<void()>& stop);

/// Calls `work` on this thread, without the GIL. It must end soon, because no signal ends it.
/// Throws Error if the interpreter is ending, and what `work` throws.
void run_without_gil(const std::function<void()>& work);

/// Stops all work of this process and waits until it has returned; no new work
/// begins. Call it when the interpreter ends: its other threads must not come back to it after
/// that.
void stop_all_work();

} // namespace agon::python

namespace pybind11::detail {

/// Refuses None, which pybind11 would turn into a null pointer as a method's object, and an object
/// made only by __new__(), for which it would pass on uninitialised memory.
template<class T>
class type_caster<T, std::enable_if_t<agon::python::BoundClass<T>>> : public type_caster_base<T> {
public:
    bool load(handle object, bool convert) {
        if (!object || object.is_none()) return false;
        if (isinstance<T>(object) &&
            reinterpret_cast<instance*>(object.ptr())->get_value_and_holder().value_ptr() ==
                nullptr)
            return false;
        return type_caster_base<T>::load(object, convert);
    }
};

template<>
class type_caster<agon::python::MoveArgument> {
public:
    PYBIND11_TYPE_CASTER(agon::python::MoveArgument, const_name("agon._agon.Move"));

    bool load(handle object, bool convert) {
        make_caster<agon::Move> caster;
        if (caster.load(object, convert)) {
            value.move = cast_op<const agon::Move&>(caster);
            return true;
        }
        if (!isinstance<str>(object)) return false;
        throw type_error("expected agon.Move, got " + agon::python::shown(object) +
                         ": push_uci() plays a text, parse_uci() makes a Move of it");
    }
};

} // namespace pybind11::detail
