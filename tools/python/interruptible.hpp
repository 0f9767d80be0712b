// Long work beside Python: other threads keep running, and Ctrl-C ends it.
#pragma once

#include <functional>

namespace agon::python {

/// Calls `work` on a thread of its own, without the GIL, and returns when it has returned. On a
/// signal that raises an exception in Python it calls `stop`, which has to end the work soon, and
/// throws that exception when the work has returned. Throws what `work` throws. Throws Error when
/// the interpreter is ending, or in a child process that a signal handler forks meanwhile, where
/// the work is gone. `stop` may be called by any thread.
void run_interruptibly(const std::function<void()>& work, const std::function<void()>& stop);

/// Stops all work of this interpreter in this process and waits until it has returned; no new work
/// begins. Call it when the interpreter ends: its other threads must not come back to it after
/// that.
void stop_all_work();

} // namespace agon::python
