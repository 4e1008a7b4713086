// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/dialogue.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A part of an answer: text taken as the candidate, or text around it.
struct AnswerPiece {
    std::string text;
    bool isTaken = false;
    friend bool operator==(const AnswerPiece &, const AnswerPiece &) = default;
};

/// A text of the prompt with a title.
struct ToldText {
    std::string title; ///< "task", "feedback on round 0", "hint by Ada"
    std::string body;
    friend bool operator==(const ToldText &, const ToldText &) = default;
};

/// One round of a dialogue for display. Texts are unchanged, so views must escape control
/// characters (printabletext.h). Unrecorded members are empty.
struct DialogueRound {
    int round = 0;
    std::string origin; ///< "refined from round 0", "crossed from sample 3, round 1"
    std::vector<ToldText> told;
    std::string reasoning;
    std::vector<AnswerPiece> answer; ///< of the last answered request
    std::string outcome;             ///< one line: the part taken, and the reason
    std::string trouble;             ///< errors of the endpoint, one per line
    std::string cost;                ///< one line over all requests of the round
};

/// Returns the rounds in their order.
std::vector<DialogueRound> dialogueRounds(const Dialogue &dialogue);

/// Splits the content into the ranges that were taken and the text between them.
std::vector<AnswerPiece> answerPieces(std::string_view content, const Extraction &extraction);

/// Returns all rounds as text for a terminal. Marker lines enclose the parts taken from an answer.
/// Reasoning is one line with its length, unless `withReasoning`.
std::string dialogueText(const Dialogue &dialogue, bool withReasoning);

} // namespace loupe
