// The site of `agon-match serve`: a lobby whose engines are processes.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/web/room/lobby.hpp"
#include "tools/arena/conversation/engine_config.hpp"
#include "tools/arena/web/site.hpp"

#include <list>
#include <memory>
#include <set>
#include <string>

#include <boost/asio/steady_timer.hpp>

namespace agon::arena {

/// Games are kept in files below the current folder. Only those files block.
class ServeSite final : public Site, private page::LobbyHost {
public:
    /// Names of `engines` differ; the first gives hints, and its limits bound their time. `graded`:
    /// those with levels. Throws Error if the rules file is faulty.
    ServeSite(boost::asio::io_context& loop, std::vector<EngineConfig> engines,
              std::set<std::string> graded, page::LobbySettings settings);
    ~ServeSite() override;

    [[nodiscard]] std::optional<Document> document(std::string_view path) override;
    void opened(page::Peer& peer) override { lobby_.opened(peer); }
    void received(page::Peer& peer, std::string_view text) override { lobby_.received(peer, text); }
    void closed(page::Peer& peer) override { lobby_.closed(peer); }

    /// Ends everything that the loop would wait for.
    void stop();

private:
    /// Timers that have not expired, which stop() cancels.
    using Timers = std::list<boost::asio::steady_timer>;

    [[nodiscard]] std::vector<std::string> engines() const override { return names_of(engines_); }
    [[nodiscard]] bool has_levels(const std::string& engine) const override {
        return graded_.contains(engine);
    }
    [[nodiscard]] std::unique_ptr<page::GameHost>
    game(const MatchRules& rules, const PerSide<std::optional<page::Chair>>& chairs,
         const std::string& name) override;
    [[nodiscard]] std::optional<std::string> kept(const std::string& name) const override;
    [[nodiscard]] std::filesystem::path rules_file(const std::string&) override { return {}; }
    void later(Milliseconds delay, std::function<void()> action) override;

    boost::asio::io_context& loop_;
    std::vector<EngineConfig> engines_;
    std::set<std::string> graded_;
    std::shared_ptr<Timers> timers_ = std::make_shared<Timers>();
    page::Lobby lobby_;
};

} // namespace agon::arena
