// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/dialogue.h"
#include "core/model/verdict.h"

#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace loupe {

/// Which of a task's programs.
struct ProgramPlace {
    int sample = 0;
    int round = 0;
    friend bool operator==(const ProgramPlace &, const ProgramPlace &) = default;
};

/// A round of a sample that was evaluated, as a strategy sees it.
struct JudgedRound {
    int round = 0;
    Verdict verdict = Verdict::NotRecorded; ///< of Strategy::judge
    std::optional<double> speedup;
    bool isWithheld = false; ///< by a finding of integrity
    std::string_view source; ///< of an evaluation that outlives this
    int sample = 0;

    ProgramPlace place() const { return {sample, round}; }
};

/// What there is of one sample of a task.
struct SampleSoFar {
    const Dialogue *dialogue = nullptr; ///< null: nothing was asked yet
    std::vector<JudgedRound> judged;    ///< by round
};

/// Null where the round was not judged.
const JudgedRound *findRound(std::span<const JudgedRound> judged, int round);
const JudgedRound *findProgram(std::span<const SampleSoFar> samples, const ProgramPlace &place);

bool isCorrect(const JudgedRound &judged);

/// Whether it may be shown and gone on from: it has a program that was judged, and no rule of
/// integrity withholds it.
bool canBeParent(const JudgedRound &judged);

/// Whether two programs are equal but for blanks.
bool isSameProgram(std::string_view one, std::string_view other);

/// The first round before `round` with the same program, but for blanks; nothing: it is new.
std::optional<int> repeatedRound(std::span<const JudgedRound> judged, int round);

/// The best of these: a correct one by speedup, of equal ones the earlier; never one that is
/// withheld. Null: none is correct.
const JudgedRound *bestOf(std::span<const JudgedRound> judged);

/// How programs of a task stand to one another, the better the less: the correct by speedup, then
/// what ran to its end, then what ran, then what was built, then the rest. Of equal ones the
/// earlier correct and the later other one comes first, so that what fails is not gone on from for
/// ever; then the lower sample.
struct ProgramRank {
    int kind = 0;
    double slowness = 0; ///< minus the speedup
    int age = 0;
    int sample = 0;
    friend bool operator<(const ProgramRank &a, const ProgramRank &b)
    {
        return std::tie(a.kind, a.slowness, a.age, a.sample)
            < std::tie(b.kind, b.slowness, b.age, b.sample);
    }
};
ProgramRank rankOf(const JudgedRound &judged);

/// The best first.
void sortByRank(std::vector<const JudgedRound *> &programs);

} // namespace loupe
