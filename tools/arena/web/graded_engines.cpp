#include "tools/arena/web/graded_engines.hpp"

#include "tools/arena/conversation/text_engine.hpp"

#include <boost/asio/io_context.hpp>
#include <list>

namespace agon::arena {

namespace {

constexpr Milliseconds READINESS{1000};

} // namespace

std::set<std::string> graded_engines(const std::vector<EngineConfig>& engines) {
    boost::asio::io_context loop;
    Traffic silent;
    std::list<TextEngine> asked;
    std::set<std::string> graded;
    for (EngineConfig config : engines) {
        config.options.clear();         // what they take to be set, such as memory, is not needed
        config.stall_limit = READINESS; // nor is what it loads; the options are known by then
        TextEngine& engine = asked.emplace_back(loop, std::move(config), EngineOptions(), silent);
        engine.prepare([&graded, &engine](const std::optional<Failure>&) {
            if (engine.offers(LEVEL)) graded.insert(engine.name());
            engine.quit([] {});
        });
    }
    loop.run();
    return graded;
}

} // namespace agon::arena
