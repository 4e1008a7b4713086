// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/dialogue.h"

#include <string>
#include <vector>

namespace loupe {

/// Part of an answer: what was taken from it as the candidate, or what stands around that.
struct AnswerPiece {
    std::string text;
    bool isTaken = false;
    friend bool operator==(const AnswerPiece &, const AnswerPiece &) = default;
};

/// A text that the model was told, under what it is.
struct ToldText {
    std::string title; ///< "task", "feedback on round 0", "hint by Ada"
    std::string body;
    friend bool operator==(const ToldText &, const ToldText &) = default;
};

/// One round of a dialogue as people read it. Texts are as they were: who shows them shows marks
/// for what steers (printabletext.h). What is not recorded is empty.
struct DialogueRound {
    int round = 0;
    std::string origin; ///< "refined from round 0", "crossed from sample 3, round 1"
    std::vector<ToldText> told;
    std::string reasoning;
    std::vector<AnswerPiece> answer; ///< of the last request that was answered
    std::string outcome;             ///< one line: what was taken, and why that
    std::string trouble;             ///< errors of the endpoint, one a line
    std::string cost;                ///< one line over all requests of the round
};

/// The rounds in their order.
std::vector<DialogueRound> dialogueRounds(const Dialogue &dialogue);

/// The content in pieces: the ranges that were taken, and what stands between them.
std::vector<AnswerPiece> answerPieces(const std::string &content, const Extraction &extraction);

/// All rounds as text for a terminal. What was taken of an answer stands between lines that say so;
/// reasoning is one line that counts it, unless it is wanted whole.
std::string dialogueText(const Dialogue &dialogue, bool withReasoning);

} // namespace loupe
