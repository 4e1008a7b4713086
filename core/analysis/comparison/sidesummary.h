// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Which side is ahead, if that is known.
enum class SideLead { First, Second, Unclear, NotKnown };

/// What a comparison of two sides comes to. A task (or, where a side has several methods, a task of
/// one method) counts once; "solved" is correct.
struct SidesSummary {
    std::string first; ///< what people call the sides
    std::string second;
    std::string unit = "task"; ///< of the counts: "task", or "task of a method"
    SpeedMeasure measure = SpeedMeasure::Speedups;
    std::string baseline; ///< that gains are over; empty: not recorded

    int judged = 0; ///< on both sides; the next four add up to it
    int solvedByBoth = 0;
    int onlyFirst = 0;
    int onlySecond = 0;
    int neither = 0;
    int notJudged = 0; ///< on one side or both: errors of the machinery and the like
    int missing = 0;   ///< met by one side only
    int solvedByFirst = 0;
    int solvedBySecond = 0;

    int timed = 0; ///< solved by both and timed on both; the next three add up to it
    int firstFaster = 0;
    int firstSlower = 0;
    int unclear = 0; ///< inside the noise band

    SideLead solves = SideLead::Unclear; ///< by the exact McNemar test at 0.05
    SideLead speed = SideLead::NotKnown; ///< by the interval of the geometric mean
    double solvesP = 1.0;
    double speedP = 1.0;
    std::optional<Interval> geometricMean; ///< how many times as fast the first side is
    NoiseFloor floor;
};

/// Of a comparison whose baseline is the first side.
SidesSummary summaryOf(const RunComparison &comparison, std::string first, std::string second);

/// A piece of a sentence, with what it stands for.
struct SentencePart {
    enum class Tone { Plain, Strong, Faster, Slower };
    std::string text;
    Tone tone = Tone::Plain;

    friend bool operator==(const SentencePart &, const SentencePart &) = default;
};

/// "codex solves more; neither is clearly faster." and what that is made of, in plain words.
std::vector<SentencePart> sentenceOf(const SidesSummary &summary);
std::string plainText(const std::vector<SentencePart> &parts);

/// The numbers of the tests in short: correct against correct, the geometric mean, the noise band.
std::vector<std::string> testLines(const SidesSummary &summary);
/// How all of it was tested, for who wants to know.
std::string howItWasTested(const SidesSummary &summary);

} // namespace loupe
