// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/sourceinspection.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/integrity/ruleregistry.h"
#include "core/integrity/support.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

namespace loupe {

SourceInspection::SourceInspection(std::optional<PythonInspector::Settings> python)
    : m_python(std::move(python))
{
}

SourceInspection::~SourceInspection() = default;

Result<std::vector<Finding>> SourceInspection::findings(const std::string &source,
                                                        const std::string &language,
                                                        const std::string &entry,
                                                        LibraryPolicy policy,
                                                        const std::stop_token &stop)
{
    CandidateEvidence evidence{policy, entry, {}, {}, {}, {}};
    if (language != "python") {
        evidence.native = cppFacts(source);
        return findingsOf(evidence);
    }
    auto facts = pythonFacts(source, entry, stop);
    if (!facts)
        return facts.error();
    if (!facts->parsed)
        return std::vector<Finding>{};
    evidence.python = std::move(*facts);
    return findingsOf(evidence);
}

Result<std::vector<Finding>> SourceInspection::findingsOfRecorded(const std::string &source,
                                                                  const std::string &language,
                                                                  const std::stop_token &stop)
{
    CandidateEvidence evidence{LibraryPolicy::Mixed, "ModelNew", {}, {}, {}, {}};
    auto facts = pythonFacts(source, evidence.entry, stop);
    if (!facts)
        return facts.error();
    constexpr std::array nativeLanguages{"c", "c++", "cpp", "cuda", "hip"};
    if (facts->parsed)
        evidence.python = std::move(*facts);
    else if (std::ranges::find(nativeLanguages, language) != nativeLanguages.end())
        evidence.native = cppFacts(source);
    return findingsOf(evidence);
}

Result<PythonFacts> SourceInspection::pythonFacts(const std::string &source,
                                                  const std::string &entry,
                                                  const std::stop_token &stop)
{
    if (!m_python)
        return Error{Errc::Environment,
                     "there is no Python to read candidates with",
                     {},
                     "name one with --python",
                     {}};
    const std::lock_guard lock(m_mutex);
    if (!m_inspector) {
        auto started = PythonInspector::start(*m_python);
        if (!started)
            return std::move(started).error();
        m_inspector = std::move(*started);
    }
    return m_inspector->inspect(source, entry, stop);
}

std::vector<Finding> runtimeFindings(const Evaluation &evaluation, LibraryPolicy policy)
{
    return findingsOf({policy, {}, {}, {}, evaluation.kernels, evaluation.flags});
}

void addFindings(Evaluation &evaluation, std::vector<Finding> findings)
{
    auto &all = evaluation.findings;
    all.insert(all.end(), std::make_move_iterator(findings.begin()),
               std::make_move_iterator(findings.end()));
    weighByMeasurement(all, evaluation.flags);
    std::ranges::stable_sort(all, std::ranges::greater(), &Finding::severity);
    if (!all.empty() && all.front().severity != FindingSeverity::Note)
        addFlag(evaluation, std::string(severityName(all.front().severity)));
}

} // namespace loupe
