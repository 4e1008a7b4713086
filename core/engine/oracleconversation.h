// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/pythontask.h"

namespace loupe {

/// Asks an oracle about one task. The oracle is trusted: a failure is the reference's or the
/// machinery's, and comes as an error that says which.
class OracleConversation
{
public:
    OracleConversation(const BenchmarkTask &task, const PythonContext &context, PythonChild &child,
                       std::stop_token stop)
        : m_task(task)
        , m_context(context)
        , m_child(child)
        , m_stop(std::move(stop))
    {
    }

    Status load();
    /// Bytes of one trial's inputs; nullopt where that cannot be known without making them.
    Result<std::optional<std::int64_t>> inputBytes();
    /// Seeds, makes the constructor's arguments and the model as the protocol says. The generator's
    /// state behind the constructor, base64.
    Result<std::string> construct(PythonPhase &phase);
    Status takeWeights(PythonPhase &phase);
    /// Draws the inputs of one trial; without a seed the generator goes on from `state`.
    Result<Bundle> draw(const Protocol &protocol, std::size_t index,
                        std::optional<std::uint64_t> seed, const std::string &state);
    /// Fills what the reference makes of the trial's inputs.
    Status expect(const Protocol &protocol, PythonTrial &trial, std::optional<std::uint64_t> seed);
    /// What the suite's test leaves when it runs with the reference.
    Result<Bundle> runScript(const Protocol &protocol);
    /// The calls that the test made of the reference, as trials.
    Result<std::vector<PythonTrial>> recordCalls(std::uint64_t seed);
    /// Calls the model with the arguments, so that `time` can be asked.
    Status call(const Protocol &protocol, const Bundle &given, const std::string &function);

private:
    Result<PythonChild::Answer> ask(Json request, const Bundle *given, const std::string &what);
    Result<Bundle> value(PythonChild::Answer answer, const std::string &what) const;

    const BenchmarkTask &m_task;
    const PythonContext &m_context;
    PythonChild &m_child;
    std::stop_token m_stop;
};

/// The parts of a request that cast inputs and model as a protocol says.
void addCast(Json &request, const Protocol &protocol);

/// The whole program that a suite's script style runs: `implementation`, separator, the test.
std::string scriptOf(const BenchmarkTask &task, const std::string &implementation);

/// The request that runs that program as the protocol says.
Json scriptRequest(const BenchmarkTask &task, const PythonContext &context,
                   const Protocol &protocol, const std::string &implementation);

} // namespace loupe
