// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/layout/benchmark.h"

#include <string>
#include <vector>

namespace loupe {

/// Matcher from prompts of the TritonBench family to tasks.
class InstructionMatcher
{
public:
    explicit InstructionMatcher(const Benchmark &benchmark);

    /// Returns the name of the task whose description contains the prompt's functional description:
    /// the text after its last "Functional Description: " and before "Wrapper Entry Information:".
    /// Line breaks are ignored. The suites do the same, but here exactly one task must match.
    Result<std::string> match(const std::string &instruction) const;

private:
    struct Description {
        std::string task;
        std::string text;
    };
    std::vector<Description> m_descriptions;
};

/// Matcher from lines of answers to tasks of TritonBench-G. A prompt quotes one of the two
/// instructions in the suite's list, which are unique. Without a prompt, the code in "label" is
/// compared as in the suite: the first task that contains it and has not matched before is taken.
class CodeTaskMatcher
{
public:
    explicit CodeTaskMatcher(const Benchmark &benchmark);
    Result<std::string> matchPrompt(const std::string &prompt) const;
    Result<std::string> matchLabel(const std::string &label);

private:
    struct Known {
        std::string task;
        std::string simple; ///< simple instruction without white space
        std::string complex;
        std::string output;
        bool isTaken = false;
    };
    std::vector<Known> m_known;
};

} // namespace loupe
