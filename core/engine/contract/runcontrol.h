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

/// Steers one run while it goes on. Shared by whoever watches the run and by the engine, which
/// takes its items from here one by one. Items are named by their places in the list that
/// RunObserver::queued() gave. Thread-safe; no call of a watcher waits for an item.
class RunControl
{
public:
    /// For who watches. While it is paused no item begins; those under way go on to their ends.
    void pause();
    void resume();
    bool isPaused() const;
    /// A waiting item is left out; one under way is stopped, which takes well below a second also
    /// where it hangs. Nothing of either is stored, so that a resumed run evaluates it. Others are
    /// ignored.
    void cancel(std::span<const std::size_t> items);
    /// The whole run ends as soon as what is under way has been stopped.
    void cancelAll();
    /// Those of the items that still wait are evaluated next, or last; among themselves they keep
    /// the order of the line.
    void moveToFront(std::span<const std::size_t> items);
    void moveToBack(std::span<const std::size_t> items);
    /// The items that wait, in the order in which they will be taken.
    std::vector<std::size_t> waiting() const;

    /// For the engine: the whole run's token.
    std::stop_token token() const { return m_all.get_token(); }
    /// Puts the items 0 … count - 1 in line; those of an earlier call have been dealt with.
    void begin(std::size_t count);

    struct Turn {
        std::size_t item = 0;
        std::stop_token stop; ///< requested when this item or the whole run is cancelled
    };
    /// Given the items that wait, in order and at least one, the place of the next; quick.
    using Choice = std::function<std::size_t(const std::deque<std::size_t> &waiting)>;
    /// The next item, the first where there is no choice; blocks while the run is paused. None when
    /// no item waits any more or the run was cancelled. Choices are made one at a time.
    std::optional<Turn> take(const Choice &choice = {});
    /// The item of a turn has been dealt with.
    void done(std::size_t item);
    /// An item that was cancelled while it waited; blocks until there is one. None when every other
    /// item has been dealt with or the run was cancelled.
    std::optional<std::size_t> takeDropped();
    /// Whether anything was cancelled that had not been dealt with.
    bool hasCancelled() const;

    /// What a watcher asked for.
    struct Command {
        enum class Kind { Pause, Resume, Cancel, Front, Back };
        Kind kind = Kind::Pause;
        std::vector<std::size_t> items = {};
    };
    /// For a run elsewhere, instead of begin() and take(): its engine takes the items there, and is
    /// told what a watcher asked for here. Called once.
    void beginElsewhere(std::size_t count);
    /// Of a run elsewhere, what was asked for, but for the first `count` commands.
    std::vector<Command> commandsAfter(std::size_t count) const;
    /// An item began elsewhere; done() tells that it has been dealt with.
    void began(std::size_t item);

private:
    void moveTo(std::span<const std::size_t> items, bool isFront);
    void removeWaiting(std::size_t item);
    void repeat(Command::Kind kind, std::span<const std::size_t> items);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::size_t> m_waiting;
    std::deque<std::size_t> m_dropped; ///< not yet told
    std::map<std::size_t, std::stop_source> m_underWay;
    std::stop_source m_all;
    std::vector<Command> m_commands; ///< of a run elsewhere
    bool m_isElsewhere = false;
    bool m_isPaused = false;
    bool m_hasCancelled = false;
};

} // namespace loupe
