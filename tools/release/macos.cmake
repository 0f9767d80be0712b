# Links for macOS on another system, with zig (AGON_ZIG), whose package has the headers of macOS.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_CXX_COMPILER ${AGON_ZIG} c++ -target ${CMAKE_SYSTEM_PROCESSOR}-macos)
set(CMAKE_AR ${AGON_ZIG})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AGON_ZIG CMAKE_SYSTEM_PROCESSOR)
