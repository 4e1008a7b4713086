// SPDX-License-Identifier: Apache-2.0
//
// Runs candidates at a place and controls the run like the page Queue. It begins paused, moves
// items, resumes, cancels a hanging item, pauses, cancels a waiting item, and cancels all. Prints
// the latency of each step as one line of JSON. places_test.py starts it with real places.
//
// usage: steer_place PLACE SUITE CANDIDATES STORE SHARDS    samples from 90 on never end
#include "core/base/json.h"
#include "core/engine/contract/runcontrol.h"
#include "core/engine/request/plan.h"
#include "core/executors/makeexecutor.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace loupe {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds patience{300};
constexpr std::chrono::milliseconds rest{5000}; ///< ten times the latency of news
constexpr int firstHanging = 90;

[[noreturn]] void giveUp(const std::string &what)
{
    std::fprintf(stderr, "steer_place: %s\n", what.c_str());
    std::_Exit(1);
}

void demand(bool holds, const std::string &what)
{
    if (!holds)
        giveUp(what);
}

/// Records the engine's events, and waits for them.
class Watcher final : public RunObserver
{
public:
    void queued(const std::vector<ItemInfo> &items) override
    {
        const std::lock_guard lock(m_mutex);
        for (const ItemInfo &item : items) {
            m_places[keyOf(item)] = m_items.size();
            m_items.push_back(item);
        }
        m_changed.notify_all();
    }
    void itemStarted(const ItemInfo &item, Stage stage) override
    {
        const std::lock_guard lock(m_mutex);
        const std::size_t place = m_places.at(keyOf(item));
        if (m_underWay.insert(place).second)
            m_begun.push_back(place);
        m_items[place].device = item.device;
        if (stage == Stage::Verify)
            m_verified.insert(place);
        m_changed.notify_all();
    }
    void itemFinished(const ItemResult &result, int /*done*/, int /*total*/) override
    {
        const std::lock_guard lock(m_mutex);
        ++m_finished;
        m_underWay.erase(m_places.at(keyOf(result.item)));
        m_changed.notify_all();
    }
    void itemCancelled(const ItemInfo &item) override
    {
        const std::lock_guard lock(m_mutex);
        const std::size_t place = m_places.at(keyOf(item));
        m_underWay.erase(place);
        m_cancelled.insert(place);
        m_changed.notify_all();
    }

