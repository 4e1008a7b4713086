// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/pythoncontext.h"
#include "core/judge/protocol.h"

#include <mutex>
#include <optional>
#include <vector>

namespace loupe {

class OracleConversation;

/// One call of a candidate: what it is given, and what the reference made of the same.
struct PythonTrial {
    std::string caseName;
    std::string seed; ///< decimal; secret until the run has ended where the phase is strict
    Bundle given;     ///< list of arguments, or {"args","kwargs"}; unused by a script
    Bundle expected;  ///< the result; of a recorded call {"result","arguments"}
    /// How torch's generator stands when the candidate is called: seeded, or in this state
    /// (base64), or as it is.
    std::optional<std::uint64_t> callSeed;
    std::string state;
    bool referenceWritesInputs = false;
};

/// How a candidate is made to do its work.
enum class PythonStyle {
    Model,  ///< constructed as ModelNew, called with each trial's arguments
    Script, ///< run as a whole with the suite's test behind it
    Calls,  ///< its function is called as the suite's test called the reference's
};

/// Trials under one set of rules.
struct PythonPhase {
    PythonStyle style = PythonStyle::Model;
    bool isStrict = false;
    Protocol protocol;
    std::uint64_t modelSeed = 0;
    Bundle constructorArguments;     ///< Model: a list
    std::optional<Bundle> weights;   ///< Model: state_dict to be transplanted
    std::vector<PythonTrial> trials; ///< none where the suite's test made no call to compare

    /// The trial with the most bytes of inputs: the one that is timed. There must be one.
    const PythonTrial &largestTrial() const;
};

/// A task made ready once and used by all its candidates: what its reference expects, by the
/// suite's rules and by ours. Thread-safe.
class PythonTask
{
public:
    PythonTask(const BenchmarkTask &task, const PythonContext &context);

    const BenchmarkTask &task() const { return m_task; }

    /// The phases of the run in order; made with `oracle` on the first call, the same ever after.
    /// InvalidInput when the reference fails (remembered), Unsupported when the task does not fit
    /// this machine or no code can judge it here.
    Result<const std::vector<PythonPhase> *> phases(PythonServer &oracle, std::stop_token stop);

    /// A fresh process of the reference that `time` can be asked of, given the phase's largest
    /// trial.
    Result<std::unique_ptr<PythonChild>> baseline(PythonServer &oracle, const PythonPhase &phase,
                                                  std::stop_token stop) const;

private:
    Result<std::vector<PythonPhase>> prepare(PythonServer &oracle, const std::stop_token &stop);
    Result<std::vector<PythonPhase>> prepareModel(OracleConversation &oracle,
                                                  const Protocol &suite) const;
    Result<std::vector<PythonPhase>> prepareTest(OracleConversation &oracle,
                                                 const Protocol &suite) const;
    Status checkMemory(OracleConversation &oracle, const std::vector<PythonPhase> &phases) const;

    const BenchmarkTask &m_task;
    const PythonContext &m_context;
    std::mutex m_mutex;
    std::optional<std::vector<PythonPhase>> m_phases;
    std::optional<Error> m_failure;
};

} // namespace loupe
