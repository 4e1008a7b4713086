// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/doctor/doctorreport.h"
#include "core/engine/machine/launchchoices.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/request/unfinishedrun.h"
#include "core/engine/run/runner.h"
#include "core/records/formats/recognisedrecords.h"
#include "core/store/write/importbatch.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Executes a run, or only plans it with dryRun. Blocks; called from several threads of the user
/// interface at once. The application uses loupe::runAtPlace, tests use fakes.
using RunLauncher
    = std::function<Result<RunOutcome>(const RunRequest &, RunObserver &, std::stop_token)>;

/// Builds a request that evaluates stored evaluations again. Blocks.
using RerunPreparer = std::function<Result<RunRequest>(const std::filesystem::path &store,
                                                       std::span<const RowId> evaluations)>;

/// Returns the unfinished run of a store, if there is one. Blocks.
using UnfinishedFinder
    = std::function<Result<std::optional<UnfinishedRun>>(const std::filesystem::path &store)>;

/// Examines the requirements on this machine. Blocks.
using MachineExaminer = std::function<std::vector<DoctorSection>()>;

/// Choices for the request of a run.
struct RunChoices {
    std::vector<std::string> suites;    ///< names of built-in suites
    std::vector<std::string> platforms; ///< for Python benchmarks
};

/// Access to the run presets of stores and files, as in `kloupe presets` and `run --preset`.
/// Blocks.
struct PresetShelf {
    /// Returns the names of the presets; none if the store does not exist yet.
    std::function<Result<std::vector<std::string>>(const std::filesystem::path &store)> names;
    /// Reads a preset, with the store and name of the given run.
    std::function<Result<RunRequest>(const std::string &nameOrFile, const RunRequest &given)> load;
    /// Saves a preset in the request's store, and replaces one of that name.
    std::function<Status(const RunRequest &request, const std::string &name)> keep;
    std::function<Status(const RunRequest &request, const std::string &name,
                         const std::filesystem::path &file)>
        write;
    std::function<Status(const std::filesystem::path &store, const std::string &name)> remove;
};

/// Finds Python interpreters and devices of this machine. Blocks.
using ChoiceFinder = std::function<LaunchChoices()>;

/// Reads a source as an import would, without storing anything. Blocks.
using RecordRecogniser = std::function<Result<RecognisedSource>(const std::filesystem::path &source,
                                                                const std::stop_token &stop)>;

/// Reports the progress; `total` is 0 while unknown.
using ImportProgress = std::function<void(int done, int total)>;

/// Imports records of other tools from `source` into `store`. Blocks.
using Importer = std::function<Result<std::vector<ImportSummary>>(
    const std::filesystem::path &source, const std::filesystem::path &store,
    const ImportProgress &progress, std::stop_token stop)>;

} // namespace loupe::ui
