// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/occupationlog.h"
#include "core/model/verdict.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace loupe {

/// What evaluations are at, concluded from their stages, for engines that tell nothing else:
/// whoever times is alone on his device. He waits until those who were in a stage there have come
/// to its end, and who comes to a stage meanwhile waits for him and for those who are to be timed
/// behind him, as a TimingLease has it. What builds and makes inputs disturbs nobody who is timed
/// on a GPU. Thread-safe.
class StageOccupations
{
public:
    explicit StageOccupations(std::shared_ptr<OccupationLog> log) : m_log(std::move(log)) { }

    /// The evaluation (any address that is its own) begins with a stage.
    void entered(const void *evaluation, Stage stage, const std::string &device);
    /// It has ended. Nothing where it was in no stage.
    void left(const void *evaluation);

private:
    struct Place {
        const void *evaluation;
        std::string device;
        Occupation wanted;
        bool takesTurns;
        Occupation now;
    };
    void remove(const void *evaluation);
    void settle(const std::string &device);
    void change(Place &place, Occupation occupation);

    std::shared_ptr<OccupationLog> m_log;
    std::mutex m_mutex;
    std::vector<Place> m_places; ///< in the order in which they came to their stages
};

} // namespace loupe
