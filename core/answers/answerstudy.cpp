// SPDX-License-Identifier: Apache-2.0
#include "core/answers/answerstudy.h"

#include <algorithm>

namespace loupe {

namespace {

/// Returns the pairs of "```" from the start of the content, as most harnesses split answers.
std::vector<AnswerBlock> plainPairs(const std::string &content)
{
    const VisibleText all{{{0, static_cast<std::int64_t>(content.size())}}, -1};
    std::vector<AnswerBlock> blocks = answerBlocks(content, all, Segmentation::Pairs);
    std::erase_if(blocks, [](const AnswerBlock &block) { return !block.isClosed; });
    return blocks;
}

StudiedAnswer studied(const AnswerFile &file, EntryRule rule)
{
    if (!file.entries.empty())
        rule.entries = file.entries;
    StudiedAnswer out;
    out.name = file.name;
    out.extraction = extractCode({file.content, file.finishReason}, rule).extraction;
    const std::vector<AnswerBlock> pairs = plainPairs(file.content);
    const auto isFound = [&](const AnswerBlock &block) {
        return isProgram(joined(file.content, block.ranges), rule);
    };
    out.isFirstBlock = !pairs.empty() && isFound(pairs.front());
    out.isAnyPair = out.isFirstBlock || std::any_of(pairs.begin(), pairs.end(), isFound);
    out.isSavedWhole = file.saved && isProgram(*file.saved, rule);
    return out;
}

} // namespace

AnswerStudy studyAnswers(const std::vector<AnswerFile> &files, const EntryRule &rule)
{
    AnswerStudy study;
    study.answers.reserve(files.size());
    for (const AnswerFile &file : files) {
        StudiedAnswer answer = studied(file, rule);
        const Extraction &extraction = answer.extraction;
        ++study.byOutcome.at(static_cast<std::size_t>(extraction.outcome));
        if (hasCode(extraction)) {
            ++study.withCode;
            ++study.bySegmentation[extraction.segmentation];
            study.unclosed += extraction.isUnclosed ? 1 : 0;
            study.inOpenThought += extraction.isInOpenThought ? 1 : 0;
            study.lostByRun += answer.isSavedWhole ? 0 : 1;
        } else {
            study.savedButMissed += answer.isSavedWhole ? 1 : 0;
        }
        study.firstBlock += answer.isFirstBlock ? 1 : 0;
        study.anyPair += answer.isAnyPair ? 1 : 0;
        study.savedWhole += answer.isSavedWhole ? 1 : 0;
        study.answers.push_back(std::move(answer));
    }
    return study;
}

} // namespace loupe
