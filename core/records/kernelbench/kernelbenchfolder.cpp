// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbench/kernelbenchfolder.h"

#include "core/base/asciicase.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/batchbuilder.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxKernelBytes = 4U << 20U;
constexpr std::size_t maxConfigurationBytes = 1U << 20U;
constexpr int maxNumberInName = 1'000'000;

/// Removes `prefix` and the following number from the text, and returns the number.
std::optional<int> takeNumber(std::string_view &text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return std::nullopt;
    const std::string_view rest = text.substr(prefix.size());
    int number = -1;
    const auto [parsed, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (failed != std::errc() || number < 0 || number > maxNumberInName)
        return std::nullopt;
    text = rest.substr(static_cast<std::size_t>(parsed - rest.data()));
    return number;
}

/// Parses "level_1_problem_23_sample_0_kernel.py".
std::optional<KernelBenchFolder::KernelKey> keyOfName(std::string_view name)
{
    const auto level = takeNumber(name, "level_");
    const auto problem = takeNumber(name, "_problem_");
    const auto sample = takeNumber(name, "_sample_");
    if (!level || !problem || !sample || name != "_kernel.py")
        return std::nullopt;
    return KernelBenchFolder::KernelKey{*level, *problem, *sample};
}

/// Level in one word of a name: "l2", "level2", or "level" before "2".
struct NamedLevel {
    std::optional<int> level;
    std::string rest; ///< the name without it
};

NamedLevel levelInName(const std::string &name)
{
    std::vector<std::string> words(1);
    for (const char c : name) {
        if (c == '_' || c == '-')
            words.emplace_back();
        else
            words.back() += c;
    }
    NamedLevel out;
    const auto isLevel
        = [](std::optional<int> level) { return level && *level <= kernelBenchMaxLevel; };
    constexpr std::size_t shortWord = 2; // "l2", but not "l40", which is a GPU
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string word = lowered(words[i]);
        std::string_view text = word;
        auto level = takeNumber(text, text.starts_with("level") ? "level" : "l");
        bool isWhole = text.empty() && (word.starts_with("level") || word.size() == shortWord);
        if (word == "level" && i + 1 < words.size()) {
            text = words[i + 1];
            level = takeNumber(text, "");
            isWhole = text.empty();
            i += isLevel(level) && isWhole ? 1 : 0;
        }
        if (isWhole && isLevel(level)) {
            out.level = level;
            continue;
        }
        out.rest += out.rest.empty() ? "" : "_";
        out.rest += words[i];
    }
    return out;
}

class KernelBenchFolderReader
{
public:
    explicit KernelBenchFolderReader(const fs::path &folder)
    {
        m_out.path = folder;
        m_out.name = nameOf(folder);
        std::error_code failed;
        m_real = fs::canonical(folder, failed);
    }

    KernelBenchFolder read()
    {
        readConfiguration();
        for (const fs::path &file : entriesOf(m_out.path)) {
            if (const auto key = keyOfName(file.filename().string()))
                add(*key, file, m_out.kernels);
        }
        readByLevel("generated_kernels", ".py", m_out.kernels);
        readByLevel("raw_generation", ".txt", m_out.answers);
        findLevel();
        nameMethod();
        addNote(m_unread, {"kernel", "not read: broken links, or links out of the parent folder"},
                m_out.notes);
        return std::move(m_out);
    }

private:
    void readConfiguration()
    {
        std::error_code ignored;
        for (const char *name : {"generation_config.yaml", "config_snapshot.json"}) {
            const fs::path file = m_out.path / name;
            if (!fs::exists(file, ignored))
                continue;
            auto text = readWithin(m_out.path, file, maxConfigurationBytes);
            if (!text) {
                m_out.notes.push_back(text.error().text());
                continue;
            }
            if (file.extension() == ".yaml")
                readYaml(*text);
            else
                readJson(*text);
            m_out.files.push_back({name, std::move(*text)});
        }
    }

    void readYaml(const std::string &text)
    {
        for (const char *key : keys) {
            if (const std::string value = yamlValue(text, key); !value.empty())
                m_out.settings[key] = value;
        }
    }

    void readJson(const std::string &text)
    {
        const auto json = parsePythonJson(text, "config_snapshot.json");
        if (!json || !json->is_object()) {
            m_out.notes.emplace_back("config_snapshot.json could not be read");
            return;
        }
        for (const char *key : keys) {
            if (const std::string value = looseText(*json, key); !value.empty())
                m_out.settings[key] = value;
        }
    }

