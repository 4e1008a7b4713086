// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/sourceinspection.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/integrity/composition.h"
#include "core/integrity/ruleregistry.h"
#include "core/integrity/support.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

namespace loupe {

namespace {

SourceReading readingOf(const CandidateEvidence &evidence)
{
    SourceReading out;
    out.findings = findingsOf(evidence);
    out.traits.madeOf = compositionOf(evidence).madeOf;
    out.traits.arithmetic = arithmeticOf(out.findings);
    return out;
}

} // namespace

SourceInspection::SourceInspection(std::optional<PythonInspector::Settings> python)
    : m_python(std::move(python))
{
}

SourceInspection::~SourceInspection() = default;

Result<SourceReading> SourceInspection::read(const std::string &source, const std::string &language,
                                             const std::string &entry, LibraryPolicy policy,
                                             const std::stop_token &stop)
{
    if (language != "python")
        return readNative(source, policy);
    auto facts = pythonFacts(source, entry, stop);
    if (!facts)
        return facts.error();
    if (!facts->parsed)
        return SourceReading{};
    return readingOf({policy, entry, std::move(*facts), {}, {}, {}});
}

Result<SourceReading> SourceInspection::readRecorded(const std::string &source,
                                                     const std::string &language,
                                                     const std::stop_token &stop)
{
    CandidateEvidence evidence{LibraryPolicy::Any, "ModelNew", {}, {}, {}, {}};
    auto facts = pythonFacts(source, evidence.entry, stop);
    if (!facts)
        return facts.error();
    constexpr std::array nativeLanguages{"c", "c++", "cpp", "cuda", "hip"};
    if (facts->parsed)
        evidence.python = std::move(*facts);
    else if (std::ranges::find(nativeLanguages, language) != nativeLanguages.end())
        evidence.native = cppFacts(source);
    return readingOf(evidence);
}

Result<PythonFacts> SourceInspection::pythonFacts(const std::string &source,
                                                  const std::string &entry,
                                                  const std::stop_token &stop)
{
    if (!m_python)
        return Error{Errc::Environment,
                     "no Python interpreter to read candidates with",
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

SourceReading readNative(const std::string &source, LibraryPolicy policy)
{
    return readingOf({policy, {}, {}, cppFacts(source), {}, {}});
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
    weighByMeasurement(all, evaluation);
    std::ranges::stable_sort(all, std::ranges::greater(), &Finding::severity);
    // Measuring may have changed the severity of an earlier finding.
    for (const FindingSeverity grave : {FindingSeverity::Suspicion, FindingSeverity::Proof}) {
        std::erase(evaluation.flags, severityName(grave));
        if (std::ranges::find(all, grave, &Finding::severity) != all.end())
            addFlag(evaluation, std::string(severityName(grave)));
    }
}

void addReading(Evaluation &evaluation, SourceReading reading)
{
    evaluation.traits = reading.traits;
    addFindings(evaluation, std::move(reading.findings));
}

void addMeasured(Evaluation &evaluation, LibraryPolicy policy)
{
    addFindings(evaluation, runtimeFindings(evaluation, policy));
    evaluation.traits = traitsOf(evaluation);
}

} // namespace loupe
