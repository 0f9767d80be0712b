// The thread that reads what engines write, and notices when this program stands still.
#pragma once

#include "tools/arena/conversation/pulse.hpp"

#include <boost/asio/io_context.hpp>

namespace agon::match::reader_thread {

/// Its event loop; the first call starts it. It ends with the program.
[[nodiscard]] boost::asio::io_context& loop();

/// Those since the first call of a function here. For all threads; nothing blocks.
[[nodiscard]] Suspensions suspensions();

} // namespace agon::match::reader_thread
