// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/python/oracleconversation.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Makes the trials of a task with its reference: inputs, the reference's results, and the results
/// in float64. Also derives other trials from a recorded call.
class OracleTrials
{
public:
    /// `oracle` must outlive this.
    explicit OracleTrials(OracleConversation &oracle) : m_oracle(oracle) { }

    /// Draws the trial's inputs and stores the reference's results. Trials without a seed must be
    /// made in order, because each continues from the generator state of the draw before it.
    /// Excuses a strict trial of unusual values, with the reason, if the reference cannot take
    /// them.
    Status make(const PythonPhase &phase, PythonTrial &trial);
    /// Replaces a recorded call's values with others made from the trial's seed, and stores the
    /// reference's results. Returns the results of a second call. Excuses the trial, with the
    /// reason, if there are no other values or only they make the reference non-finite.
    Result<Bundle> makeOther(const PythonPhase &phase, const PythonTrial &recorded,
                             PythonTrial &trial);

    /// Sets the float64 form of the reference's last call, with its error, if it has one.
    Status makeExactOfLast(const PythonPhase &phase, PythonTrial &trial);

private:
    Status makePlain(const PythonPhase &phase, PythonTrial &trial);
    /// Draws the inputs of a trial and calls the reference with them. With `keepsState`, changes
    /// that the call makes to the reference are undone.
    Result<PythonChild::Answer> drawAndCall(const PythonPhase &phase, PythonTrial &trial,
                                            bool keepsState = false);
    /// Equal values whose order decides a result.
    enum class Ties : std::uint8_t {
        None,
        Documented, ///< equal whole numbers of which torch documents that the first comes first
        Given,      ///< equal bits
        Computed    ///< perhaps equal up to rounding
    };
    /// Returns the ties of the reference's last call.
    Result<Ties> tiesIn(const PythonPhase &phase, const PythonTrial &trial,
                        const PythonChild::Answer &called);
    /// Draws and calls again, and returns the ties of that call.
    Result<Ties> tiesAgain(const PythonPhase &phase, PythonTrial &trial,
                           PythonChild::Answer &called);
    /// Returns whether a trial of structured inputs fits the task, by what the reference does with
    /// the plain inputs of the same seed. Completes the name of the trial's variant.
    Result<bool> fitsTask(const PythonPhase &phase, PythonTrial &trial);
    /// Draws a strict trial's inputs again where the order of equal values decides the result:
    /// without equal numbers, then under other seeds. Excuses a trial of unusual values where that
    /// does not help. InvalidInput if a plain trial depends on rounding under every seed.
    Status resolveTies(const PythonPhase &phase, PythonTrial &trial, PythonChild::Answer &called);
    static void useSeed(PythonTrial &trial, std::uint64_t seed);
    /// Makes a trial of other values or weights; excuses it if the reference fails on them.
    Status makeUnusual(const PythonPhase &phase, PythonTrial &trial);
    /// Makes a trial with weights that are changed in place.
    Status makeWithOtherWeights(const PythonPhase &phase, PythonTrial &trial);
    /// Makes a trial with a model that is constructed under the trial's own seed.
    Status makeConstructedAgain(const PythonPhase &phase, PythonTrial &trial);
    Status makeExact(const PythonPhase &phase, PythonTrial &trial);
    /// Measures the reference's error when it is called as it is timed.
    Status measureAsTimed(PythonTrial &trial);
    /// InvalidInput if the last call's result has elements that the reference does not write.
    Status refuseUnwritten(const PythonPhase &phase, const PythonTrial &trial);
    /// Finds the elements of the last call's result that roundings decide.
    Status findUndecided(const PythonPhase &phase, PythonTrial &trial);

    OracleConversation &m_oracle;
    std::string m_notExact;        ///< why the reference has no float64 form; empty if unknown
    bool m_changedWeights = false; ///< a trial had other weights
    std::optional<std::vector<std::string>> m_structures; ///< that fit; nullopt: not known yet
    /// Maps a planned seed, which several trials may share, to the seed that replaced it.
    std::map<std::uint64_t, std::uint64_t> m_redrawn;
};

/// Reference process that makes the trials of a phase one after the other. The server that forked
/// it must outlive it.
struct TrialStream {
    TrialStream(std::unique_ptr<PythonChild> process, OracleConversation conversation,
                PythonPhase plan)
        : child(std::move(process))
        , oracle(std::move(conversation))
        , trials(oracle)
        , phase(std::move(plan))
    {
    }
    TrialStream(const TrialStream &) = delete;
    TrialStream &operator=(const TrialStream &) = delete;

    std::unique_ptr<PythonChild> child;
    OracleConversation oracle;
    OracleTrials trials;
    PythonPhase phase; ///< without trials
};

} // namespace loupe
