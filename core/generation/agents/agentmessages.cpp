// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentmessages.h"

#include "core/base/result.h"

#include <cmath>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxNameLength = 200;
constexpr std::int64_t maxTokens = std::int64_t{1} << 40; ///< in one message
constexpr double maxDollars = 1e9;

Error wrong(const std::string &kind, const std::string &field, const std::string &what)
{
    return Error{Errc::InvalidInput, what, kind + "." + field};
}

/// Reads the fields of one message and stores the first problem.
class MessageFields
{
public:
    MessageFields(const Json &message, std::string kind)
        : m_message(message)
        , m_kind(std::move(kind))
    {
    }

    std::string text(const char *field, std::size_t longest)
    {
        const auto found = m_message.find(field);
        if (found == m_message.end() || found->is_null())
            return {};
        if (!found->is_string())
            return fail(field, "is no text");
        auto value = found->get<std::string>();
        return value.size() > longest
            ? fail(field, "is longer than " + std::to_string(longest) + " bytes")
            : value;
    }

    std::optional<std::int64_t> tokens(const char *field)
    {
        const auto found = m_message.find(field);
        if (found == m_message.end() || found->is_null())
            return std::nullopt;
        const bool isCount = found->is_number_integer() && *found >= 0 && *found <= maxTokens;
        if (!isCount) {
            fail(field, "is no number of tokens");
            return std::nullopt;
        }
        return found->get<std::int64_t>();
    }

    std::optional<double> dollars(const char *field)
    {
        const auto found = m_message.find(field);
        if (found == m_message.end() || found->is_null())
            return std::nullopt;
        const double value = found->is_number() ? found->get<double>() : -1.0;
        if (!std::isfinite(value) || value < 0 || value > maxDollars) {
            fail(field, "is no number of dollars");
            return std::nullopt;
        }
        return value;
    }

    std::string fail(const char *field, const std::string &what)
    {
        if (m_failure)
            m_failure = wrong(m_kind, field, what);
        return {};
    }

    Result<AgentMessage> result(AgentMessage message) const
    {
        return m_failure ? Result<AgentMessage>(std::move(message)) : m_failure.error();
    }

private:
    const Json &m_message;
    std::string m_kind;
    Status m_failure;
};

Result<AgentMessage> candidateOf(const Json &message)
{
    MessageFields fields(message, "candidate");
    AgentCandidate out;
    out.id = fields.text("id", maxNameLength);
    out.parent = fields.text("parent", maxNameLength);
    out.file = fields.text("file", 4 * maxNameLength);
    if (message.contains("source") && !message["source"].is_null())
        out.source = fields.text("source", message.dump().size());
    if (out.id.empty())
        fields.fail("id", "is missing");
    if (out.source.has_value() == !out.file.empty())
        fields.fail("file", "is missing, or \"source\" is given as well");
    return fields.result(std::move(out));
}

Result<AgentMessage> usageOf(const Json &message)
{
    MessageFields fields(message, "usage");
    AgentUsage out;
    out.model = fields.text("model", maxNameLength);
    out.input = fields.tokens("input");
    out.cached = fields.tokens("cached");
    out.output = fields.tokens("output");
    out.dollars = fields.dollars("dollars");
    return fields.result(std::move(out));
}

} // namespace

Result<AgentMessage> parseAgentMessage(std::string_view line)
{
    const auto message = parseJson(line, "message");
    if (!message || !message->is_object() || !message->contains("kind")
        || !(*message)["kind"].is_string())
        return AgentMessage(AgentLog{std::string(line)});
    const auto kind = (*message)["kind"].get<std::string>();
    if (kind == "candidate")
        return candidateOf(*message);
    if (kind == "usage")
        return usageOf(*message);
    if (kind != "log" && kind != "done")
        return AgentMessage(AgentUnknown{});
    MessageFields fields(*message, kind);
    if (kind == "log")
        return fields.result(AgentLog{fields.text("text", line.size())});
    return fields.result(AgentDone{fields.text("reason", line.size())});
}

Json helloMessage(const AgentLimits &limits)
{
    return {{"kind", "hello"},
            {"protocol", agentProtocol},
            {"limits",
             {{"verdicts", limits.verdicts},
              {"seconds", limits.seconds},
              {"dollars", orNull(limits.dollars)}}}};
}

Json verdictMessage(const std::string &id, const AgentVerdict &verdict, int verdictsLeft)
{
    return {{"kind", "verdict"},
            {"id", id},
            {"text", verdict.text},
            {"facts",
             {{"round", verdict.round},
              {"verdict", facts(verdict.verdict).id},
              {"outcome", name(outcomeOf(verdict.verdict))},
              {"speedup", orNull(verdict.speedup)},
              {"verdicts_left", verdictsLeft}}}};
}

Json refusalMessage(const std::string &id, const std::string &why, int verdictsLeft)
{
    return {{"kind", "verdict"},
            {"id", id},
            {"text", "It was not judged: " + why},
            {"facts", {{"refused", true}, {"verdicts_left", verdictsLeft}}}};
}

Json stopMessage(const std::string &reason)
{
    return {{"kind", "stop"}, {"reason", reason}};
}

} // namespace loupe