    /// Returns the seconds until the condition holds. Ends the program if it never does.
    template <typename Condition>
    double await(const std::string &what, const Condition &holds)
    {
        const auto begin = Clock::now();
        std::unique_lock lock(m_mutex);
        demand(m_changed.wait_for(lock, patience, holds), what + ": not within 300 s");
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    /// Returns the seconds until the last item was done. Waits until no item has begun for some
    /// time, because news of items that began before the pause arrive later.
    double awaitRest(const std::string &what)
    {
        const auto begin = Clock::now();
        std::unique_lock lock(m_mutex);
        auto restingSince = begin;
        std::size_t known = m_begun.size();
        while (Clock::now() - restingSince < rest) {
            demand(Clock::now() - begin < patience, what + ": not within 300 s");
            m_changed.wait_for(lock, rest / 20);
            if (!m_underWay.empty() || m_begun.size() != known)
                restingSince = Clock::now();
            known = m_begun.size();
        }
        return std::chrono::duration<double>(restingSince - begin).count();
    }
    std::size_t begun()
    {
        const std::lock_guard lock(m_mutex);
        return m_begun.size();
    }
    int finished()
    {
        const std::lock_guard lock(m_mutex);
        return m_finished;
    }

    // Members for conditions of await(), which hold the lock.
    std::vector<ItemInfo> m_items;
    std::vector<std::size_t> m_begun; ///< in order
    std::set<std::size_t> m_underWay;
    std::set<std::size_t> m_verified; ///< items whose candidate runs or ran
    std::set<std::size_t> m_cancelled;

private:
    using Key = std::tuple<std::string, std::string, int, int>;
    static Key keyOf(const ItemInfo &item)
    {
        return {item.task, item.method, item.sample, item.round};
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<Key, std::size_t> m_places;
    int m_finished = 0;
};

void say(const std::string &step, double seconds)
{
    std::printf("%s\n", Json{{"step", step}, {"seconds", seconds}}.dump().c_str());
    std::fflush(stdout);
}

int shardOf(const ItemInfo &item, int shards)
{
    Candidate candidate;
    candidate.task = item.task;
    candidate.method = item.method;
    candidate.sample = item.sample;
    candidate.round = item.round;
    for (int shard = 1; shard < shards; ++shard) {
        if (isInShard(candidate, {shard, shards}))
            return shard;
    }
    return shards;
}

std::vector<std::size_t> hangingItems(const Watcher &watcher)
{
    std::vector<std::size_t> out;
    for (std::size_t place = 0; place < watcher.m_items.size(); ++place) {
        if (watcher.m_items[place].sample >= firstHanging)
            out.push_back(place);
    }
    return out;
}

void steer(RunControl &control, Watcher &watcher, int shards)
{
    watcher.await("the items", [&] { return !watcher.m_items.empty(); });
    const std::vector<std::size_t> hanging = hangingItems(watcher);
    demand(hanging.size() == 2, "two candidates hang");
    control.moveToBack(hanging);
    demand(watcher.begun() == 0, "nothing begins while it is paused");
    control.resume();
    say("begin to the first item",
        watcher.await("a first item", [&] { return !watcher.m_underWay.empty(); }));
    watcher.await("a first result", [&] { return watcher.m_begun.size() > 1; });

    // A hanging item, moved to the front: it is the next of its shard, and ends when it is
    // cancelled.
    const std::size_t hung = hanging.front();
    std::size_t before = watcher.begun();
    control.moveToFront(std::vector{hung});
    say("move to the front, to its begin",
        watcher.await("the moved item", [&] { return watcher.m_verified.count(hung) != 0; }));
    const int shard = shardOf(watcher.m_items[hung], shards);
    // Some begin while the request is on its way. At the old position all others would be ahead.
    const auto isOther = [&](std::size_t place) {
        return place != hung && shardOf(watcher.m_items[place], shards) == shard;
    };
    const auto ahead = std::count_if(watcher.m_begun.begin() + static_cast<std::ptrdiff_t>(before),
                                     watcher.m_begun.end(), isOther);
    std::ptrdiff_t others
        = -std::count_if(watcher.m_begun.begin(),
                         watcher.m_begun.begin() + static_cast<std::ptrdiff_t>(before), isOther);
    for (std::size_t place = 0; place < watcher.m_items.size(); ++place)
        others += isOther(place) ? 1 : 0;
    demand(2 * ahead < others,
           "the moved item was to be early, but " + std::to_string(ahead) + " were ahead");
    control.cancel(std::vector{hung});
    say("cancel an item that hangs",
        watcher.await("its end", [&] { return watcher.m_cancelled.count(hung) != 0; }));

    control.pause();
    say("pause, to the end of what was under way", watcher.awaitRest("the pause"));
    before = watcher.begun();
    std::this_thread::sleep_for(rest);
    demand(watcher.begun() == before, "nothing begins while it is paused");
    const auto waiting = control.waiting();
    demand(waiting.size() > 3, "too few items are left to steer");
    control.cancel(std::vector{waiting[1]});
    say("cancel an item that waits",
        watcher.await("its end", [&] { return watcher.m_cancelled.count(waiting[1]) != 0; }));
    control.moveToFront(std::vector{hanging.back()});
    control.resume();
    say("go on, to the next item",
        watcher.await("an item after the pause", [&] { return watcher.m_begun.size() > before; }));
    watcher.await("the second item that hangs",
                  [&] { return watcher.m_verified.count(hanging.back()) != 0; });
}

int run(const std::vector<std::string> &words)
{
    int shards = 1;
    std::from_chars(words[4].data(), words[4].data() + words[4].size(), shards);
    const auto place = makeExecutor(words[0]);
    if (!place)
        giveUp(place.error().text());
    RunRequest request;
    request.place = words[0] == "local" ? std::string() : words[0];
    request.suite = words[1];
    request.candidates = {words[2]};
    request.store = words[3];
    request.name = "the run";
    request.jobs = 1;
    request.timing.enabled = false;
    request.controls = false;
    request.limits.callSeconds = 600;
    request.control = std::make_shared<RunControl>();
    request.control->pause();
    Watcher watcher;
    std::optional<Result<RunOutcome>> outcome;
    std::optional<Clock::time_point> asked;
    {
        std::jthread engine([&] {
            outcome = (*place)->run(request, watcher, {});
            if (!asked)
                giveUp("the run ended by itself: "
                       + (*outcome ? std::string("well") : outcome->error().text()));
        });
        steer(*request.control, watcher, shards);
        asked = Clock::now();
        request.control->cancelAll();
    }
    say("cancel all while one hangs, to the end of the run",
        std::chrono::duration<double>(Clock::now() - *asked).count());
    demand(bool(*outcome), "the run fails: " + (*outcome ? "" : outcome->error().text()));
    demand((*outcome)->cancelled, "the run says that it was cancelled");
    demand((*outcome)->evaluated == watcher.finished(), "what ended is what was counted");
    std::printf("%s\n", Json{{"evaluated", (*outcome)->evaluated}}.dump().c_str());
    return 0;
}

} // namespace

} // namespace loupe

int main(int argc, char **argv)
{
    if (argc != 6) {
        std::fprintf(stderr, "usage: steer_place PLACE SUITE CANDIDATES STORE SHARDS\n");
        return 2;
    }
    return loupe::run({argv + 1, argv + argc});
}
