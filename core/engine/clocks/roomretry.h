// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"

#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// Share of a device's memory that a candidate's evaluation may assume.
enum class Room { Shared, Whole };

/// Marks an evaluation as not judged because of `error`: its task cannot be judged here.
inline void skip(Evaluation &evaluation, const Error &error)
{
    evaluation.verdict
        = error.code == Errc::InvalidInput ? Verdict::ReferenceFailed : Verdict::TooLargeForDevice;
    evaluation.strictVerdict = evaluation.verdict;
    evaluation.message = error.message;
    evaluation.runLog = error.detail;
    evaluation.finishedAt = isoTime(systemClock().wallNow());
}

/// Returns whether an attempt may have failed only because other jobs held the device's memory: the
/// candidate ran out of memory, or the reference or checker answered Busy.
inline bool lackedRoom(const Result<Evaluation> &result)
{
    if (!result)
        return result.error().code == Errc::Busy;
    return result->verdict == Verdict::OutOfMemory || result->strictVerdict == Verdict::OutOfMemory;
}

/// On out-of-memory, retries with exclusive use of the device, so that a candidate never fails
/// because other jobs held the memory. If that fails as well, the result stands, or the task is too
/// large for the device. It is Busy if a program outside the run holds memory: `heldByOthers`
/// describes it, or returns an empty string. `attempt` takes a Room and returns a
/// Result<Evaluation>.
template <typename Attempt, typename HeldByOthers>
Result<Evaluation> withRoom(const Candidate &candidate, Attempt attempt, HeldByOthers heldByOthers,
                            const std::stop_token &stop)
{
    Result<Evaluation> done = attempt(Room::Shared);
    if (!lackedRoom(done) || stop.stop_requested())
        return done;
    const std::string why = done ? done->message : done.error().message;
    done = attempt(Room::Whole);
    const std::string others = lackedRoom(done) ? heldByOthers() : std::string();
    if (!others.empty())
        return Error{Errc::Busy,
                     "out of device memory, and " + others,
                     {},
                     "resume the run when the device is free",
                     done ? done->message : done.error().message};
    if (done) {
        done->runLog += "\nkloupe: out of device memory with other jobs on it (" + why
            + "); repeated with no other job on the device\n";
    } else if (done.error().code == Errc::Busy) {
        Evaluation skipped;
        skipped.candidate = candidate;
        skip(skipped, done.error());
        return skipped;
    }
    return done;
}

} // namespace loupe
