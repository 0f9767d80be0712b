// Preloaded into a program: a file system without locks. Syncs to disk and writes to PGN files are
// logged as lines "sync" and "pgn" in the file $AGON_FILE_CALLS.
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

void note(const std::string& line) {
    const char* const file = std::getenv("AGON_FILE_CALLS");
    if (file == nullptr) return;
    const int log = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    syscall(SYS_write, log, line.data(), line.size());
    close(log);
}

bool is_pgn(int descriptor) {
    char name[4096];
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t size = readlink(link.c_str(), name, sizeof name);
    return size > 0 && std::string(name, static_cast<std::size_t>(size)).ends_with(".pgn");
}

} // namespace

// By its symbol: a function of this name would hide the constructor of `struct flock`.
extern "C" int no_lock(int, int) noexcept asm("flock");

extern "C" int no_lock(int, int) noexcept {
    errno = ENOLCK;
    return -1;
}

extern "C" int fdatasync(int) {
    note("sync\n");
    return 0;
}

extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t size) {
    if (is_pgn(descriptor)) note("pgn\n");
    return syscall(SYS_write, descriptor, bytes, size);
}
