# Links for macOS on another system, with zig (AGON_ZIG), whose package has what macOS has to offer. This checks
# the sources; nothing here runs the programs, so they are built quickly.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AGON_ZIG)
set(CMAKE_SYSTEM_PROCESSOR aarch64) # on x86-64, zig lacks what __builtin_cpu_supports() asks
set(CMAKE_OSX_SYSROOT "")
set(CMAKE_CXX_COMPILER ${AGON_ZIG} c++ -target aarch64-macos)
set(CMAKE_INSTALL_NAME_TOOL true)
set(CMAKE_CXX_ARCHIVE_CREATE "${AGON_ZIG} ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON) # zig has none
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG" CACHE STRING "")
# Boost of Debian 12 uses what this library has removed.
set(CMAKE_CXX_FLAGS_INIT
    "-D_LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION -D_LIBCPP_ENABLE_CXX20_REMOVED_TYPE_TRAITS")
