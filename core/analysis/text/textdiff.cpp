// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/textdiff.h"

#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <vector>

#include <dtl/dtl.hpp>

namespace loupe {

namespace {

constexpr std::size_t maxLines = 20000;

std::vector<std::string> copiedLines(std::string_view text)
{
    const std::vector<std::string_view> lines = textLines(text);
    return {lines.begin(), lines.end()};
}

} // namespace

std::string unifiedDiff(std::string_view before, std::string_view after)
{
    const std::vector<std::string> from = copiedLines(before);
    const std::vector<std::string> to = copiedLines(after);
    if (from == to)
        return {};
    if (from.size() > maxLines || to.size() > maxLines)
        return "(more than 20 000 lines: not compared)\n";
    dtl::Diff<std::string> diff(from, to);
    diff.onHuge();
    diff.compose();
    diff.composeUnifiedHunks();
    std::ostringstream out;
    diff.printUnifiedFormat(out);
    return out.str();
}

} // namespace loupe
