// SPDX-License-Identifier: Apache-2.0
#include "core/records/flashinfer/flashinferdataset.h"

#include "core/base/digest.h"
#include "core/records/reading/jsonfields.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace loupe {

namespace {

class FlashInferDatasetReader
{
public:
    FlashInferDatasetReader(const FileTree &tree, RecordProblems &bad)
        : m_tree(tree)
        , m_bad(bad) { }

    Result<FlashInferDataset> read()
    {
        for (const ImportedFile &file : m_tree.files) {
            const bool isDefinition = file.name.starts_with("definitions/");
            if (!isDefinition && !file.name.starts_with("solutions/"))
                continue;
            std::vector<JsonProblem> problems;
            const std::string place = m_tree.place(file);
            const auto json = m_bad.parsed(file.content, place);
            if (!json)
                continue;
            const JsonReader reader(*json, place, {}, problems);
            if (json->is_object() && isDefinition)
                addDefinition(reader, file, problems);
            else if (json->is_object())
                addSolution(reader, problems);
            m_bad.accept(std::move(problems));
        }
        for (const std::string &name : m_ambiguous)
            m_out.solutions[name].source = {};
        numberSolutions();
        return std::move(m_out);
    }

private:
    void addDefinition(const JsonReader &reader, const ImportedFile &file,
                       const std::vector<JsonProblem> &problems)
    {
        Task task;
        task.suite = "flashinfer-bench";
        task.name = nameIn(reader);
        task.category = reader.requiredString("op_type");
        task.reference = reader.requiredString("reference");
        task.referenceLanguage = "python";
        task.specJson = file.content;
        task.hash = sha256Hex(file.content);
        if (m_out.definitions.count(task.name) > 0)
            reader.problem("name", "another definition is called \"" + task.name + "\"");
        if (problems.empty())
            m_out.definitions[task.name] = task;
    }

    void addSolution(const JsonReader &reader, const std::vector<JsonProblem> &problems)
    {
        FlashInferSolution solution;
        const std::string name = nameIn(reader);
        solution.definition = reader.requiredString("definition");
        solution.author = reader.requiredString("author");
        if (solution.author.empty() && reader.has("author"))
            reader.problem("author", "is empty");
        const auto spec = reader.object("spec");
        if (spec && spec->json().is_object()) {
            solution.language = spec->requiredString("language");
            const std::string entry = recordedText(*spec, "entry_point");
            solution.file = entry.substr(0, entry.find("::"));
        }
        std::string text;
        const auto sources = reader.objects("sources");
        for (const JsonReader &source : sources) {
            if (!source.json().is_object())
                continue;
            const std::string path = source.requiredString("path");
            const std::string content = source.requiredString("content");
            if (sources.size() > 1)
                text += "==== " + path + " ====\n";
            text += content;
            if (sources.size() > 1 && !content.ends_with('\n'))
                text += '\n';
        }
        solution.source = std::move(text);
        if (m_out.solutions.count(name) > 0 && m_out.solutions[name].source != solution.source) {
            reader.problem("name",
                           "another solution is called \"" + name
                               + "\": traces of either get no code");
            m_ambiguous.insert(name);
        }
        if (!problems.empty())
            return;
        m_out.solutions[name] = std::move(solution);
    }

    static std::string nameIn(const JsonReader &reader)
    {
        std::string name = reader.requiredString("name");
        if (name.empty() && reader.has("name"))
            reader.problem("name", "is empty");
        return name;
    }

    void numberSolutions()
    {
        std::map<std::pair<std::string, std::string>, int> counts;
        for (auto &[name, solution] : m_out.solutions)
            solution.sample = counts[{solution.definition, solution.author}]++;
    }

    const FileTree &m_tree;
    RecordProblems &m_bad;
    FlashInferDataset m_out;
    std::set<std::string> m_ambiguous; ///< names shared by differing solutions
};

} // namespace

Result<FlashInferDataset> readFlashInferDataset(const FileTree &tree, RecordProblems &bad)
{
    return FlashInferDatasetReader(tree, bad).read();
}

std::optional<FlashInferSolution> solutionNamed(std::string_view name)
{
    constexpr std::array<std::string_view, 11> languages{
        "cpp", "cuda",   "cute_dsl", "cutlass", "hip",    "mojo",
        "ptx", "python", "tilelang", "triton",  "wrapper"};
    constexpr std::size_t fewestDigits = 6;
    constexpr std::size_t maxDigits = 16;
    const std::size_t last = name.rfind('_');
    if (last == std::string_view::npos)
        return std::nullopt;
    const std::string_view hash = name.substr(last + 1);
    const bool isHash = hash.size() >= fewestDigits && hash.size() <= maxDigits
        && std::ranges::all_of(hash, [](unsigned char c) {
                            return std::isdigit(c) != 0 || std::islower(c) != 0;
                        });
    if (!isHash)
        return std::nullopt;
    const std::string_view rest = name.substr(0, last);
    for (const std::string_view language : languages) {
        if (rest.size() <= language.size() + 1 || !rest.ends_with(language)
            || rest[rest.size() - language.size() - 1] != '_')
            continue;
        FlashInferSolution out;
        out.author = rest.substr(0, rest.size() - language.size() - 1);
        out.language = language == "wrapper" ? std::string_view() : language;
        return out;
    }
    return std::nullopt;
}

bool isFlashInferFile(std::string_view name)
{
    if (name.starts_with("definitions/") || name.starts_with("solutions/"))
        return name.ends_with(".json");
    return (name.starts_with("traces/") || name.starts_with("workloads/"))
        && (name.ends_with(".jsonl") || name.ends_with(".json"));
}

} // namespace loupe
