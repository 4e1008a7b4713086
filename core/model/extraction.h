// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What became of a model's answer when its code was looked for.
enum class ExtractionOutcome : std::uint8_t {
    Code,        ///< one program that defines the entry
    NoCode,      ///< text, but nothing that defines the entry
    Truncated,   ///< the answer ended at its limit, before a whole program
    Refused,     ///< the model or a filter of its provider declined
    Empty,       ///< no visible text
    Ambiguous,   ///< several different programs define the entry: the last one was taken
    Unparseable, ///< something names the entry, but is not a whole program
};

struct ExtractionOutcomeFacts {
    ExtractionOutcome outcome;
    std::string_view id;      ///< stored and printed by --json
    std::string_view label;   ///< a few words for tables
    std::string_view meaning; ///< one sentence
};

inline constexpr std::array<ExtractionOutcomeFacts, 7> extractionOutcomes{{
    {ExtractionOutcome::Code, "code", "code", "One program that defines the entry."},
    {ExtractionOutcome::NoCode, "no_code", "no code", "Nothing in the text defines the entry."},
    {ExtractionOutcome::Truncated, "truncated", "truncated",
     "The answer ended at its limit, before a whole program."},
    {ExtractionOutcome::Refused, "refused", "refused",
     "The model, or a filter of its provider, declined to answer."},
    {ExtractionOutcome::Empty, "empty", "empty", "The answer has no visible text."},
    {ExtractionOutcome::Ambiguous, "ambiguous", "several programs",
     "Several different programs define the entry; the last one was taken."},
    {ExtractionOutcome::Unparseable, "unparseable", "no whole program",
     "Something names the entry, but it is not a whole program."},
}};

constexpr const ExtractionOutcomeFacts &facts(ExtractionOutcome outcome)
{
    return extractionOutcomes[static_cast<std::size_t>(outcome)];
}

constexpr std::optional<ExtractionOutcome> extractionOutcomeFromId(std::string_view id)
{
    for (const ExtractionOutcomeFacts &each : extractionOutcomes) {
        if (each.id == id)
            return each.outcome;
    }
    return std::nullopt;
}

/// Bytes of a text, from `begin` up to but without `end`.
struct ByteRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::int64_t size() const { return end - begin; }
    friend bool operator==(const ByteRange &, const ByteRange &) = default;
};

/// What was taken from an answer, and by which version of the rule.
struct Extraction {
    int ruleVersion = 0;
    ExtractionOutcome outcome = ExtractionOutcome::Empty;
    std::string segmentation;      ///< how blocks were told apart: "lines", "pairs", "whole" …
    int blocks = 0;                ///< in that segmentation
    int chosen = -1;               ///< which of them, from 0; -1: none
    bool isUnclosed = false;       ///< the chosen block has no closing fence
    bool isInOpenThought = false;  ///< it stands behind the mark of a thought that never ends
    std::vector<ByteRange> ranges; ///< of the content: what was taken, nothing else
    std::string source;            ///< those bytes; several ranges are joined by line breaks
    std::string person;            ///< who chose the block instead of the rule; empty: the rule did

    friend bool operator==(const Extraction &, const Extraction &) = default;
};

/// Whether there is a program to evaluate.
inline bool hasCode(const Extraction &extraction)
{
    return extraction.outcome == ExtractionOutcome::Code
        || extraction.outcome == ExtractionOutcome::Ambiguous;
}

} // namespace loupe
