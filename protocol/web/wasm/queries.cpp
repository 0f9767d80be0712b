#include "protocol/web/wasm/queries.hpp"

#include "protocol/analysis/analysis_session.hpp"
#include "protocol/analysis/query.hpp"

#include <variant>

namespace agon::protocol {
namespace {

class AnalysisQueries final : public Queries {
public:
    AnalysisQueries(Host& host, Output& output)
        : host_(host), session_(host.presets(), analysis::default_limits(), output) {}

    void answer(std::string_view query, const std::function<bool()>& stopped) override {
        const auto look = [&](search::Control&) {
            if (stopped()) session_.terminate({});
        };
        session_.take(query);
        while (session_.work(host_.engine(), look)) {
        }
    }

    [[nodiscard]] std::optional<RuleSet> rules(std::string_view query) const override {
        try {
            const auto request =
                analysis::parse_request(query, host_.presets(), analysis::default_limits());
            if (const auto* const positions = std::get_if<analysis::Query>(&request))
                return positions->game.rules();
        } catch (const analysis::QueryFault&) { // answer() says it
        }
        return std::nullopt;
    }

private:
    Host& host_;
    analysis::AnalysisSession session_;
};

} // namespace

std::unique_ptr<Queries> make_queries(Host& host, Output& output) {
    return std::make_unique<AnalysisQueries>(host, output);
}

} // namespace agon::protocol
