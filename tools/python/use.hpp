// An object that releases the GIL while it works, and that one thread may use at a time.
#pragma once

#include "engine/error.hpp"

#include <unistd.h>

namespace agon::python {

/// Member of such an object. All of it needs the GIL.
class InUse {
public:
    /// The messages of Error for a second thread, and for a process that was forked meanwhile: it
    /// lacks the thread that was at work.
    InUse(const char* taken, const char* lost) : taken_(taken), lost_(lost) {}

    /// Whether a thread of this process uses the object.
    [[nodiscard]] bool here() const { return by_ == getpid(); }

    /// For the time of a use. Throws Error if there is another.
    class Scope {
    public:
        explicit Scope(InUse& use) : use_(use) {
            if (use_.here()) throw Error(use_.taken_);
            if (use_.by_ != 0) throw Error(use_.lost_);
            use_.by_ = getpid();
        }
        ~Scope() {
            if (use_.here()) use_.by_ = 0;
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        InUse& use_;
    };

private:
    const char* taken_;
    const char* lost_;
    pid_t by_ = 0; ///< the process, or 0; a forked child keeps its parent's
};

} // namespace agon::python
