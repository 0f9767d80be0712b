// Preloaded into a program: a system clock that goes back an hour whenever it is read.
#include <atomic>
#include <ctime>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

constexpr time_t HOUR = 3600;
std::atomic<time_t> hours{0};

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const long status = syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec -= HOUR * ++hours;
    return static_cast<int>(status);
}

extern "C" int gettimeofday(timeval* time, void*) noexcept {
    timespec now{};
    const int status = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return status;
}

extern "C" time_t time(time_t* result) noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (result != nullptr) *result = now.tv_sec;
    return now.tv_sec;
}
