// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/console.h"
#include "core/engine/run/runner.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe::cli {

/// A run as it ended, also a cancelled one.
struct EndedRun {
    PlanSummary plan;
    RunOutcome outcome;
    std::vector<RowId> evaluations; ///< that it added, in the order in which they ended
    std::optional<RunLoad> load;    ///< as it was told the last time; none of a dry run

    /// Interrupted where it was cancelled.
    ExitCode exitCode() const;
};

/// Runs until the end or until the user interrupts it; prints a line per evaluation and a summary.
/// `place`: as makeExecutor() takes it.
Result<EndedRun> runWithProgress(const RunRequest &request, const Console &console,
                                 const std::string &place = "local");

/// Prints a line per evaluation. The console must outlive it.
std::unique_ptr<RunObserver> makeProgressPrinter(const Console &console);

Json toJson(const EndedRun &run);

} // namespace loupe::cli
