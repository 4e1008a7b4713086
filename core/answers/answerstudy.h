// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/answerfiles.h"
#include "core/answers/extraction.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// What became of one answer, beside what simpler rules would have found.
struct StudiedAnswer {
    std::string name;
    Extraction extraction;
    bool isFirstBlock = false; ///< the first pair of "```" holds a whole program with the entry
    bool isAnyPair = false;    ///< one of the pairs does
    bool isSavedWhole = false; ///< the file that the run saved is a whole program with the entry
};

/// Counts over many answers.
struct AnswerStudy {
    std::vector<StudiedAnswer> answers;
    std::array<int, extractionOutcomes.size()> byOutcome{}; ///< in the order of the outcomes
    std::map<std::string, int> bySegmentation;              ///< of those with code
    int withCode = 0;
    int unclosed = 0;      ///< of those with code: the block never closes
    int inOpenThought = 0; ///< of those with code: it stands in a thought that never ends
    int firstBlock = 0;
    int anyPair = 0;
    int savedWhole = 0;
    int savedButMissed = 0; ///< the run's own file is whole, and the rule found nothing
    int lostByRun = 0;      ///< the rule found a program, and the run saved none
};

/// Applies the rule to every answer, with the entries that the answer names itself, and counts.
AnswerStudy studyAnswers(const std::vector<AnswerFile> &files, const EntryRule &rule);

} // namespace loupe
