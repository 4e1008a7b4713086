// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The side that is ahead, if known.
enum class SideLead { First, Second, Unclear, NotKnown };

/// Summary of a comparison of two sides. A task (or, if a side has several methods, a task of one
/// method) counts once; "solved" is correct.
struct SidesSummary {
    std::string first; ///< names for display
    std::string second;
    std::string unit = "task"; ///< of the counts: "task", or "task of a method"
    SpeedMeasure measure = SpeedMeasure::Speedups;
    std::string baseline; ///< of the gains; empty if not recorded

    int judged = 0; ///< on both sides: solvedByBoth + onlyFirst + onlySecond + neither
    int solvedByBoth = 0;
    int onlyFirst = 0;
    int onlySecond = 0;
    int neither = 0;
    int notJudged = 0; ///< on one side or both, e.g. infrastructure errors
    int missing = 0;   ///< present on one side only
    int solvedByFirst = 0;
    int solvedBySecond = 0;

    int timed = 0; ///< solved and timed by both: firstFaster + firstSlower + unclear
    int firstFaster = 0;
    int firstSlower = 0;
    int unclear = 0; ///< inside the noise band

    SideLead solves = SideLead::Unclear; ///< by the exact McNemar test at 0.05
    SideLead speed = SideLead::NotKnown; ///< by the interval of the geometric mean
    double solvesP = 1.0;
    double speedP = 1.0;
    std::optional<Interval> geometricMean; ///< speed factor of the first side
    NoiseFloor floor;
};

/// Summarizes a comparison whose baseline is the first side.
SidesSummary summaryOf(const RunComparison &comparison, std::string first, std::string second);

/// A piece of a sentence, with its emphasis.
struct SentencePart {
    enum class Tone { Plain, Strong, Faster, Slower };
    std::string text;
    Tone tone = Tone::Plain;

    friend bool operator==(const SentencePart &, const SentencePart &) = default;
};

/// Returns "codex solves more; neither is clearly faster." and the numbers behind it, in plain
/// words.
std::vector<SentencePart> sentenceOf(const SidesSummary &summary);
std::string plainText(const std::vector<SentencePart> &parts);

/// Returns the numbers of the tests: correct against correct, the geometric mean, the noise band.
std::vector<std::string> testLines(const SidesSummary &summary);
/// Describes the tests in detail.
std::string howItWasTested(const SidesSummary &summary);

} // namespace loupe
