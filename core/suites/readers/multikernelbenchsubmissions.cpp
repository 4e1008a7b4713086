// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/submissionreader.h"

#include <algorithm>
#include <cctype>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Returns true for temperature and top_p: "0.0-1.0".
bool isSampling(const std::string &text)
{
    return text.find('-') != std::string::npos
        && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return std::isdigit(c) != 0 || c == '.' || c == '-';
           });
}

bool endsWith(const std::string &text, const std::string &end)
{
    return text.size() >= end.size()
        && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

class MultiKernelBenchOutput
{
public:
    explicit MultiKernelBenchOutput(SubmissionCollector &out) : m_out(out)
    {
        for (const BenchmarkTask &task : out.benchmark().tasks) {
            m_tasks[task.file.stem().string()] = task.task.name;
            m_categories[task.task.category] = true;
        }
    }

    void read(const fs::path &path)
    {
        for (const fs::path &file : m_out.files(path, {".txt", ".py", ".json"})) {
            const std::string stem = file.stem().string();
            const bool isReasoning = endsWith(stem, "_cot");
            const bool isResult = file.extension() == ".json" && stem.rfind("result", 0) == 0;
            if (!isReasoning && !isResult)
                add(file);
        }
    }

private:
    /// Reads …/<language>/<strategy>/<temperature>-<top_p>/<model>/run<r>/<op>.txt from its end, so
    /// that any folder of the tree can be given. Folders above the given one count as well.
    void add(const fs::path &file)
    {
        SubmissionIdentity place;
        fs::path folder = file.parent_path();
        if (folder != m_out.root() && m_categories.count(folder.filename().string()) > 0)
            folder = folder.parent_path();
        if (const auto run = numberAfter(folder.filename().string(), "run")) {
            place.sample = *run;
            folder = folder.parent_path();
        }
        std::string method = folder.filename().string();
        std::string description;
        const fs::path sampling = folder.parent_path();
        if (isSampling(sampling.filename().string())) {
            const std::string strategy = sampling.parent_path().filename().string();
            place.platform = sampling.parent_path().parent_path().filename().string();
            description = "prompt strategy " + strategy + ", temperature and top_p "
                + sampling.filename().string();
            method.append(" (").append(place.platform).append(", ").append(strategy);
            method.append(", ").append(sampling.filename().string()).append(")");
        }
        if (!description.empty())
            m_out.method(method).description = description;
        const auto task = m_tasks.find(file.stem().string());
        if (task == m_tasks.end())
            return m_out.refuse(method, file, 0,
                                "\"" + file.stem().string() + "\" is no operator of this suite",
                                place);
        place.task = task->second;
        m_out.addFile(method, file, place);
    }

    SubmissionCollector &m_out;
    std::map<std::string, std::string> m_tasks; ///< operator to Task::name
    std::map<std::string, bool> m_categories;
};

} // namespace

void readMultiKernelBenchSubmissions(const fs::path &path, SubmissionCollector &out)
{
    MultiKernelBenchOutput(out).read(path);
}

} // namespace loupe
