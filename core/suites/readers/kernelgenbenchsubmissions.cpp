// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/submissionreader.h"

#include <algorithm>
#include <set>

namespace loupe {

namespace fs = std::filesystem;

namespace {

class KernelGenBenchOutput
{
public:
    explicit KernelGenBenchOutput(SubmissionCollector &out) : m_out(out)
    {
        for (const BenchmarkTask &task : out.benchmark().tasks) {
            m_spaces.insert(task.task.category);
            m_byOperator[task.task.title].push_back(task.task.name);
        }
    }

    void read(const fs::path &path)
    {
        const auto all = m_out.files(path, {".py"});
        std::vector<fs::path> named;
        std::copy_if(all.begin(), all.end(), std::back_inserter(named),
                     [](const fs::path &file) { return isKernelFolder(file.parent_path()); });
        // A run's folder also holds workspaces and logs; a plain folder of kernels holds only
        // kernels.
        for (const fs::path &file : named.empty() ? all : named)
            add(file);
    }

private:
    static bool isKernelFolder(const fs::path &folder)
    {
        const std::string name = folder.filename().string();
        return name == "kernels" || numberAfter(name, "round_").has_value();
    }

    /// Returns the task for "aten::add", "aten__add", or just "add", which the suite treats as
    /// ATen.
    Result<std::string> taskOf(const std::string &stem, std::string &remark) const
    {
        for (const char *border : {"::", "__"}) {
            const std::size_t at = stem.find(border);
            if (at != std::string::npos && m_spaces.count(stem.substr(0, at)) > 0)
                return stem.substr(0, at).append("::").append(stem.substr(at + 2));
        }
        const auto found = m_byOperator.find(stem);
        if (found == m_byOperator.end())
            return Error{Errc::NotFound, "\"" + stem + "\" is no operator of this suite"};
        if (found->second.size() > 1)
            return Error{Errc::NotFound,
                         "\"" + stem + "\" is an operator of several name spaces; name the file "
                             + "<namespace>__" + stem + ".py"};
        const std::string &task = found->second.front();
        if (task.rfind("aten::", 0) != 0)
            remark = "named without name space, which the suite itself takes for aten::" + stem;
        return task;
    }

    void add(const fs::path &file)
    {
        SubmissionIdentity place;
        place.platform = "triton";
        fs::path run = file.parent_path();
        const auto number = numberAfter(run.filename().string(), "round_");
        if (isKernelFolder(run))
            run = run.parent_path();
        const fs::path below = run.lexically_relative(m_out.root());
        const bool isBelow = !below.empty() && below != "." && *below.begin() != "..";
        const std::string method = isBelow ? below.string() : run.filename().string();
        // Without reflection, a round is an independent attempt.
        const bool isReflection = run.filename().string().find("_reflection") != std::string::npos;
        (isReflection ? place.round : place.sample) = number.value_or(0);
        const auto task = taskOf(file.stem().string(), place.remark);
        if (!task)
            return m_out.refuse(method, file, 0, task.error().message, place);
        place.task = *task;
        m_out.addFile(method, file, place);
    }

    SubmissionCollector &m_out;
    std::set<std::string> m_spaces;
    std::map<std::string, std::vector<std::string>> m_byOperator;
};

} // namespace

void readKernelGenBenchSubmissions(const fs::path &path, SubmissionCollector &out)
{
    KernelGenBenchOutput(out).read(path);
}

} // namespace loupe
