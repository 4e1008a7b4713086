// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/console.h"

#include <array>
#include <functional>
#include <memory>
#include <type_traits>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Action of a command, run after the arguments are parsed.
using Action = std::function<ExitCode(const Console &)>;

/// Makes `act(*options, console)` the chosen action if the user chooses this command.
template <typename Options>
void setAction(CLI::App &command, Action &chosen, const std::shared_ptr<Options> &options,
               std::type_identity_t<ExitCode (*)(const Options &, const Console &)> act)
{
    command.callback(
        [=, &chosen] { chosen = [=](const Console &console) { return act(*options, console); }; });
}

/// Each function adds its command to `app`. If the user chose that command, it also sets `chosen`.
void addDoctorCommand(CLI::App &app, Action &chosen);
void addDemoCommand(CLI::App &app, Action &chosen);
void addCalibrateCommand(CLI::App &app, Action &chosen);
void addSuitesCommand(CLI::App &app, Action &chosen);
void addRunCommand(CLI::App &app, Action &chosen);
void addRunsCommand(CLI::App &app, Action &chosen);
void addRerunCommand(CLI::App &app, Action &chosen);
void addPresetsCommand(CLI::App &app, Action &chosen);
void addServeCommand(CLI::App &app, Action &chosen);
void addWorkCommand(CLI::App &app, Action &chosen);
void addBundleCommand(CLI::App &app, Action &chosen);
void addQueryCommand(CLI::App &app, Action &chosen);
void addShowCommand(CLI::App &app, Action &chosen);
void addDialogueCommand(CLI::App &app, Action &chosen);
void addProfileCommand(CLI::App &app, Action &chosen);
void addOverviewCommand(CLI::App &app, Action &chosen);
void addReferencesCommand(CLI::App &app, Action &chosen);
void addMetricsCommand(CLI::App &app, Action &chosen);
void addStatsCommand(CLI::App &app, Action &chosen);
void addCompareCommand(CLI::App &app, Action &chosen);
void addImportCommand(CLI::App &app, Action &chosen);
void addExportCommand(CLI::App &app, Action &chosen);
void addExtractCommand(CLI::App &app, Action &chosen);
void addInspectCommands(CLI::App &app, Action &chosen);
void addAuditCommand(CLI::App &app, Action &chosen);
void addAnnotateCommand(CLI::App &app, Action &chosen);
void addReviewCommand(CLI::App &app, Action &chosen);
void addCheckCommand(CLI::App &app, Action &chosen);
void addClustersCommand(CLI::App &app, Action &chosen);
void addMergeCommand(CLI::App &app, Action &chosen);
void addFigureCommand(CLI::App &app, Action &chosen);
void addReportCommand(CLI::App &app, Action &chosen);
void addEndpointsCommand(CLI::App &app, Action &chosen);
void addGenerateCommand(CLI::App &app, Action &chosen);
void addHintCommand(CLI::App &app, Action &chosen);
void addPromptsCommand(CLI::App &app, Action &chosen);
void addEvaluateOneCommand(CLI::App &app, Action &chosen);
void addAgentCommand(CLI::App &app, Action &chosen);
void addSqlCommand(CLI::App &app, Action &chosen);
void addViewsCommand(CLI::App &app, Action &chosen);
void addCompletionCommand(CLI::App &app, Action &chosen);
void addManualCommand(CLI::App &app, Action &chosen);

/// Adds `suites audit`: runs the reference of each task to check that the task can tell right from
/// wrong.
void addSuitesAudit(CLI::App &suites, Action &chosen);

/// Commands in the order of `--help`.
inline constexpr std::array allCommands{
    addDoctorCommand,      addDemoCommand,     addCalibrateCommand, addSuitesCommand,
    addRunCommand,         addRunsCommand,     addRerunCommand,     addPresetsCommand,
    addServeCommand,       addWorkCommand,     addBundleCommand,    addQueryCommand,
    addShowCommand,        addDialogueCommand, addProfileCommand,   addOverviewCommand,
    addReferencesCommand,  addMetricsCommand,  addStatsCommand,     addCompareCommand,
    addImportCommand,      addExportCommand,   addExtractCommand,   addInspectCommands,
    addAuditCommand,       addAnnotateCommand, addReviewCommand,    addCheckCommand,
    addClustersCommand,    addMergeCommand,    addFigureCommand,    addReportCommand,
    addEndpointsCommand,   addGenerateCommand, addHintCommand,      addPromptsCommand,
    addEvaluateOneCommand, addAgentCommand,    addSqlCommand,       addViewsCommand,
    addCompletionCommand,  addManualCommand};

} // namespace loupe::cli
