// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/protocol.h"

#include <string>

namespace loupe {

/// A place where a suite's code does something else than its text means.
struct Quirk {
    const char *id;
    const char *shipped;  ///< what its code does
    const char *intended; ///< what its text means
    const char *reason;   ///< why it matters
};

/// What a suite's protocol is made from, and the record of the choices made on the way.
class ProtocolBuilder
{
public:
    ProtocolBuilder(ProtocolMode mode, const Json &taskFacts, const ToggleChoices &choices)
        : m_mode(mode)
        , m_facts(taskFacts)
        , m_choices(choices)
    {
    }

    /// Records the quirk in the state that was chosen. True where it is to be as intended.
    bool intended(const Quirk &quirk);
    /// Records a quirk that an isolated judge cannot and will not repeat: always as intended.
    void neverShipped(const Quirk &quirk);

    /// A text the suite states of the task; empty when it does not.
    std::string fact(const char *key) const;
    double numberFact(const char *key, double fallback) const;
    /// The task's precision_thresholds, where it has any.
    std::optional<QualityThresholds> thresholds() const;

    /// Fills in mode and toggles and ends the protocol. NotFound where a choice names no toggle.
    Result<Protocol> finish(Protocol protocol);

private:
    ProtocolMode m_mode;
    const Json &m_facts;
    const ToggleChoices &m_choices;
    std::vector<ProtocolToggle> m_toggles;
};

// One per suite; `version` is one that allProtocols() lists.
Result<Protocol> kernelBenchProtocol(const std::string &version, ProtocolBuilder builder);
Result<Protocol> kernelBenchXProtocol(const std::string &version, ProtocolBuilder builder);
Result<Protocol> tritonBenchProtocol(bool isG, ProtocolBuilder builder);
Result<Protocol> multiKernelBenchProtocol(const std::string &version, ProtocolBuilder builder);
Result<Protocol> kernelGenBenchProtocol(ProtocolBuilder builder);

} // namespace loupe
