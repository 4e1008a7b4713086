// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/suite.h"

#include "core/base/authoredfiles.h"
#include "core/base/digest.h"

#include <algorithm>

namespace loupe {

namespace fs = std::filesystem;

namespace {

struct TaskFolder {
    fs::path path;
    bool isLinked = false; ///< it or its category is a link, so its files may lie anywhere
};

/// Returns `<folder>/<Category>/<task>/` for all folders with a task.json, sorted.
std::vector<TaskFolder> taskFolders(const fs::path &folder)
{
    std::vector<TaskFolder> out;
    std::error_code ignored;
    for (const auto &category : fs::directory_iterator(folder, ignored)) {
        if (!category.is_directory() || isIgnoredName(category.path().filename().string()))
            continue;
        for (const auto &task : fs::directory_iterator(category.path(), ignored)) {
            if (task.is_directory() && !isIgnoredName(task.path().filename().string())
                && fs::exists(task.path() / "task.json"))
                out.push_back({task.path(), category.is_symlink() || task.is_symlink()});
        }
    }
    std::sort(out.begin(), out.end(),
              [](const TaskFolder &a, const TaskFolder &b) { return a.path < b.path; });
    return out;
}

Result<NativeTask> readTaskIn(const TaskFolder &folder)
{
    if (folder.isLinked)
        return Error{Errc::InvalidInput,
                     "the task lies behind a link, and links to folders are not followed",
                     folder.path.string(), "put the folder itself there"};
    return readNativeTask(folder.path);
}

} // namespace

Result<NativeSuite> readNativeSuite(const fs::path &folder)
{
    std::error_code failed;
    if (!fs::is_directory(folder, failed))
        return Error{Errc::NotFound, "there is no such suite folder", folder.string(),
                     "give a folder that holds <Category>/<task>/task.json"};
    NativeSuite suite;
    suite.folder = folder;
    std::string problems;
    std::optional<Error> first;
    for (const TaskFolder &taskFolder : taskFolders(folder)) {
        auto task = readTaskIn(taskFolder);
        if (task) {
            suite.tasks.push_back(std::move(*task));
            continue;
        }
        problems += task.error().detail.empty() ? task.error().text() + "\n" : task.error().detail;
        if (!first)
            first = task.error();
    }
    if (first) {
        first->detail = problems;
        return *first;
    }
    if (suite.tasks.empty())
        return Error{Errc::InvalidInput, "the folder holds no task", folder.string(),
                     "a native task is <Category>/<task>/task.json with reference.cpp"};
    std::string hashes;
    for (const NativeTask &task : suite.tasks)
        hashes += task.task.hash;
    suite.hash = sha256Hex(hashes);
    return suite;
}

} // namespace loupe
