// Long work beside Python: other threads run on meanwhile, and Ctrl-C ends it.
#pragma once

#include <functional>

namespace agon::python {

/// Calls `work` on a thread of its own, without the GIL, and returns when it has returned. On a
/// signal that raises an exception in Python it calls `stop`, which has to end the work soon, and
/// throws that exception when the work has returned. Throws what `work` throws, and Error when the
/// interpreter is ending, or in a child that a handler of a signal forks meanwhile: there the work
/// is gone. `stop` may be called by any thread.
void run_interruptibly(const std::function<void()>& work, const std::function<void()>& stop);

/// Stops all that this interpreter runs in this process and waits until it has returned; nothing
/// begins any more. To be called when the interpreter ends: its other threads must not come back to
/// it after that.
void stop_all_work();

} // namespace agon::python
