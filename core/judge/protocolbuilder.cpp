// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocolbuilder.h"

#include <utility>

namespace loupe {

bool ProtocolBuilder::intended(const Quirk &quirk)
{
    const auto chosen = m_choices.find(quirk.id);
    const bool asIntended = chosen == m_choices.end() ? m_mode == ProtocolMode::AsIntended
                                                      : chosen->second == ToggleState::AsIntended;
    m_toggles.push_back({quirk.id, asIntended ? ToggleState::AsIntended : ToggleState::AsShipped,
                         asIntended ? quirk.intended : quirk.shipped, quirk.reason});
    return asIntended;
}

void ProtocolBuilder::neverShipped(const Quirk &quirk)
{
    m_toggles.push_back({quirk.id, ToggleState::AsIntended, quirk.intended, quirk.reason});
}

std::string ProtocolBuilder::fact(const char *key) const
{
    const auto found = m_facts.find(key);
    return found != m_facts.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double ProtocolBuilder::numberFact(const char *key, double fallback) const
{
    const auto found = m_facts.find(key);
    return found != m_facts.end() && found->is_number() ? found->get<double>() : fallback;
}

bool ProtocolBuilder::isFact(const char *key) const
{
    return m_facts.is_object() && m_facts.value(key, Json()) == Json(true);
}

std::optional<QualityThresholds> ProtocolBuilder::thresholds() const
{
    const auto found = m_facts.find("precision_thresholds");
    if (found == m_facts.end() || !found->is_object() || found->empty())
        return std::nullopt;
    QualityThresholds limits;
    const auto read = [&](const char *key, double &value) {
        if (const auto limit = found->find(key); limit != found->end() && limit->is_number())
            value = limit->get<double>();
    };
    read("cosine_sim", limits.cosine);
    read("l1_relative", limits.l1Relative);
    read("rmse", limits.rmse);
    return limits;
}

Result<Protocol> ProtocolBuilder::finish(Protocol protocol)
{
    protocol.mode = m_mode;
    protocol.toggles = std::move(m_toggles);
    for (const auto &[id, state] : m_choices) {
        const ProtocolToggle *toggle = protocol.toggle(id);
        if (toggle == nullptr || toggle->state != state) {
            std::string known;
            for (const ProtocolToggle &each : protocol.toggles)
                known += (known.empty() ? "" : ", ") + each.id;
            return Error{.code = Errc::NotFound,
                         .message = toggle == nullptr
                             ? "the protocol has no toggle \"" + id + "\""
                             : "the toggle \"" + id + "\" cannot be " + std::string(name(state)),
                         .hint = "toggles: " + known};
        }
    }
    return protocol;
}

TimingProtocol doBenchOverSizes(int seconds)
{
    TimingProtocol out;
    out.method = "do_bench";
    out.warmupMs = 100;
    out.trialsMs = 1000;
    out.flushesCache = true;
    out.gradEnabled = true;
    out.statistic = "median";
    out.inputs
        = "the task's list of sizes, unseeded; outputs unread; sizes that raise are left out "
          "silently; "
        + std::to_string(seconds) + " s for all of them";
    return out;
}

} // namespace loupe
