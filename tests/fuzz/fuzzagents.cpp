// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the output of agents. Lines must not depend on how the bytes are split. An accepted
// message has a program or a file, and no negative number.
#include "core/generation/agents/agentlines.h"
#include "core/generation/agents/agentmessages.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/promise.h"

namespace {

using loupe::fuzz::require;

std::vector<std::string> linesOf(std::string_view text, std::size_t size)
{
    loupe::AgentLines lines;
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size(); at += size) {
        lines.add(text.substr(at, size));
        while (auto line = lines.next())
            out.push_back(std::move(*line));
    }
    if (auto line = lines.rest())
        out.push_back(std::move(*line));
    return out;
}

void check(const std::string &line)
{
    const auto message = loupe::parseAgentMessage(line);
    if (!message) {
        require(!message.error().message.empty() && !message.error().where.empty(),
                "a refusal says why and where");
        return;
    }
    if (const auto *candidate = std::get_if<loupe::AgentCandidate>(&*message))
        require(!candidate->id.empty() && candidate->source.has_value() == candidate->file.empty(),
                "a candidate has a name, and a program or a file");
    if (const auto *usage = std::get_if<loupe::AgentUsage>(&*message)) {
        loupe::AgentSpent spent;
        spent.add(*usage);
        require(spent.input.value_or(0) >= 0 && spent.output.value_or(0) >= 0
                    && spent.cached.value_or(0) >= 0 && spent.dollars.value_or(0) >= 0,
                "nothing that was spent is below zero");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char *>(data) + 1, size - 1);
    const std::vector<std::string> lines = linesOf(text, text.size() + 1);
    require(lines == linesOf(text, 1 + data[0] % 16), "lines are the same however they are split");
    std::for_each(lines.begin(), lines.end(), check);
    return 0;
}
