// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes endpoint profiles, cassettes and answers of a spool, which are untrusted texts. Refused
// ones must have a reason and a place, and accepted ones must satisfy the limits of their fields.
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/spool/cassette.h"

#include <cstdint>
#include <string>

#include "tests/fuzz/promise.h"

namespace {

using loupe::fuzz::require;

void readAsProfile(const std::string &input)
{
    const auto profile = loupe::parseProfile(input, "p.json");
    if (!profile) {
        require(!profile.error().message.empty(), "a refusal says why");
        require(!profile.error().where.empty(), "a refusal says where");
        return;
    }
    const loupe::Endpoint &endpoint = profile->endpoint;
    require(endpoint.url.isHttps || loupe::isLoopback(endpoint.url.host),
            "http goes to the loopback alone");
    require(endpoint.lanes >= 1, "there is a lane");
    require(!profile->budget.run.dollars || profile->prices, "a limit in dollars has prices");
    const std::string body
        = loupe::chatBody(*profile, {{"user", input}}, 3, profile->parameters.maxOutput);
    const auto bound = loupe::boundOf(body, endpoint);
    require(bound && bound->output == profile->parameters.maxOutput, "a body has its ceiling");
    require(bound->input >= 64, "and a bound of its input");
}

void readAsCassette(const std::string &input)
{
    const auto cassette = loupe::Cassette::parse(input, "c.jsonl");
    if (!cassette)
        require(!cassette.error().message.empty() && !cassette.error().where.empty(),
                "a refusal says why and where");
}

void readAsAnswer(const std::string &input)
{
    loupe::SpooledAnswer answer;
    if (!loupe::parseAnswerFile(input, "x.answer", answer))
        return;
    require(answer.raw.size() <= input.size(), "an answer has no more bytes than its file");
    std::size_t size = 0;
    for (const loupe::AnswerChunk &chunk : answer.chunks)
        size += chunk.size;
    require(size == answer.raw.size(), "its pieces are all of it");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    const std::string input(reinterpret_cast<const char *>(data), size);
    readAsProfile(input);
    readAsCassette(input);
    readAsAnswer(input);
    return 0;
}
