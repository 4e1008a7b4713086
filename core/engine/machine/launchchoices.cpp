// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/launchchoices.h"

#include "core/base/environment.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/machine.h"
#include "core/engine/machine/programs.h"

#include <algorithm>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxEnvironments = 100;

/// Returns the folders in this one, sorted; empty if it cannot be read.
std::vector<fs::path> foldersIn(const fs::path &folder)
{
    std::vector<fs::path> out;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed);
         !failed && entry != fs::directory_iterator() && out.size() < maxEnvironments;
         entry.increment(failed)) {
        std::error_code unreadable;
        if (entry->is_directory(unreadable))
            out.push_back(entry->path());
    }
    std::ranges::sort(out);
    return out;
}

} // namespace

std::vector<fs::path> pythonsUnder(const fs::path &home)
{
    std::vector<fs::path> found{environmentVariable("KLOUPE_PYTHON")};
    const auto addEnvironment = [&found](const fs::path &folder) {
        if (!folder.empty())
            found.push_back(folder / "bin/python3");
    };
    addEnvironment(environmentVariable("VIRTUAL_ENV"));
    addEnvironment(environmentVariable("CONDA_PREFIX"));
    found.push_back(findInPath("python3"));
    if (!home.empty()) {
        for (const char *own : {".venv", "venv"})
            addEnvironment(home / own);
        for (const char *shelf : {".virtualenvs", "venvs", ".pyenv/versions"}) {
            for (const fs::path &folder : foldersIn(home / shelf))
                addEnvironment(folder);
        }
        for (const char *conda : {"miniconda3", "miniforge3", "mambaforge", "anaconda3"}) {
            addEnvironment(home / conda);
            for (const fs::path &folder : foldersIn(home / conda / "envs"))
                addEnvironment(folder);
        }
    }
    std::vector<fs::path> out;
    for (const fs::path &python : found) {
        // The path is not resolved: a virtual environment is found through its own link.
        std::error_code failed;
        if (!python.empty() && access(python.c_str(), X_OK) == 0
            && fs::is_regular_file(python, failed) && std::ranges::find(out, python) == out.end())
            out.push_back(python);
    }
    return out;
}

LaunchChoices launchChoices()
{
    LaunchChoices out{pythonsUnder(environmentVariable("HOME")), {{"cpu", processorName()}}};
    // In the order of CUDA_VISIBLE_DEVICES, if set.
    for (int number = 0;; ++number) {
        const std::string device = "cuda:" + std::to_string(number);
        const auto gpu = gpuDevice(device);
        if (!gpu)
            return out;
        out.devices.push_back({device, gpu->name});
    }
}

} // namespace loupe
