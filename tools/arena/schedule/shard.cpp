#include "tools/arena/schedule/shard.hpp"

#include "engine/error.hpp"
#include "engine/number.hpp"

namespace agon::arena {

Shard parse_shard(std::string_view text) {
    Shard shard;
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos && read_whole(text.substr(0, slash), shard.part) &&
        read_whole(text.substr(slash + 1), shard.count) && shard.part >= 1 &&
        shard.part <= shard.count)
        return shard;
    throw Error("--shard: '" + std::string(text) + "' is not I/N with I from 1 to N");
}

std::string to_text(const Shard& shard) {
    return std::to_string(shard.part) + '/' + std::to_string(shard.count);
}

void ShardSet::add(const std::string& file, const std::vector<Shard>& shards) {
    if (shards.empty()) whole_ = true;
    for (const Shard& shard : shards) {
        if (!parts_.empty() && shard.count != count_)
            throw Error(file + " is shard " + to_text(shard) + ", but other journals are of " +
                        std::to_string(count_) + " shards");
        count_ = shard.count;
        parts_.insert(shard.part);
    }
}

std::vector<Shard> ShardSet::held() const {
    std::vector<Shard> shards;
    for (const std::size_t part : parts_) shards.push_back({part, count_});
    return shards;
}

std::vector<Shard> ShardSet::missing() const {
    std::vector<Shard> shards;
    for (std::size_t part = 1; part <= count_ && !whole_; ++part)
        if (!parts_.contains(part)) shards.push_back({part, count_});
    return shards;
}

std::string missing_text(const std::vector<Shard>& missing) {
    std::string text;
    for (const Shard& shard : missing)
        text += (text.empty() ? "Missing: shards " : ", ") + to_text(shard);
    return text.empty() ? "" : text + '\n';
}

} // namespace agon::arena
