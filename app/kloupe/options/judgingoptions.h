// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/options/sandboxoption.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"

#include <string>

#include <CLI/CLI.hpp>

namespace loupe::cli {

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

} // namespace loupe::cli
