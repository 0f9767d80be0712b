// The thread that reads what engines write, and notices when this program is suspended.
#pragma once

#include "tools/arena/conversation/pulse.hpp"

#include <boost/asio/io_context.hpp>

namespace agon::arena::reader_thread {

/// Its event loop; the first call starts it. It ends with the program.
[[nodiscard]] boost::asio::io_context& loop();

/// Those since the first call of a function here. Callable from any thread; does not block.
[[nodiscard]] Suspensions suspensions();

} // namespace agon::arena::reader_thread
