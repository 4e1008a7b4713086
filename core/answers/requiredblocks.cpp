// SPDX-License-Identifier: Apache-2.0
#include "core/answers/requiredblocks.h"

#include "core/answers/pythonsyntax.h"
#include "core/suites/pythontext.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace loupe {

namespace {

/// Maximum number of functions searched; each search scans the chosen block.
constexpr std::size_t maxFunctions = 256;

} // namespace

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
    std::set<std::size_t> required;
    for (const auto &[function, block] : offers) {
        if (!outline.defines(function) && calls(own, function))
            required.insert(block);
    }
    return {required.begin(), required.end()};
}

} // namespace loupe
