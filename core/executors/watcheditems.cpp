// SPDX-License-Identifier: Apache-2.0
#include "core/executors/watcheditems.h"

#include "core/engine/contract/jsontext.h"
#include "core/engine/request/runloadfields.h"
#include "core/executors/steering.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::size_t maxLogLineLength = 500;
constexpr std::array engineStages{Stage::Submit, Stage::Build,  Stage::Load,
                                  Stage::Run,    Stage::Verify, Stage::Time};

std::string deviceIn(const Json &news)
{
    constexpr std::size_t maxDeviceLength = 40;
    return harmlessLine(textAt(news, "device")).substr(0, maxDeviceLength);
}

std::string beside(const std::string &where, const std::string &what)
{
    return where.empty() || what.empty() ? where + what : where + " · " + what;
}

} // namespace

std::string harmlessLine(const std::string &text)
{
    std::string out = text.substr(0, maxLogLineLength);
    // A multi-byte character is not split.
    while (out.size() < text.size() && !out.empty()
           && (static_cast<unsigned char>(text[out.size()]) & 0xC0U) == 0x80U)
        out.pop_back();
    std::ranges::replace_if(
        out, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return out;
}

WatchedItems::WatchedItems(RunObserver &observer, std::shared_ptr<RunControl> control)
    : m_observer(observer)
    , m_control(std::move(control))
{
}

void WatchedItems::queue(const Plan &plan, const std::set<EvaluationKey> &stored)
{
    std::vector<ItemInfo> infos;
    m_stored = stored;
    for (const PlanItem &item : plan.items) {
        const Candidate &candidate = item.candidate;
        EvaluationKey key{candidate.task, candidate.method, candidate.sample, candidate.round, 0};
        if (stored.count(key) != 0)
            continue;
        m_places[key] = m_items.size();
        m_infos[m_items.size()] = infos.emplace_back(
            ItemInfo{item.task->name, item.task->category, key.method, key.sample, key.round});
        m_items.push_back(std::move(key));
    }
    if (m_control)
        m_control->beginElsewhere(m_items.size());
    m_observer.queued(infos);
}

bool WatchedItems::take(const Json &news, const std::string &where)
{
    const std::string kind = textAt(news, "news");
    if (kind == "log") {
        m_observer.logged(beside(where, harmlessLine(textAt(news, "line"))));
        return true;
    }
    if (kind == "lost") {
        m_observer.deviceLost(beside(where, deviceIn(news)));
        return true;
    }
    if (kind == "load") {
        const auto load = runLoadFromJson(news.value("load", Json()));
        if (!load)
            return false;
        m_loads[where] = *load;
        m_observer.loadTold(together(m_loads));
        return true;
    }
    const auto item = itemFromJson(news.value("item", Json()));
    const auto place = item ? m_places.find(*item) : m_places.end();
    if (place == m_places.end())
        return item && m_stored.count(*item) != 0; // reported before this session
    const auto info = m_infos.find(place->second);
    if (info == m_infos.end())
        return true; // its result arrived first
    if (kind == "cancelled") {
        const ItemInfo gone = info->second;
        m_underWay.erase(place->second);
        m_infos.erase(info);
        if (m_control)
            m_control->done(place->second);
        m_observer.itemCancelled(gone);
        return true;
    }
    const std::string word = textAt(news, "stage");
    const auto *const stage
        = std::ranges::find(engineStages, word, [](Stage each) { return std::string(name(each)); });
    if (kind != "stage" || stage == engineStages.end())
        return false;
    ItemInfo begun = info->second;
    begun.device = beside(where, deviceIn(news));
    if (m_underWay.emplace(place->second, UnderWay{begun.device, std::chrono::steady_clock::now()})
            .second
        && m_control)
        m_control->began(place->second);
    m_observer.itemStarted(begun, *stage);
    return true;
}

void WatchedItems::finished(ItemResult result, int done, int total)
{
    const auto place = m_places.find(keyOf(result.item));
    if (place != m_places.end()) {
        if (const auto known = m_underWay.find(place->second); known != m_underWay.end()) {
            result.item.device = known->second.device;
            const std::chrono::duration<double> taken
                = std::chrono::steady_clock::now() - known->second.begin;
            result.seconds = taken.count();
            m_underWay.erase(known);
        }
        m_infos.erase(place->second);
        if (m_control)
            m_control->done(place->second);
    }
    m_observer.itemFinished(result, done, total);
}

std::vector<Json> WatchedItems::commandsAfter(std::size_t count) const
{
    std::vector<Json> out;
    if (!m_control)
        return out;
    for (const RunControl::Command &command : m_control->commandsAfter(count))
        out.push_back(toJson(command, m_items));
    return out;
}

} // namespace loupe
