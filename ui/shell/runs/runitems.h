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

/// Where an item of a run is.
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

/// When an item entered a state, in seconds since it began.
struct ItemStep {
    ItemState state = ItemState::Waiting;
    double second = 0;
};

/// One evaluation of a run with what became of it.
struct RunItem {
    ItemInfo info;
    ItemState state = ItemState::Waiting;
    bool isStopping = false; ///< somebody cancelled it, and it has not ended yet
    double begun = 0;        ///< second of the run at which it began
    double seconds = 0;      ///< that it took; of one under way, so far
    std::vector<ItemStep> steps = {};
    Verdict verdict = Verdict::NotRecorded; ///< once it has ended
    std::string message = {};
    std::optional<double> speedup = {};
    RowId id = {}; ///< in the store, once it has ended
};

/// What an engine told about one item.
struct ItemEvent {
    std::size_t item = 0;
    ItemState state = ItemState::Waiting;
    double second = 0; ///< of the run
    std::string device = {};
    std::optional<ItemResult> result = {};
};

/// The items of one run as they go on, on the GUI thread. An item keeps its place for ever.
class RunItems
{
public:
    const std::vector<RunItem> &all() const { return m_items; }
    const RunItem &at(std::size_t item) const { return m_items[item]; }
    std::size_t size() const { return m_items.size(); }
    int count(ItemState state) const { return m_counts[static_cast<std::size_t>(state)]; }
    int underWay() const;
    /// Places of those under way.
    const std::vector<std::size_t> &active() const { return m_active; }
    /// What to expect of the rest at this second of the run.
    std::optional<RemainingTime> remaining() const;

    void append(const std::vector<ItemInfo> &items);
    void apply(const ItemEvent &event);
    /// Moves the clock of the run on: those under way have taken longer.
    void advance(double second);
    void setStopping(std::size_t item);
    /// What has not ended when the run has will not be evaluated.
    void end(bool isCancelled);

private:
    void setState(std::size_t item, ItemState state);

    std::vector<RunItem> m_items;
    std::array<int, itemStates> m_counts{};
    std::vector<std::size_t> m_active;
    std::vector<double> m_durations;
    double m_now = 0;
    double m_busy = 0; ///< seconds in which anything was under way
};

} // namespace loupe::ui
