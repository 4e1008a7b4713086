// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/layoutdetection.h"

#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <string>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

bool isNative(const fs::path &folder)
{
    for (const fs::path &category : foldersIn(folder)) {
        const auto tasks = foldersIn(category);
        if (std::any_of(tasks.begin(), tasks.end(),
                        [](const fs::path &task) { return isFile(task / "task.json"); }))
            return true;
    }
    return false;
}

} // namespace

std::vector<SuiteLayout> detectLayouts(const fs::path &folder)
{
    std::vector<SuiteLayout> found;
    if (isNative(folder))
        found.push_back(SuiteLayout::Native);
    for (const LayoutReader *reader : layoutReaders()) {
        if (reader->recognises(folder))
            found.push_back(reader->layout);
    }
    return found;
}

Result<SuiteLayout> detectLayout(const fs::path &folder)
{
    std::error_code failed;
    if (!fs::is_directory(folder, failed))
        return Error{Errc::NotFound, "there is no such suite folder", folder.string(),
                     "give a folder with tasks, such as a checkout of a benchmark"};
    const auto found = detectLayouts(folder);
    if (!found.empty())
        return found.front();
    std::string detail = "native tasks: <Category>/<task>/task.json\n";
    for (const LayoutReader *reader : layoutReaders())
        detail.append(title(reader->layout)).append(": ").append(reader->lookedFor).append("\n");
    return Error{Errc::InvalidInput, "the folder is no suite that this version can read",
                 folder.string(), "give the top folder of a checkout; what was looked for is below",
                 detail};
}

} // namespace loupe
