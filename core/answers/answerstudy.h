// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/answerfiles.h"
#include "core/answers/extraction.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// Result for one answer, compared with simpler rules.
struct StudiedAnswer {
    std::string name;
    Extraction extraction;
    bool isFirstBlock = false; ///< the first pair of "```" holds a whole program with the entry
    bool isAnyPair = false;    ///< one of the pairs does
    bool isSavedWhole = false; ///< the file saved by the run is a whole program with the entry
};

/// Counts over several answers.
struct AnswerStudy {
    std::vector<StudiedAnswer> answers;
    std::array<int, extractionOutcomes.size()> byOutcome{}; ///< in the order of the outcomes
    std::map<std::string, int> bySegmentation;              ///< of answers with code
    int withCode = 0;
    int unclosed = 0;      ///< of answers with code: the block is not closed
    int inOpenThought = 0; ///< of answers with code: it is in an unfinished thought
    int firstBlock = 0;
    int anyPair = 0;
    int savedWhole = 0;
    int savedButMissed = 0; ///< the run saved a whole program, but the rule found none
    int lostByRun = 0;      ///< the rule found a program, but the run saved none
};

/// Applies the rule to every answer, using the answer's own entries if it names any, and counts.
AnswerStudy studyAnswers(const std::vector<AnswerFile> &files, const EntryRule &rule);

} // namespace loupe
