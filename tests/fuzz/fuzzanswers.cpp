// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes raw answers of models. An extracted program must consist only of bytes of the answer.
#include "core/answers/extraction.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/promise.h"

namespace {

using loupe::fuzz::require;

void check(std::string_view content, const loupe::EntryRule &rule, std::string_view finishReason)
{
    const loupe::ExtractedAnswer found = loupe::extractCode({content, finishReason}, rule);
    const loupe::Extraction &taken = found.extraction;
    std::string joined;
    for (const loupe::ByteRange &range : taken.ranges) {
        require(range.begin >= 0 && range.begin <= range.end
                    && range.end <= static_cast<std::int64_t>(content.size()),
                "what is taken lies in the answer");
        if (!joined.empty() && joined.back() != '\n')
            joined += '\n';
        joined += content.substr(static_cast<std::size_t>(range.begin),
                                 static_cast<std::size_t>(range.size()));
    }
    require(joined.find_first_not_of(" \t\r\n") == std::string::npos
                || taken.source.size() <= joined.size() + taken.ranges.size(),
            "nothing is added to what is taken");
    require(loupe::hasCode(taken) == !taken.source.empty(), "an outcome with code has code");
    require(!loupe::hasCode(taken) || loupe::isProgram(taken.source.toString(), rule),
            "what is taken is a program");
    require(taken.chosen < static_cast<int>(found.blocks.size()), "the chosen block is there");
    const loupe::Extraction again = loupe::extractCode({content, finishReason}, rule).extraction;
    require(again == taken, "the same answer gives the same");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    if (size == 0)
        return 0;
    using Language = loupe::EntryRule::Language;
    const std::string_view content(reinterpret_cast<const char *>(data) + 1, size - 1);
    const char *finishReason = data[0] % 2 == 0 ? "stop" : "length";
    check(content, {Language::Python, {"ModelNew"}}, finishReason);
    check(content, {Language::Cpp, {"loupe_kernel"}}, finishReason);
    check(content, {Language::Python, {}}, finishReason);
    return 0;
}
