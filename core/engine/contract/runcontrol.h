// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace loupe {

/// Control of one run while it executes. It is shared by its watchers and by the engine, which
/// takes its items here one by one. Items are named by their positions in the list of
/// RunObserver::queued(). Thread-safe; no watcher's call waits for an item.
class RunControl
{
public:
    /// For watchers. While paused, no item begins; running items continue to their ends.
    void pause();
    void resume();
    bool isPaused() const;
    /// Removes waiting items and stops running ones, which takes well below a second even if they
    /// hang. Nothing of them is stored, so that a resumed run evaluates them. Ignores other items.
    void cancel(std::span<const std::size_t> items);
    /// Ends the whole run as soon as the running items have stopped.
    void cancelAll();
    /// Moves waiting items to the front or back of the queue. They keep their relative order.
    void moveToFront(std::span<const std::size_t> items);
    void moveToBack(std::span<const std::size_t> items);
    /// Returns the waiting items in the order in which they will be taken.
    std::vector<std::size_t> waiting() const;

    /// Returns the whole run's token, for the engine.
    std::stop_token token() const { return m_all.get_token(); }
    /// Queues the items 0 … count - 1; those of an earlier call must be done.
    void begin(std::size_t count);

    struct Turn {
        std::size_t item = 0;
        std::stop_token stop; ///< requested when this item or the whole run is cancelled
    };
    /// Function that gets the waiting items (at least one, in order) and returns the next one's
    /// position; must be quick.
    using Choice = std::function<std::size_t(const std::deque<std::size_t> &waiting)>;
    /// Takes the next item, by default the first. Blocks while the run is paused. nullopt when no
    /// item waits any more or the run was cancelled. Choices are made one at a time.
    std::optional<Turn> take(const Choice &choice = {});
    /// Ends an item that was taken.
    void done(std::size_t item);
    /// Returns an item that was cancelled while it waited; blocks until there is one. nullopt when
    /// every other item is done or the run was cancelled.
    std::optional<std::size_t> takeDropped();
    /// Returns whether anything was cancelled before it was done.
    bool hasCancelled() const;

    /// Request of a watcher.
    struct Command {
        enum class Kind { Pause, Resume, Cancel, Front, Back };
        Kind kind = Kind::Pause;
        std::vector<std::size_t> items = {};
    };
    /// Replaces begin() and take() for a run elsewhere, whose engine takes the items there.
    /// Commands of watchers here are sent to it. Another call forgets the items and commands of the
    /// earlier one, which must have ended.
    void beginElsewhere(std::size_t count);
    /// Returns the commands for a run elsewhere, without the first `count`.
    std::vector<Command> commandsAfter(std::size_t count) const;
    /// Reports that an item began elsewhere; done() reports its end.
    void began(std::size_t item);

private:
    void moveTo(std::span<const std::size_t> items, bool isFront);
    void removeWaiting(std::size_t item);
    void repeat(Command::Kind kind, std::span<const std::size_t> items);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::size_t> m_waiting;
    std::deque<std::size_t> m_dropped; ///< not yet taken by takeDropped()
    std::map<std::size_t, std::stop_source> m_underWay;
    std::stop_source m_all;
    std::vector<Command> m_commands; ///< for a run elsewhere
    bool m_isElsewhere = false;
    bool m_isPaused = false;
    bool m_hasCancelled = false;
};

} // namespace loupe