    using Files = std::map<KernelBenchFolder::KernelKey, ImportedFile>;

    void add(const KernelBenchFolder::KernelKey &key, const fs::path &file, Files &files)
    {
        auto text = readWithin(m_real.parent_path(), m_real / file.lexically_relative(m_out.path),
                               maxKernelBytes);
        if (text)
            files.emplace(key, importedFile(m_out.path, file, std::move(*text)));
        else
            ++m_unread;
    }

    /// Reads files such as "level_1/problem_23.py" in a subfolder of the results.
    void readByLevel(const char *subfolder, std::string_view extension, Files &files)
    {
        for (const fs::path &folder : entriesOf(m_out.path / subfolder)) {
            const std::string folderName = folder.filename().string();
            std::string_view name = folderName;
            const auto level = takeNumber(name, "level_");
            if (!level || !name.empty())
                continue;
            for (const fs::path &file : entriesOf(folder)) {
                const std::string fileName = file.filename().string();
                std::string_view text = fileName;
                const auto problem = takeNumber(text, "problem_");
                if (problem && text == extension)
                    add({*level, *problem, 0}, file, files);
            }
        }
    }

    void findLevel()
    {
        std::set<int> levels;
        for (const auto &[key, kernel] : m_out.kernels)
            levels.insert(std::get<0>(key));
        m_named = levelInName(m_out.name);
        if (levels.size() == 1) {
            m_out.level = *levels.begin();
            m_out.levelSource = "kernel files";
            return;
        }
        const std::string configured = looseText(m_out.settings, "level");
        std::string_view text = configured;
        if (const auto level = takeNumber(text, ""); level && text.empty()) {
            m_out.level = level;
            m_out.levelSource = "configuration";
        } else if (m_named.level) {
            m_out.level = m_named.level;
            m_out.levelSource = "name of the folder";
        }
    }

    void nameMethod()
    {
        const std::string model = looseText(m_out.settings, "model_name");
        m_out.method.kind = "model";
        if (!model.empty()) {
            m_out.method.name = model;
            m_out.method.description = "as its configuration names it";
        } else {
            m_out.method.name = m_named.rest.empty() ? m_out.name : m_named.rest;
            m_out.method.description = "named after the folder of its results";
        }
        m_out.precision = looseText(m_out.settings, "precision");
    }

    static constexpr const char *keys[]
        = {"model_name", "level",       "precision",        "backend",      "temperature",
           "max_tokens", "num_samples", "prompt_option",    "dataset_src",  "gpu_arch",
           "run_name",   "server_type", "reasoning_effort", "timing_method"};

    KernelBenchFolder m_out;
    fs::path m_real; ///< canonical path; some kernels may be links to those of an adjacent run
    NamedLevel m_named;
    std::size_t m_unread = 0;
};

} // namespace

void KernelBenchFolder::addKernel(int ofLevel, int problem, int sample, Candidate &candidate) const
{
    const auto found = kernels.find({ofLevel, problem, sample});
    if (found == kernels.end())
        return;
    candidate.source = found->second.content.toString();
    candidate.fileName = found->second.name;
}

const ImportedFile *KernelBenchFolder::answerOf(int ofLevel, int problem, int sample) const
{
    const auto found = answers.find({ofLevel, problem, sample});
    return found == answers.end() ? nullptr : &found->second;
}

std::optional<std::string> KernelBenchFolder::readSibling(const std::string &fileName)
{
    std::error_code ignored;
    if (!fs::exists(path / fileName, ignored))
        return std::nullopt;
    auto text = readWithin(path, path / fileName);
    if (text)
        return std::move(*text);
    notes.push_back(text.error().text());
    return std::nullopt;
}

void KernelBenchFolder::addFilesTo(std::vector<ImportedFile> &out) const
{
    out.insert(out.end(), files.begin(), files.end());
    for (const auto &[key, kernel] : kernels)
        out.push_back(kernel);
    for (const auto &[key, answer] : answers)
        out.push_back(answer);
}

KernelBenchFolder readKernelBenchFolder(const fs::path &folder)
{
    return KernelBenchFolderReader(folder).read();
}

} // namespace loupe
