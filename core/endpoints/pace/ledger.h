// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/chat/place.h"
#include "core/endpoints/profile/profile.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace loupe {

/// What requests come to. Without prices money stays 0 and no limit asks for it.
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

/// The budget of a run, of each of its tasks and of each dialogue. The worst that a request can
/// come to is reserved before it is sent, so that what is spent and what may be spent never exceed
/// a limit together, however many are open. Thread-safe.
class Ledger
{
public:
    explicit Ledger(const Budget &budget) : m_budget(budget) { }

    /// What was spent before, in an earlier session of the same run. May exceed the limits.
    void addSpent(const Place &place, const Cost &cost);
    /// Which limit a request would exceed now, for people; nothing when it fits everywhere.
    std::optional<std::string> misfit(const Place &place, const Cost &worst);
    /// Nothing when it fits everywhere; then it is reserved. Else which limit it does not fit, for
    /// people, and nothing is changed. `id` is new.
    std::optional<std::string> reserve(const std::string &id, const Place &place,
                                       const Cost &worst);
    /// It came to `cost`. What is above its reservation is spent all the same.
    void settle(const std::string &id, const Cost &cost);
    /// Nobody knows what it came to: its reservation counts as spent for good.
    void keep(const std::string &id);
    /// It was never sent.
    void release(const std::string &id);

    /// Of the run.
    Cost spent() const;
    Cost reserved() const;

private:
    struct Account {
        Cost spent;
        Cost reserved;
    };
    struct Reservation {
        Place place;
        Cost worst;
    };
    std::optional<std::string> misfitLocked(const Place &place, const Cost &worst);
    void move(const std::string &id, const std::optional<Cost> &cost);
    Account &taskOf(const Place &place) { return m_tasks[place.task]; }
    Account &dialogueOf(const Place &place) { return m_dialogues[{place.task, place.sample}]; }

    const Budget m_budget;
    mutable std::mutex m_mutex;
    Account m_run;
    std::map<std::string, Account> m_tasks;
    std::map<std::pair<std::string, std::int64_t>, Account> m_dialogues;
    std::map<std::string, Reservation> m_open;
};

} // namespace loupe
