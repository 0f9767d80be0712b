# Links for macOS on another system, with zig (AGON_ZIG), whose package has the libraries of macOS. This only checks
# that the sources build; the programs cannot run here, so they are built quickly.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AGON_ZIG AGON_PROCESSOR)
set(CMAKE_SYSTEM_PROCESSOR ${AGON_PROCESSOR}) # aarch64 or x86_64
set(CMAKE_OSX_SYSROOT "")
set(CMAKE_CXX_COMPILER ${AGON_ZIG} c++ -target ${AGON_PROCESSOR}-macos)
set(CMAKE_INSTALL_NAME_TOOL true)
set(CMAKE_CXX_ARCHIVE_CREATE "${AGON_ZIG} ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON) # zig has none
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG" CACHE STRING "")
# Boost of Debian 12 uses what this library has removed.
set(CMAKE_CXX_FLAGS_INIT
    "-D_LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION -D_LIBCPP_ENABLE_CXX20_REMOVED_TYPE_TRAITS")
# The run-time library of Apple's compiler supports this; zig's does not.
string(APPEND CMAKE_CXX_FLAGS_INIT " '-D__builtin_cpu_supports(feature)=false'")
