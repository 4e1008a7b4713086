// SPDX-License-Identifier: Apache-2.0
#include "core/executors/steering.h"

#include "core/base/digest.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/request/runloadfields.h"

#include <array>
#include <limits>
#include <utility>

namespace loupe {

namespace {

using Command = RunControl::Command;

constexpr std::array<std::pair<Command::Kind, const char *>, 5> commandNames{{
    {Command::Kind::Pause, "pause"},
    {Command::Kind::Resume, "resume"},
    {Command::Kind::Cancel, "cancel"},
    {Command::Kind::Front, "front"},
    {Command::Kind::Back, "back"},
}};

std::optional<int> smallNumber(const Json &json)
{
    if (!json.is_number_integer())
        return std::nullopt;
    const auto number = json.get<std::int64_t>();
    return number >= 0 && number <= std::numeric_limits<int>::max()
        ? std::optional(static_cast<int>(number))
        : std::nullopt;
}

} // namespace

EvaluationKey keyOf(const ItemInfo &item)
{
    return {item.task, item.method, item.sample, item.round, 0};
}

Json toJson(const EvaluationKey &item)
{
    return Json::array({item.task, item.method, item.sample, item.round});
}

std::optional<EvaluationKey> itemFromJson(const Json &json)
{
    if (!json.is_array() || json.size() != 4 || !json[0].is_string() || !json[1].is_string())
        return std::nullopt;
    const auto sample = smallNumber(json[2]);
    const auto round = smallNumber(json[3]);
    if (!sample || !round)
        return std::nullopt;
    return EvaluationKey{json[0].get<std::string>(), json[1].get<std::string>(), *sample, *round,
                         0};
}

Json toJson(const Command &command, const std::vector<EvaluationKey> &items)
{
    Json out = Json::object();
    for (const auto &[kind, word] : commandNames) {
        if (kind == command.kind)
            out["steer"] = word;
    }
    Json chosen = Json::array();
    for (const std::size_t item : command.items) {
        if (item < items.size())
            chosen.push_back(toJson(items[item]));
    }
    if (!chosen.empty())
        out["items"] = std::move(chosen);
    return out;
}

SteeredRun::SteeredRun(const std::filesystem::path &file, std::shared_ptr<RunControl> control)
    : m_file(file)
    , m_control(std::move(control))
{
}

void SteeredRun::queued(const std::vector<ItemInfo> &items)
{
    {
        const std::lock_guard lock(m_mutex);
        for (std::size_t place = 0; place < items.size(); ++place)
            m_places[keyOf(items[place])] = place;
        m_isQueued = true;
    }
    look();
}

void SteeredRun::look()
{
    const std::lock_guard lock(m_mutex);
    if (!m_isQueued)
        return;
    const std::vector<Json> news = m_file.news();
    // A new watcher does not know what an earlier one paused.
    if (m_file.name() != m_watcher && !m_watcher.empty())
        m_control->resume();
    m_watcher = m_file.name();
    for (const Json &command : news)
        follow(command);
}

void SteeredRun::follow(const Json &command)
{
    std::vector<std::size_t> places;
    if (const auto items = command.find("items"); items != command.end() && items->is_array()) {
        places.reserve(items->size());
        for (const Json &each : *items) {
            const auto item = itemFromJson(each);
            const auto place = item ? m_places.find(*item) : m_places.end();
            if (place != m_places.end()) // else of another shard, or done already
                places.push_back(place->second);
        }
    }
    const std::string asked = textAt(command, "steer");
    for (const auto &[kind, word] : commandNames) {
        if (asked != word)
            continue;
        switch (kind) {
        case Command::Kind::Pause:
            m_control->pause();
            break;
        case Command::Kind::Resume:
            m_control->resume();
            break;
        case Command::Kind::Cancel:
            m_control->cancel(places);
            break;
        case Command::Kind::Front:
            m_control->moveToFront(places);
            break;
        case Command::Kind::Back:
            m_control->moveToBack(places);
            break;
        }
    }
}

NewsWriter::NewsWriter(const std::filesystem::path &file, SteeredRun &steered, RunObserver &next)
    : m_steered(steered)
    , m_next(next)
{
    if (auto begun = LineFileWriter::beginAnew(file, randomHex(16)))
        m_file.emplace(std::move(*begun));
}

void NewsWriter::write(const Json &news)
{
    if (m_file && !m_file->add(news))
        m_file.reset();
}

void NewsWriter::queued(const std::vector<ItemInfo> &items)
{
    m_steered.queued(items);
    m_next.queued(items);
}

void NewsWriter::itemStarted(const ItemInfo &item, Stage stage)
{
    write({{"news", "stage"},
           {"item", toJson(keyOf(item))},
           {"stage", name(stage)},
           {"device", item.device}});
    m_next.itemStarted(item, stage);
}

void NewsWriter::itemCancelled(const ItemInfo &item)
{
    write({{"news", "cancelled"}, {"item", toJson(keyOf(item))}});
    m_next.itemCancelled(item);
}

void NewsWriter::deviceLost(const std::string &device)
{
    write({{"news", "lost"}, {"device", device}});
    m_next.deviceLost(device);
}

void NewsWriter::logged(const std::string &line)
{
    write({{"news", "log"}, {"line", line}});
    m_next.logged(line);
}

void NewsWriter::loadTold(const RunLoad &load)
{
    constexpr double secondsBetween = 5;
    const bool isAtWork = load.isAtWork();
    if (load.second >= m_nextLoad || isAtWork != m_wasAtWork) {
        write({{"news", "load"}, {"load", toJson(load)}});
        m_nextLoad = load.second + secondsBetween;
    }
    m_wasAtWork = isAtWork;
    m_next.loadTold(load);
}

} // namespace loupe
