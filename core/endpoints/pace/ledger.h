// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/chat/requestkey.h"
#include "core/endpoints/profile/profile.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace loupe {

/// Cost of requests. Without prices the money stays 0, and no limit in dollars is allowed.
struct Cost {
    std::int64_t requests = 0;
    std::int64_t input = 0;  ///< tokens
    std::int64_t output = 0; ///< tokens
    Money money;

    Cost &operator+=(const Cost &other);
    Cost &operator-=(const Cost &other);
    friend bool operator==(const Cost &, const Cost &) = default;
};

template <typename Fields>
void listFields(Fields &fields, Cost &cost)
{
    auto &[requests, input, output, money] = cost;
    fields("requests", requests);
    fields("input", input);
    fields("output", output);
    fields("picodollars", money.pico);
}

/// Budget of a run, of each of its tasks and of each dialogue. The upper bound of a request is
/// reserved before it is sent. Spent and reserved cost together therefore never exceed a limit.
/// Thread-safe.
class Ledger
{
public:
    explicit Ledger(const Budget &budget) : m_budget(budget) { }

    /// Adds the cost of an earlier session of the same run, which may exceed the limits.
    void addSpent(const RequestKey &place, const Cost &cost);
    /// Describes the limit that a request would exceed now; nothing if it fits.
    std::optional<std::string> misfit(const RequestKey &place, const Cost &worst);
    /// Reserves `worst` for a new `id` if it fits all limits and returns nothing. Otherwise it
    /// describes the limit and changes nothing.
    std::optional<std::string> reserve(const std::string &id, const RequestKey &place,
                                       const Cost &worst);
    /// Replaces a reservation with the real `cost`, even if that is higher.
    void settle(const std::string &id, const Cost &cost);
    /// Counts a reservation as spent for good, because its real cost is unknown.
    void keep(const std::string &id);
    /// Drops the reservation of a request that was never sent.
    void release(const std::string &id);

    /// Returns the cost spent by the whole run.
    Cost spent() const;
    Cost reserved() const;

private:
    struct Account {
        Cost spent;
        Cost reserved;
    };
    struct Reservation {
        RequestKey place;
        Cost worst;
    };
    std::optional<std::string> misfitLocked(const RequestKey &place, const Cost &worst);
    void move(const std::string &id, const std::optional<Cost> &cost);
    Account &taskOf(const RequestKey &place) { return m_tasks[place.task]; }
    Account &dialogueOf(const RequestKey &place) { return m_dialogues[{place.task, place.sample}]; }

    const Budget m_budget;
    mutable std::mutex m_mutex;
    Account m_run;
    std::map<std::string, Account> m_tasks;
    std::map<std::pair<std::string, std::int64_t>, Account> m_dialogues;
    std::map<std::string, Reservation> m_open;
};

} // namespace loupe
