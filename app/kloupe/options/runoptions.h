// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/console.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/strategy/strategy.h"
#include "core/sandbox/system/sandboxmode.h"

#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// --no-sandbox and, for root, --no-sandbox-as-root. There is no other way to leave the sandbox.
struct SandboxOption {
    bool isLeft = false;
    bool evenAsRoot = false;

    /// Adds both options. `what`: the help of the first.
    void addTo(CLI::App &command, const std::string &what);
    SandboxChoice choice() const;
};

/// Number of precisions that a command can judge in.
enum class Precisions { One, Several };

/// Adds --precision.
CLI::Option *addPrecision(CLI::App &command, PythonRequest &python, Precisions most,
                          const std::string &help);

/// Adds --accept-settings.
void addAcceptOption(CLI::App &command, bool &accepts);

/// Resolves, before a run, the settings that need the user's consent. Typed settings are remembered
/// as accepted; new ones from a stored or shared file are shown and need confirmation. Returns an
/// error without a terminal, unless `accepts` (--accept-settings) is set. A dry run needs no
/// consent.
Status settleUses(const RunRequest &request, bool accepts, const Console &console);

/// Options for evaluating generated or submitted programs: device, interpreter, and the steps to
/// skip.
struct JudgingOptions {
    SandboxOption sandbox;
    bool noTiming = false;
    bool noControls = false;

    /// Options of benchmarks in Python go into `run` at once, the others by applyTo().
    /// `unconfined`: the help of --no-sandbox.
    void
    addTo(CLI::App &command, RunRequest &run,
          const std::string &unconfined
          = "Run candidates without the sandbox; only for code you trust. Recorded with the run");
    /// InvalidInput if the file of shapes is none.
    Status applyTo(RunRequest &run) const;
};

/// Adds --suite of a run.
void addSuiteOption(CLI::App &command, std::filesystem::path &suite);
/// Adds --layout, which chooses one of several suites in a folder.
void addLayoutOption(CLI::App &command, std::string &layout);
/// Adds --platform of generated or submitted programs.
void addPlatformOption(CLI::App &command, std::string &platform);
/// Adds --judge.
void addJudgeOption(CLI::App &command, Strategy::Judge &judge);

} // namespace loupe::cli
