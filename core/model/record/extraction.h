// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Result of searching a model's answer for code.
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

/// Bytes of a text, from `begin` up to and excluding `end`.
struct ByteRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::int64_t size() const { return end - begin; }
    friend bool operator==(const ByteRange &, const ByteRange &) = default;
};

/// Code taken from an answer, with the version of the rule.
struct Extraction {
    int ruleVersion = 0;
    ExtractionOutcome outcome = ExtractionOutcome::Empty;
    std::string segmentation;      ///< how blocks were separated: "lines", "pairs", "whole" …
    int blocks = 0;                ///< number of blocks in that segmentation
    int chosen = -1;               ///< index of the chosen block, from 0; -1: none
    bool isUnclosed = false;       ///< the chosen block has no closing fence
    bool isInOpenThought = false;  ///< it follows the mark of a thought that never ends
    std::vector<ByteRange> ranges; ///< of the content: exactly the bytes that were taken
    SharedText source;             ///< those bytes; several ranges are joined by line breaks
    std::string person;            ///< person that chose the block; empty if the rule chose it

    friend bool operator==(const Extraction &, const Extraction &) = default;
};

/// Returns whether there is a program to evaluate.
inline bool hasCode(const Extraction &extraction)
{
    return extraction.outcome == ExtractionOutcome::Code
        || extraction.outcome == ExtractionOutcome::Ambiguous;
}

} // namespace loupe
