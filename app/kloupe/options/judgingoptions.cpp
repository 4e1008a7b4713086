// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/judgingoptions.h"

#include "app/kloupe/options/precisionoption.h"
#include "core/engine/request/requestedshapes.h"

namespace loupe::cli {

void JudgingOptions::addTo(CLI::App &command, RunRequest &run, const std::string &unconfined)
{
    command.add_option(
        "--device", run.python.device,
        "cpu or cuda:0 (default: a GPU if there is one; for native candidates, by their platform)");
    command.add_option("--python", run.python.interpreter,
                       "Interpreter with torch (default: $KLOUPE_PYTHON, else python3)");
    addPrecision(command, run.python, Precisions::One,
                 "KernelBench: the type of weights and inputs (default: float32)");
    command.add_flag("--backward", run.python.backward,
                     "KernelBench: judge the gradients of inputs and weights too, and time forward "
                     "and backward as one call");
    command.add_option("--shapes", run.python.shapesFile,
                       "KernelBench: a JSON file with further shapes of tasks: other values of "
                       "their files' constants. Programs are judged and timed on each shape");
    command.add_flag("--no-timing", noTiming, "Verify only");
    command.add_flag("--no-controls", noControls,
                     "Do not first check native tasks with known good and bad kernels");
    sandbox.addTo(command, unconfined);
}

Status JudgingOptions::applyTo(RunRequest &run) const
{
    run.sandbox = sandbox.choice().mode;
    run.unconfinedAsRoot = sandbox.choice().evenAsRoot;
    run.timing.enabled = !noTiming;
    run.controls = !noControls;
    return readShapes(run.python);
}

} // namespace loupe::cli
