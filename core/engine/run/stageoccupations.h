// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/occupationlog.h"
#include "core/model/verdict/verdict.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace loupe {

/// Occupations of evaluations, derived from their stages for engines that report stages only. They
/// follow the rules of a TimingLease: a timer waits for earlier work on its device, and later work
/// waits for it and the timers behind it. Building and drawing inputs do not disturb a timing on a
/// GPU. Thread-safe.
class StageOccupations
{
public:
    explicit StageOccupations(std::shared_ptr<OccupationLog> log) : m_log(std::move(log)) { }

    /// Reports that an evaluation (any unique address) begins a stage.
    void entered(const void *evaluation, Stage stage, const std::string &device);
    /// Reports that the evaluation ended; ignored if it was in no stage.
    void left(const void *evaluation);

private:
    struct Occupant {
        const void *evaluation;
        std::string device;
        Occupation wanted;
        bool takesTurns;
        Occupation now;
    };
    void remove(const void *evaluation);
    void settle(const std::string &device);
    void change(Occupant &place, Occupation occupation);

    std::shared_ptr<OccupationLog> m_log;
    std::mutex m_mutex;
    std::vector<Occupant> m_places; ///< in the order of entering their stages
};

} // namespace loupe
