// SPDX-License-Identifier: Apache-2.0
#include "core/suites/readers/separatedsuite.h"

#include "core/base/digest.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/text/jsonelements.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Fields of the list that are copied to facts; all others stay in specJson.
constexpr const char *factFields[] = {"difficulty",        "dtype",     "precision_thresholds",
                                      "quantization_spec", "torch_cnt", "params_cnt",
                                      "func_inputs",       "repo",      "category"};

/// Returns the difficulty, which TritonBench-G writes as text.
std::optional<int> difficultyOf(const Json &entry)
{
    const auto field = entry.find("difficulty");
    if (field == entry.end())
        return std::nullopt;
    if (field->is_number_integer())
        return field->get<int>();
    if (!field->is_string())
        return std::nullopt;
    const auto text = field->get<std::string>();
    int value = 0;
    const auto [stop, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failed == std::errc() && stop == text.data() + text.size() ? std::optional(value)
                                                                      : std::nullopt;
}

/// Returns the functions and classes of the reference that its own test uses, in the reference's
/// order. A candidate must define them under these names.
std::vector<std::string> entriesOf(const PythonOutline &outline, std::string_view test)
{
    const std::set<std::string_view> called = calledNames(test);
    std::vector<std::string> entries;
    for (const auto &names : {outline.functions, outline.classes, outline.assigned}) {
        for (const std::string &name : names) {
            if (called.contains(name))
                entries.push_back(name);
        }
    }
    return entries;
}

std::string identityOf(const std::string &file)
{
    return file.substr(0, file.size() - 3);
}

bool isSafeFile(const std::string &file, bool hasCategories)
{
    const auto slashes = std::count(file.begin(), file.end(), '/');
    return file.size() > 3 && file.compare(file.size() - 3, 3, ".py") == 0
        && slashes == (hasCategories ? 1 : 0) && file.front() != '/'
        && file.find("..") == std::string::npos && file.find('\\') == std::string::npos;
}

class SeparatedSuiteReader
{
public:
    SeparatedSuiteReader(const SeparatedSuite &suite, Benchmark &benchmark)
        : m_suite(suite)
        , m_benchmark(benchmark)
    {
    }

    void readAll()
    {
        const auto text = readSuiteFile(m_suite.files.parent_path(), m_suite.metadata);
        if (!text) {
            problem(0, {}, text.error().message, "restore the file from the checkout's repository");
            return;
        }
        for (const JsonElement &element : jsonElements(*text))
            readElement(element);
        findUnlisted();
    }

private:
    void problem(int line, const std::string &task, const std::string &reason,
                 const std::string &hint)
    {
        m_benchmark.problems.push_back({m_suite.metadata, line, task, reason, hint});
    }

    void readElement(const JsonElement &element)
    {
        const auto entry = parseElement(element, m_suite.metadata.string());
        if (!entry)
            return problem(element.line, {}, entry.error().message,
                           entry.error().hint.empty() ? "correct this entry" : entry.error().hint);
        const auto field = entry->is_object() ? entry->find("file") : entry->end();
        if (!entry->is_object() || field == entry->end() || !field->is_string())
            return problem(element.line, {}, "the entry has no text field \"file\"",
                           "an entry is an object whose \"file\" names the task's file");
        const auto file = field->get<std::string>();
        if (!isSafeFile(file, m_suite.hasCategories))
            return problem(element.line, {}, "\"" + file + "\" is not the name of a task's file",
                           m_suite.hasCategories ? "it must be <Category>/<task>.py"
                                                 : "it must be <task>.py");
        if (!m_listed.insert(file).second)
            return problem(element.line, identityOf(file), file + " is listed twice",
                           "remove one of the entries");
        readTask(file, *entry, element.line);
    }

    void readTask(const std::string &file, const Json &entry, int line)
    {
        BenchmarkTask task;
        task.task.name = identityOf(file);
        task.file = m_suite.files / file;
        const auto source = readSuiteFile(m_suite.files.parent_path(), task.file);
        if (!source)
            return problem(line, task.task.name, file + ": " + source.error().message,
                           "restore the file from the checkout's repository");
        const SeparatedSource parts = splitAtSeparator(*source);
        if (!parts.isSeparated) {
            m_benchmark.problems.push_back({task.file, 0, task.task.name,
                                            "has no line of 146 '#' between reference and test",
                                            "restore the file from the checkout's repository"});
            return;
        }
        task.implementation = parts.implementation;
        task.testSegment = parts.test;
        describe(entry, task);
        task.task.hash = sha256Hex(*source + '\0' + task.task.specJson);
        m_benchmark.tasks.push_back(std::move(task));
    }

    void describe(const Json &entry, BenchmarkTask &task) const
    {
        const std::string stem = task.file.stem().string();
        task.task.category = m_suite.hasCategories
            ? task.task.name.substr(0, task.task.name.find('/'))
            : "uncategorised";
        task.task.level = difficultyOf(entry);
        const auto title = entry.find("name");
        task.task.title
            = title != entry.end() && title->is_string() ? title->get<std::string>() : stem;
        task.task.reference = task.implementation;
        task.task.specJson = entry.dump();
        const PythonOutline outline = pythonOutline(task.implementation);
        const auto entries = entriesOf(outline, task.testSegment);
        task.entry = outline.defines(stem) || entries.empty() ? stem : entries.front();
        task.facts["entries"] = entries;
        task.facts["imports"] = outline.imports;
        for (const char *field : factFields) {
            if (const auto value = entry.find(field); value != entry.end())
                task.facts[field] = *value;
        }
    }

    void findUnlisted()
    {
        const auto add = [&](const fs::path &folder, const std::string &prefix) {
            for (const fs::path &file : taskFilesIn(folder, ".py", m_benchmark)) {
                const std::string name = prefix + file.filename().string();
                if (m_listed.count(name) == 0 && file.stem() != "__init__")
                    m_benchmark.unlisted.push_back(identityOf(name));
            }
        };
        if (!m_suite.hasCategories)
            return add(m_suite.files, {});
        for (const fs::path &category : foldersIn(m_suite.files))
            add(category, category.filename().string() + "/");
    }

    const SeparatedSuite &m_suite;
    Benchmark &m_benchmark;
    std::set<std::string> m_listed;
};

} // namespace

void readSeparatedSuite(const SeparatedSuite &suite, Benchmark &benchmark)
{
    SeparatedSuiteReader(suite, benchmark).readAll();
}

} // namespace loupe
