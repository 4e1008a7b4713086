// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/remainingtime.h"
#include "core/engine/request/runobserver.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe::ui {

/// State of an item of a run.
enum class ItemState : std::uint8_t {
    Waiting,
    Building,
    Verifying,
    Timing,
    Done,   ///< correct, skipped, or unknown
    Failed, ///< its verdict counts as a failure
    InfraError,
    Cancelled
};
constexpr std::size_t itemStates = 8;

ItemState stateOf(Stage stage);
ItemState stateOf(Verdict verdict);
constexpr bool isUnderWay(ItemState state)
{
    return state == ItemState::Building || state == ItemState::Verifying
        || state == ItemState::Timing;
}

/// Entry of an item into a state, in seconds since the item's start.
struct ItemStep {
    ItemState state = ItemState::Waiting;
    double second = 0;
};

/// Evaluation of a run with its result.
struct RunItem {
    ItemInfo info;
    ItemState state = ItemState::Waiting;
    bool isStopping = false; ///< cancelled by the user, but not ended yet
    double begun = 0;        ///< start in seconds of the run
    double seconds = 0;      ///< duration; so far, for an active item
    std::vector<ItemStep> steps = {};
    Verdict verdict = Verdict::NotRecorded; ///< once it has ended
    std::string message = {};
    std::optional<double> speedup = {};
    RowId id = {}; ///< id in the store, once it has ended
};

/// Event of the engine about one item.
struct ItemEvent {
    std::size_t item = 0;
    ItemState state = ItemState::Waiting;
    double second = 0; ///< time in seconds of the run
    std::string device = {};
    std::optional<ItemResult> result = {};
};

/// Live items of one run; used on the GUI thread. The index of an item never changes.
class RunItems
{
public:
    const std::vector<RunItem> &all() const { return m_items; }
    const RunItem &at(std::size_t item) const { return m_items[item]; }
    std::size_t size() const { return m_items.size(); }
    int count(ItemState state) const { return m_counts[static_cast<std::size_t>(state)]; }
    int underWay() const { return static_cast<int>(m_active.size()); }
    /// Returns the indices of active items.
    const std::vector<std::size_t> &active() const { return m_active; }
    /// Estimates the remaining time at the current second of the run, with `toCome` items that are
    /// not announced yet.
    std::optional<RemainingTime> remaining(int toCome = 0) const;

    void append(const std::vector<ItemInfo> &items);
    void apply(const ItemEvent &event);
    /// Advances the clock of the run, and with it the durations of active items.
    void advance(double second);
    void setStopping(std::size_t item);
    /// Ends the run: items that have not ended will not be evaluated.
    void end(bool isCancelled);

private:
    void setState(std::size_t item, ItemState state);

    std::vector<RunItem> m_items;
    std::array<int, itemStates> m_counts{};
    std::vector<std::size_t> m_active;
    std::vector<double> m_durations;
    double m_now = 0;
    double m_busy = 0; ///< seconds with at least one active item
};

} // namespace loupe::ui
