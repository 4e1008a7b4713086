// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/benchmark.h"

#include <string>
#include <vector>

namespace loupe {

/// Finds the task that a prompt of the TritonBench family asks for.
class InstructionMatcher
{
public:
    explicit InstructionMatcher(const Benchmark &benchmark);

    /// The name of the task whose description holds the prompt's functional description: the text
    /// after its last "Functional Description: " and before "Wrapper Entry Information:", both
    /// without line breaks. As the suites do it, but exactly one task must match for a result.
    Result<std::string> match(const std::string &instruction) const;

private:
    struct Description {
        std::string task;
        std::string text;
    };
    std::vector<Description> m_descriptions;
};

/// Finds the task of TritonBench-G that a line answers. Its prompts quote one of the two
/// instructions of the suite's list, which tells all tasks apart. Without a prompt, by the code in
/// "label", as the suite does it: the first task that holds the code and was not found before.
class CodeTaskMatcher
{
public:
    explicit CodeTaskMatcher(const Benchmark &benchmark);
    Result<std::string> matchPrompt(const std::string &prompt) const;
    Result<std::string> matchLabel(const std::string &label);

private:
    struct Known {
        std::string task;
        std::string simple; ///< instructions without white space
        std::string complex;
        std::string output;
        bool isTaken = false;
    };
    std::vector<Known> m_known;
};

} // namespace loupe
