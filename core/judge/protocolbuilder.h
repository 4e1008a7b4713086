// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/protocol.h"

#include <string>

namespace loupe {

/// Difference between a suite's code and the meaning of its text.
struct Quirk {
    const char *id;
    const char *shipped;  ///< behaviour of its code
    const char *intended; ///< meaning of its text
    const char *reason;   ///< why it matters
};

/// Builder of a suite's protocol that records the choices.
class ProtocolBuilder
{
public:
    ProtocolBuilder(ProtocolMode mode, const Json &taskFacts, const ToggleChoices &choices)
        : m_mode(mode)
        , m_facts(taskFacts)
        , m_choices(choices)
    {
    }

    /// Records the quirk in its chosen state. Returns true if that is AsIntended.
    bool intended(const Quirk &quirk);
    /// Records a quirk that an isolated checker never repeats: always AsIntended.
    void neverShipped(const Quirk &quirk);

    /// Returns a text of the task's facts; empty if it is absent.
    std::string fact(const char *key) const;
    double numberFact(const char *key, double fallback) const;
    /// Returns whether the fact is there and true.
    bool isFact(const char *key) const;
    /// Returns the task's precision_thresholds, if any.
    std::optional<QualityThresholds> thresholds() const;

    /// Adds mode and toggles to the protocol. NotFound if a choice matches no toggle.
    Result<Protocol> finish(Protocol protocol);

private:
    ProtocolMode m_mode;
    const Json &m_facts;
    const ToggleChoices &m_choices;
    std::vector<ProtocolToggle> m_toggles;
};

/// Returns the timing of KernelBench-X and TritonBench: Triton's do_bench over a list of sizes,
/// which has `seconds` for all of them.
TimingProtocol doBenchOverSizes(int seconds);

// Protocols of the suites; `version` is one of those in protocols.cpp.
Result<Protocol> kernelBenchProtocol(const std::string &version, ProtocolBuilder builder);
Result<Protocol> kernelBenchXProtocol(const std::string &version, ProtocolBuilder builder);
Result<Protocol> tritonBenchProtocol(bool isG, ProtocolBuilder builder);
Result<Protocol> multiKernelBenchProtocol(const std::string &version, ProtocolBuilder builder);
Result<Protocol> kernelGenBenchProtocol(ProtocolBuilder builder);

} // namespace loupe
