# Links for macOS on another system, with zig (AGON_ZIG), whose package has what macOS has to offer.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AGON_ZIG AGON_PROCESSOR)
set(CMAKE_SYSTEM_PROCESSOR ${AGON_PROCESSOR})
set(CMAKE_OSX_SYSROOT "")
set(CMAKE_CXX_COMPILER ${AGON_ZIG} c++ -target ${AGON_PROCESSOR}-macos)
set(CMAKE_INSTALL_NAME_TOOL true)
set(CMAKE_CXX_ARCHIVE_CREATE "${AGON_ZIG} ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")
# Boost of Debian 12 is older than this library, whose std::jthread is called experimental.
set(CMAKE_CXX_FLAGS_INIT "-D_LIBCPP_ENABLE_EXPERIMENTAL -D_LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION")
