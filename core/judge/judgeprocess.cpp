// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judgeprocess.h"

#include "core/judge/comparisonjson.h"
#include "core/sandbox/childprocess.h"
#include "core/sandbox/tensorspecjson.h"

namespace loupe {

namespace {

constexpr auto patience = std::chrono::seconds(120);

Error judgeFailed(const std::string &message, const std::string &detail)
{
    return Error{Errc::Internal, "the judge process failed: " + message, {}, {}, detail};
}

std::vector<TensorSpec> specsOf(const TensorArena &arena)
{
    std::vector<TensorSpec> specs;
    for (std::size_t i = 0; i < arena.count(); ++i)
        specs.push_back(arena.spec(i));
    return specs;
}

class StartedJudge final : public JudgeProcess
{
public:
    StartedJudge(Channel channel, std::unique_ptr<ChildProcess> child)
        : m_channel(std::move(channel))
        , m_child(std::move(child))
    {
    }

    Result<std::vector<OutputComparison>> compare(const TensorArena &expected,
                                                  const TensorArena &actual,
                                                  const std::vector<ComparisonRule> &rules,
                                                  std::stop_token stop) override
    {
        const std::vector<TensorSpec> specs = specsOf(expected);
        if (specs != specsOf(actual) || specs.size() != rules.size())
            return judgeFailed("it was asked to compare tensors of different kinds", {});
        Json request{{"tensors", toJson(specs)}, {"rules", Json::array()}};
        for (const ComparisonRule &rule : rules)
            request["rules"].push_back(toJson(rule));
        if (const Status sent = m_channel.send(request, {expected.fd(), actual.fd()}); !sent)
            return judgeFailed(sent.error().message, m_child->outputSoFar());
        const Result<Message> reply
            = m_channel.receive(std::chrono::steady_clock::now() + patience, stop);
        if (!reply && reply.error().code == Errc::Cancelled) {
            m_child->kill(); // its answer would be taken for the next one's
            return reply.error();
        }
        if (!reply)
            return judgeFailed(reply.error().message, m_child->outputSoFar());
        return read(reply->body, specs.size());
    }

private:
    static Result<std::vector<OutputComparison>> read(const Json &body, std::size_t count)
    {
        if (body.contains("error"))
            return judgeFailed(body["error"].dump(), {});
        if (!body.contains("outputs") || body["outputs"].size() != count)
            return judgeFailed("its answer is not one", {});
        std::vector<OutputComparison> outputs;
        for (const Json &entry : body["outputs"]) {
            Result<OutputComparison> output = comparisonFromJson(entry);
            if (!output)
                return output.error();
            outputs.push_back(std::move(output).value());
        }
        return outputs;
    }

    Channel m_channel;
    std::unique_ptr<ChildProcess> m_child;
};

} // namespace

Result<std::unique_ptr<JudgeProcess>> JudgeProcess::start(const std::filesystem::path &judgeProgram)
{
    Result<std::pair<Channel, Channel>> ends = Channel::pair();
    if (!ends)
        return ends.error();
    ChildSpec spec;
    spec.argv = {judgeProgram.string(), "--channel", std::to_string(ends->second.fd())};
    spec.inheritedFds = {ends->second.fd()};
    spec.mode = SandboxMode::None; // ours; it runs no code but its own
    Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    return std::unique_ptr<JudgeProcess>(
        std::make_unique<StartedJudge>(std::move(ends->first), std::move(child).value()));
}

} // namespace loupe
