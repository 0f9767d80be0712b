#include "protocol/session/stream_output.hpp"

#include <doctest/doctest.h>

#include <ostream>
#include <semaphore>
#include <sstream>

using namespace std::chrono_literals;
using agon::protocol::StreamOutput;

namespace {

/// Takes nothing until it is let go on, as a full pipe.
class Dam final : public std::stringbuf {
public:
    std::binary_semaphore open{0};

private:
    int sync() override {
        open.acquire();
        open.release();
        return std::stringbuf::sync();
    }
};

} // namespace

TEST_CASE("writing does not wait for the reader, and all is written in the end, in order") {
    Dam dam;
    std::ostream stream(&dam);
    std::string expected;
    {
        StreamOutput output(stream);
        for (int i = 0; i < 1000; ++i) {
            output.write(std::to_string(i));
            expected += std::to_string(i) + '\n';
        }
        CHECK_FALSE(output.flush_within(10ms));
        dam.open.release();
        CHECK(output.flush_within(60s));
    }
    CHECK(dam.str() == expected);
}
