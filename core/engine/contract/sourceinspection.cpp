// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/sourceinspection.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/reachedfiles.h"
#include "core/integrity/composition.h"
#include "core/integrity/ruleregistry.h"
#include "core/integrity/support.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string_view>
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

/// Returns whether a file is C++ or CUDA by its name, or by its text, because it can be included
/// under any name.
bool isNativeFile(const SourceFile &file)
{
    constexpr std::array<std::string_view, 5> signs{"__global__", "#include", "PYBIND11_MODULE",
                                                    "torch::Tensor", "at::Tensor"};
    if (file.path.ends_with(".py"))
        return false;
    return isSourceName(file.path) || std::ranges::any_of(signs, [&](std::string_view sign) {
               return file.text.find(sign) != std::string::npos;
           });
}

/// Returns the name by which other files import a file or its folder.
std::string moduleOf(const SourceFile &file)
{
    return file.path.substr(0, file.path.find_first_of("/."));
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
    const auto files = splitFiles(source);
    return files ? factsOfFiles(*files, entry, stop) : factsOfOne(source, entry, stop);
}

Result<PythonFacts> SourceInspection::factsOfFiles(const std::vector<SourceFile> &files,
                                                   const std::string &entry,
                                                   const std::stop_token &stop)
{
    std::vector<std::optional<PythonFacts>> facts(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!files[i].path.ends_with(".py"))
            continue;
        // Without an entry, all that another file can import counts as reached.
        auto ofFile = factsOfOne(files[i].text, i == 0 ? entry : std::string(), stop);
        if (!ofFile || (!ofFile->parsed && i == 0))
            return ofFile;
        if (ofFile->parsed)
            facts[i] = std::move(*ofFile);
    }
    const std::vector<bool> reached = reachedFiles(files, facts);
    PythonFacts all;
    CppFacts native;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const SourceFile &file = files[i];
        if (file.path.ends_with(".py"))
            all.ownModules.push_back(moduleOf(file));
        if (!reached[i])
            continue;
        if (facts[i])
            addFacts(all, std::move(*facts[i]), file.firstLine - 1);
        else if (isNativeFile(file))
            addFacts(native, cppFacts(file.text), file.firstLine - 1);
    }
    all.ownModules.emplace_back(); // relative imports
    all.embedded.push_back({1, std::move(native)});
    return all;
}

Result<PythonFacts> SourceInspection::factsOfOne(const std::string &source,
                                                 const std::string &entry,
                                                 const std::stop_token &stop)
{
    if (!m_python)
        return Error{.code = Errc::Environment,
                     .message = "no Python interpreter to read candidates with",
                     .hint = "name one with --python"};
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
