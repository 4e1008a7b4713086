// SPDX-License-Identifier: Apache-2.0
#include "core/records/flashinfer/flashinferdataset.h"

#include "core/base/digest.h"
#include "core/records/reading/jsonfields.h"

#include <algorithm>
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
            m_out.solutions[name].source.clear();
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
        const std::string definition = reader.requiredString("definition");
        solution.author = reader.requiredString("author");
        if (solution.author.empty() && reader.has("author"))
            reader.problem("author", "is empty");
        const auto spec = reader.object("spec");
        if (spec && spec->json().is_object()) {
            solution.language = spec->requiredString("language");
            const std::string entry = recordedText(*spec, "entry_point");
            solution.file = entry.substr(0, entry.find("::"));
        }
        const auto sources = reader.objects("sources");
        for (const JsonReader &source : sources) {
            if (!source.json().is_object())
                continue;
            const std::string path = source.requiredString("path");
            const std::string content = source.requiredString("content");
            if (sources.size() > 1)
                solution.source += "==== " + path + " ====\n";
            solution.source += content;
            if (sources.size() > 1 && !content.ends_with('\n'))
                solution.source += '\n';
        }
        if (m_out.solutions.count(name) > 0 && m_out.solutions[name].source != solution.source) {
            reader.problem("name",
                           "another solution is called \"" + name
                               + "\": traces of either get no code");
            m_ambiguous.insert(name);
        }
        if (!problems.empty())
            return;
        if (m_out.solutions.count(name) == 0)
            m_samples[{definition, solution.author}].push_back(name);
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
        for (auto &[key, names] : m_samples) {
            std::sort(names.begin(), names.end());
            for (std::size_t i = 0; i < names.size(); ++i)
                m_out.solutions[names[i]].sample = static_cast<int>(i);
        }
    }

    const FileTree &m_tree;
    RecordProblems &m_bad;
    FlashInferDataset m_out;
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> m_samples;
    std::set<std::string> m_ambiguous; ///< names of several solutions that differ
};

} // namespace

Result<FlashInferDataset> readFlashInferDataset(const FileTree &tree, RecordProblems &bad)
{
    return FlashInferDatasetReader(tree, bad).read();
}

bool isFlashInferFile(std::string_view name)
{
    if (name.starts_with("definitions/") || name.starts_with("solutions/"))
        return name.ends_with(".json");
    return (name.starts_with("traces/") || name.starts_with("workloads/"))
        && (name.ends_with(".jsonl") || name.ends_with(".json"));
}

} // namespace loupe
