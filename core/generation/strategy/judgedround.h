// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/dialogue.h"
#include "core/model/verdict/verdict.h"

#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace loupe {

/// Position of a program among those of a task.
struct ProgramPosition {
    int sample = 0;
    int round = 0;
    friend bool operator==(const ProgramPosition &, const ProgramPosition &) = default;
};

/// Evaluated round of a sample, as a strategy sees it.
struct JudgedRound {
    int round = 0;
    Verdict verdict = Verdict::NotRecorded; ///< by Strategy::judge
    std::optional<double> speedup;
    bool isWithheld = false; ///< flagged by an integrity finding
    std::string_view source; ///< of an evaluation that outlives this
    int sample = 0;

    ProgramPosition place() const { return {sample, round}; }
};

/// State of one sample of a task.
struct SampleSoFar {
    const Dialogue *dialogue = nullptr; ///< null: no request yet
    std::vector<JudgedRound> judged;    ///< by round
};

/// Return null if the round was not evaluated.
const JudgedRound *findRound(std::span<const JudgedRound> judged, int round);
const JudgedRound *findProgram(std::span<const SampleSoFar> samples, const ProgramPosition &place);

bool isCorrect(const JudgedRound &judged);

/// Returns true if the program may be shown and refined: it exists, has a result, and is not
/// excluded by an integrity rule.
bool canBeParent(const JudgedRound &judged);

/// Compares two programs while ignoring differences in blanks.
bool isSameProgram(std::string_view one, std::string_view other);

/// Returns the first round before `round` with the same program, ignoring blanks; nothing if it is
/// new.
std::optional<int> repeatedRound(std::span<const JudgedRound> judged, int round);

/// Returns the best correct program by speedup, the earlier one of equals, and never an excluded
/// one. Null if none is correct.
const JudgedRound *bestOf(std::span<const JudgedRound> judged);

/// Rank of a program within its task; lower is better. Correct programs come first by speedup, then
/// by how far they got: completed, run, built, the rest. Equal ones are ordered by round: the
/// earlier of correct, the later of other programs, so that one failure is not refined forever. The
/// lower sample comes last.
struct ProgramRank {
    int kind = 0;
    double slowness = 0; ///< negative speedup
    int age = 0;
    int sample = 0;
    friend bool operator<(const ProgramRank &a, const ProgramRank &b)
    {
        return std::tie(a.kind, a.slowness, a.age, a.sample)
            < std::tie(b.kind, b.slowness, b.age, b.sample);
    }
};
ProgramRank rankOf(const JudgedRound &judged);

/// Sorts the best to the front.
void sortByRank(std::vector<const JudgedRound *> &programs);

} // namespace loupe
