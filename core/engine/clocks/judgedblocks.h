// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/verdict/verdict.h"
#include "core/platforms/host/calloutcome.h"
#include "core/platforms/host/callrange.h"
#include "core/timing/pairedtiming.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// After a pause, the first call takes up to half a millisecond longer than the next. Blocks of
/// calls below this have one before them that is not timed.
constexpr double warmedUpCallSeconds = 0.002;

/// One side of a timing. It works only during these functions.
class CallTimer
{
public:
    virtual ~CallTimer() = default;

    /// Gives the side the inputs that were laid, and overwrites its results with poison. Not
    /// timed. Returns false on failure; last() holds the reason.
    virtual bool makeReady() = 0;
    /// Makes calls that are not timed before the next block; false on failure.
    virtual bool warmUp(CallRange) { return true; }
    /// Times a block of calls, each on its own slot; null on failure.
    virtual std::optional<BlockTime> time(CallRange range) = 0;
    /// Drops the samples so far: the warm-up.
    virtual void keepFromHere() = 0;
    /// Returns how the last request ended.
    virtual const CallOutcome &last() const = 0;
};

/// Blocks of calls for timeInPairs(), each call on inputs that its process has never seen. Before
/// each pair of blocks as many slots as these have calls get new inputs. Each side's block starts
/// at a random slot, and the results of one slot that both cover are kept. Those of a random few of
/// all pairs can be compared when the timing has ended. So a candidate cannot tell the checked
/// calls, and a result that it stored is wrong. The sides must outlive it. Not thread-safe.
class JudgedBlocks
{
public:
    /// Fills slots with other inputs, `wanted` if there are so many. Returns how many; the calls of
    /// a block begin anew after the last.
    using Lay = std::function<Result<std::size_t>(std::size_t wanted)>;
    /// Verdict on the candidate and its message.
    using Judged = Result<std::pair<Verdict, std::string>>;
    struct Checks {
        /// Copies both results of a slot to a place below `maxJudged`, over what was there.
        std::function<Judged(std::size_t slot, std::size_t place)> keep;
        /// Compares the results at a place.
        std::function<Judged(std::size_t place)> judge;
    };
    struct Settings {
        std::size_t slotCount = 1; ///< maximum calls per block
        std::size_t maxJudged = 8; ///< number of pairs of which results are compared
        std::uint64_t seed = 0;    ///< secret
        /// Only the result of a block's last call can be kept. Blocks then have a random length, so
        /// that a candidate cannot tell which call is the last.
        bool keepsLastCall = false;
        /// Each block of short calls begins with one that is not timed.
        bool warmsUp = false;
    };
    JudgedBlocks(CallTimer &baseline, CallTimer &candidate, Lay lay, Checks checks,
                 Settings settings);

    /// Times both sides until `policy` is satisfied. wrong() or error() may have a value then.
    PairedTiming measure(const TimingPolicy &policy, const std::stop_token &stop,
                         PairedStart start = {});
    /// Compares the results that were kept; wrong() or error() may have a value then.
    void judge();
    /// Gives one side new inputs, for a call outside the timing. Returns false on failure.
    bool renew(CallTimer &side);

    /// Returns the failure of the machinery, if any; last() holds a call's.
    const std::optional<Error> &error() const { return m_error; }
    const CallOutcome &last() const { return m_last; }
    /// Returns the wrong result, if one was found.
    const std::optional<CallOutcome> &wrong() const { return m_wrong; }

    /// Returns which call's results are at each place: "call 3 of timed block 7".
    const std::vector<std::string> &kept() const { return m_kept; }
    std::size_t judgedCalls() const { return m_kept.size(); }
    std::int64_t timedCalls() const { return m_candidate.calls; }

private:
    struct Side {
        CallTimer &timer;
        bool hasUsed = true;    ///< the inputs that are laid
        std::size_t asked = 1;  ///< calls of the last block
        double callSeconds = 0; ///< of the last block
        std::size_t blocks = 0; ///< since the warm-up
        std::size_t judged = 0; ///< index of the checked call in the last block
        std::int64_t calls = 0;
    };
    TimedBlock blocksOf(Side &side, const Side &other);
    std::optional<BlockTime> block(Side &side, const Side &other, int calls);
    /// Returns how many calls before a block are not timed.
    std::size_t warmUpsOf(const Side &side) const;
    /// Returns how many calls a block has that should have `calls`.
    std::size_t lengthOf(int calls);
    bool isReady(CallTimer &side);
    /// Fills slots for blocks of both sides.
    bool layOut();
    bool keepPair();
    /// Returns whether the candidate is right so far.
    bool isRight(const Judged &judged, const std::string &where);

    Side m_baseline;
    Side m_candidate;
    Lay m_lay;
    Checks m_checks;
    Settings m_settings;
    std::mt19937_64 m_random;
    std::size_t m_laid = 0;          ///< slots of the current pair
    std::size_t m_judgedSlot = 0;    ///< of the current pair
    bool m_isWarm = false;           ///< blocks count from now on
    std::vector<std::string> m_kept; ///< which call is at each place
    std::optional<Error> m_error;
    CallOutcome m_last;
    std::optional<CallOutcome> m_wrong;
};

} // namespace loupe
