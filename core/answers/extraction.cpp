// SPDX-License-Identifier: Apache-2.0
#include "core/answers/extraction.h"

#include "core/answers/answerblocks.h"
#include "core/answers/cppsyntax.h"
#include "core/answers/pythonsyntax.h"
#include "core/suites/submissions/fences.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Maximum number of functions in other blocks; an answer with more is no program in parts.
constexpr std::size_t maxFunctions = 256;

/// Returns the blocks of a Python answer, in order, that define functions which `chosen` calls but
/// does not define. Of several definitions, the last before `chosen` is used, else the first after
/// it. Incomplete blocks are ignored.
std::vector<std::size_t> requiredBlocks(std::string_view content,
                                        const std::vector<AnswerBlock> &blocks, std::size_t chosen)
{
    if (blocks.size() < 2)
        return {};
    const std::string own = joined(content, blocks[chosen].ranges);
    const PythonOutline outline = pythonOutline(own);
    std::map<std::string, std::size_t> offers;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i == chosen)
            continue;
        const std::string code = joined(content, blocks[i].ranges);
        if (pythonSyntaxProblem(code))
            continue;
        for (const std::string &function : pythonOutline(code).functions) {
            if (i < chosen)
                offers[function] = i;
            else
                offers.emplace(function, i);
        }
        if (offers.size() > maxFunctions)
            return {};
    }
    const std::set<std::string_view> called = calledNames(own);
    std::set<std::size_t> required;
    for (const auto &[function, block] : offers) {
        if (!outline.defines(function) && called.contains(function))
            required.insert(block);
    }
    return {required.begin(), required.end()};
}

bool isDefined(const EntryRule &rule, const std::string &code)
{
    const auto isAny = [&](const auto &outline, bool hasSome) {
        return rule.entries.empty()
            ? hasSome
            : std::any_of(rule.entries.begin(), rule.entries.end(),
                          [&](const std::string &entry) { return outline.defines(entry); });
    };
    if (rule.language == EntryRule::Language::Cpp) {
        const CppOutline outline = cppOutline(code);
        return isAny(outline, !outline.functions.empty());
    }
    const PythonOutline outline = pythonOutline(code);
    return isAny(outline, !outline.functions.empty() || !outline.classes.empty());
}

bool isWhole(const EntryRule &rule, const std::string &code)
{
    return rule.language == EntryRule::Language::Cpp ? !cppOutline(code).problem
                                                     : !pythonSyntaxProblem(code);
}

bool isBlank(std::string_view content, const VisibleText &visible)
{
    return std::all_of(visible.ranges.begin(), visible.ranges.end(), [&](const ByteRange &range) {
        return bytesOf(content, range).find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
    });
}

class Extractor
{
public:
    Extractor(const Answer &answer, const EntryRule &rule) : m_answer(answer), m_rule(rule)
    {
        m_out.extraction.ruleVersion = extractionRuleVersion;
        m_out.visible = visibleText(answer.content);
    }

    ExtractedAnswer run()
    {
        if (m_answer.isRefusal || m_answer.finishReason == "content_filter")
            return end(ExtractionOutcome::Refused);
        if (isBlank(m_answer.content, m_out.visible))
            return end(isCutOff() ? ExtractionOutcome::Truncated : ExtractionOutcome::Empty);
        for (const Segmentation segmentation : allSegmentations) {
            if (isOpenThought()
                && (isCutOff() || segmentation == Segmentation::Before
                    || segmentation == Segmentation::Whole))
                break;
            if (look(segmentation))
                return std::move(m_out);
        }
        if (isCutOff())
            return end(ExtractionOutcome::Truncated);
        return end(m_isEntryMet ? ExtractionOutcome::Unparseable : ExtractionOutcome::NoCode);
    }

private:
    struct Program {
        std::size_t block;
        std::string code;
    };

    bool isCutOff() const { return m_answer.finishReason == "length"; }
    bool isOpenThought() const { return m_out.visible.openThought >= 0; }

    ExtractedAnswer end(ExtractionOutcome outcome)
    {
        m_out.extraction.outcome = outcome;
        return std::move(m_out);
    }

    /// Tries one segmentation; returns true if it has a program. Without any program, the first
    /// segmentation with blocks is shown.
    bool look(Segmentation segmentation)
    {
        std::vector<AnswerBlock> blocks
            = answerBlocks(m_answer.content, m_out.visible, segmentation);
        std::vector<Program> programs;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            std::string code = joined(m_answer.content, blocks[i].ranges);
            if (!isDefined(m_rule, code))
                continue;
            m_isEntryMet = true;
            if ((blocks[i].isClosed || !isCutOff()) && isWhole(m_rule, code))
                programs.push_back({i, std::move(code)});
        }
        if (programs.empty() && (blocks.empty() || !m_out.blocks.empty()))
            return false;
        m_out.extraction.segmentation = name(segmentation);
        m_out.extraction.blocks = static_cast<int>(blocks.size());
        m_out.blocks = std::move(blocks);
        if (programs.empty())
            return false;
        choose(programs);
        return true;
    }

    void choose(const std::vector<Program> &programs)
    {
        Extraction &out = m_out.extraction;
        const Program &last = programs.back();
        const bool areEqual
            = std::all_of(programs.begin(), programs.end(), [&](const Program &each) {
                  return trimmed(each.code) == trimmed(last.code);
              });
        out.outcome = areEqual ? ExtractionOutcome::Code : ExtractionOutcome::Ambiguous;
        out.chosen = static_cast<int>(last.block);
        out.isUnclosed = !m_out.blocks[last.block].isClosed;
        out.ranges = m_out.blocks[last.block].ranges;
        out.isInOpenThought
            = isOpenThought() && out.ranges.front().begin > m_out.visible.openThought;
        if (m_rule.language == EntryRule::Language::Python)
            prependRequired(last.block);
        out.source = joined(m_answer.content, out.ranges);
    }

    /// Adds blocks that define called functions: a kernel and its wrapper are often in two blocks.
    void prependRequired(std::size_t chosen)
    {
        std::vector<ByteRange> ranges;
        for (const std::size_t block : requiredBlocks(m_answer.content, m_out.blocks, chosen))
            ranges.insert(ranges.end(), m_out.blocks[block].ranges.begin(),
                          m_out.blocks[block].ranges.end());
        std::vector<ByteRange> &own = m_out.extraction.ranges;
        own.insert(own.begin(), ranges.begin(), ranges.end());
    }

    const Answer &m_answer;
    const EntryRule &m_rule;
    bool m_isEntryMet = false;
    ExtractedAnswer m_out;
};

} // namespace

bool isProgram(const std::string &code, const EntryRule &rule)
{
    return isDefined(rule, code) && isWhole(rule, code);
}

ExtractedAnswer extractCode(const Answer &answer, const EntryRule &rule)
{
    return Extractor(answer, rule).run();
}

} // namespace loupe
