// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/sourceinspection.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/integrity/composition.h"
#include "core/integrity/ruleregistry.h"
#include "core/integrity/support.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

using Words = std::set<std::string_view>;

/// Words of functions that load code by a computed name.
constexpr std::array<std::string_view, 13> loaders{
    "exec",    "eval",  "__import__", "importlib", "runpy",  "pkgutil",  "pickle",
    "marshal", "pydoc", "imp",        "builtins",  "timeit", "zipimport"};
/// The same of C++, as parts of a text.
constexpr std::array<std::string_view, 3> nativeLoaders{"::import", "PyImport_", "PyRun_"};
/// Words of functions that find files by patterns, or make names of others.
constexpr std::array<std::string_view, 9> finders{
    "glob", "rglob", "iglob", "listdir", "scandir", "walk", "iterdir", "with_suffix", "with_name"};
constexpr std::array<std::string_view, 3> readers{"open", "read_text", "read_bytes"};

template <std::size_t Count>
bool hasAny(const Words &words, const std::array<std::string_view, Count> &wanted)
{
    return std::ranges::any_of(wanted, [&](std::string_view word) { return words.contains(word); });
}

bool loadsFromNative(const SourceFile &file)
{
    return std::ranges::any_of(nativeLoaders, [&](std::string_view sign) {
        return file.text.find(sign) != std::string::npos;
    });
}

bool isPython(const SourceFile &file)
{
    return file.path.ends_with(".py");
}

bool isDocument(const SourceFile &file)
{
    return file.path.ends_with(".md") || file.path.ends_with(".rst");
}

/// Adds the words of a text. Of "torch.compile" or "model.eval" only the first one counts, but for
/// those of files, because the others are of a known object.
void addWords(std::string_view text, Words &words)
{
    const auto isOfFiles = [](std::string_view word) {
        return std::ranges::find(finders, word) != finders.end()
            || std::ranges::find(readers, word) != readers.end();
    };
    const auto isOfWord
        = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    char before = ' ';
    while (!text.empty()) {
        const auto *const begin = std::ranges::find_if(text, isOfWord);
        const auto *const end = std::find_if_not(begin, text.end(), isOfWord);
        if (begin != text.begin())
            before = *(begin - 1);
        const std::string_view word(begin, static_cast<std::size_t>(end - begin));
        if (!word.empty() && (before != '.' || isOfFiles(word)))
            words.insert(word);
        before = begin != end ? *(end - 1) : ' ';
        text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    }
}

/// Returns whether a file's folders or its name without suffix are among the words.
bool isNamed(std::string_view path, const Words &words)
{
    std::size_t begin = 0;
    while (begin < path.size()) {
        const std::size_t end = std::min(path.find_first_of("/.", begin), path.size());
        if (words.contains(path.substr(begin, end - begin)))
            return true;
        begin = end + 1;
    }
    return false;
}

std::string_view stemOf(std::string_view path)
{
    path.remove_prefix(path.rfind('/') + 1);
    return path.substr(0, path.find('.'));
}

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

std::vector<bool> reachedFiles(const std::vector<SourceFile> &files,
                               const std::vector<std::optional<PythonFacts>> &facts)
{
    std::vector<bool> reached(files.size());
    std::vector<std::size_t> next;
    const auto reach = [&](std::size_t i) {
        if (!reached[i])
            next.push_back(i);
        reached[i] = true;
    };
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (i == 0 || (!isPython(files[i]) && !isDocument(files[i])))
            reach(i);
    }
    Words modules;
    Words words;
    bool loadsAny = false;
    while (!next.empty()) {
        const std::size_t from = next.back();
        next.pop_back();
        addWords(files[from].text, words);
        loadsAny = loadsAny || hasAny(words, loaders) || loadsFromNative(files[from]);
        if (facts[from]) {
            for (const SourceFact &import : facts[from]->imports)
                modules.insert(firstModuleName(import.name));
            loadsAny = loadsAny || !facts[from]->computed.empty();
        }
        const bool readsAny = hasAny(words, finders) && hasAny(words, readers);
        for (std::size_t i = 0; i < files.size(); ++i) {
            const bool mayRun
                = isPython(files[i]) ? loadsAny || isNamed(files[i].path, modules) : readsAny;
            if (mayRun || words.contains(stemOf(files[i].path)))
                reach(i);
        }
    }
    return reached;
}

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
