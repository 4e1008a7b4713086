// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/doctor/doctorreport.h"
#include "core/engine/machine/launchchoices.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/request/unfinishedrun.h"
#include "core/engine/run/runner.h"
#include "core/store/write/importbatch.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Executes (or, with dryRun, only plans) a run. Blocks; called from threads of the user
/// interface's own, several at a time. The program gives loupe::executeRun, tests give fakes.
using RunLauncher
    = std::function<Result<RunOutcome>(const RunRequest &, RunObserver &, std::stop_token)>;

/// What does stored evaluations again, for the launcher; blocking.
using RerunPreparer = std::function<Result<RunRequest>(const std::filesystem::path &store,
                                                       std::span<const RowId> evaluations)>;

/// The run of a store that did not finish, if there is one; blocking.
using UnfinishedFinder
    = std::function<Result<std::optional<UnfinishedRun>>(const std::filesystem::path &store)>;

/// Looks at what this machine has and lacks; blocking.
using MachineExaminer = std::function<std::vector<DoctorSection>()>;

/// What a person may choose from when asking for a run.
struct RunChoices {
    std::vector<std::string> suites;    ///< names that stand for folders
    std::vector<std::string> platforms; ///< of benchmarks in Python
};

/// The run presets of stores and files, as `kloupe presets` and `run --preset` have them; blocking.
struct PresetShelf {
    /// By name; none where the store is not there yet.
    std::function<Result<std::vector<std::string>>(const std::filesystem::path &store)> names;
    /// What the preset asks for, into the store and under the name of the given run.
    std::function<Result<RunRequest>(const std::string &nameOrFile, const RunRequest &given)> load;
    /// In the request's store; one of that name is replaced.
    std::function<Status(const RunRequest &request, const std::string &name)> keep;
    std::function<Status(const RunRequest &request, const std::string &name,
                         const std::filesystem::path &file)>
        write;
    std::function<Status(const std::filesystem::path &store, const std::string &name)> remove;
};

/// Looks for Pythons and devices of this machine; blocking.
using ChoiceFinder = std::function<LaunchChoices()>;

/// Reports what is done of the total, which is 0 while unknown.
using ImportProgress = std::function<void(int done, int total)>;

/// Imports other tools' records at the first path into the store at the second. Blocks.
using Importer = std::function<Result<std::vector<ImportSummary>>(
    const std::filesystem::path &source, const std::filesystem::path &store,
    const ImportProgress &progress, std::stop_token stop)>;

} // namespace loupe::ui
