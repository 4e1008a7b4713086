// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/console.h"
#include "core/engine/run/runner.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe::cli {

/// Result of a run that ended or was cancelled.
struct EndedRun {
    PlanSummary plan;
    RunOutcome outcome;
    std::vector<RowId> evaluations; ///< added by the run, in the order in which they ended
    std::optional<RunLoad> load;    ///< last reported load; none in a dry run

    /// Returns Interrupted if the run was cancelled.
    ExitCode exitCode() const;
};

/// Runs until the end or an interrupt. Prints a line per evaluation and a summary.
EndedRun runWithProgress(const RunRequest &request, const Console &console);

/// Returns an observer that prints a line per evaluation. The console must outlive it.
std::unique_ptr<RunObserver> makeProgressPrinter(const Console &console);

Json toJson(const EndedRun &run);

} // namespace loupe::cli
