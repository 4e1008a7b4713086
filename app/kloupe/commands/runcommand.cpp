// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/runprogress.h"
#include "core/base/result.h"
#include "core/base/shellword.h"
#include "core/engine/request/optionwords.h"
#include "core/engine/request/requestedbaselines.h"
#include "core/engine/request/requestedshapes.h"
#include "core/engine/request/runpreset.h"
#include "core/executors/makeexecutor.h"
#include "core/suites/layout/suitelayout.h"

#include <charconv>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe::cli {

namespace {

/// Source and destination of a run's options, and the part of the run to do.
struct PresetOptions {
    std::string from; ///< name or file
    std::string keepAs;
    std::string shard; ///< "2/4"
    std::string place; ///< empty: from the preset, or this machine
    bool accepts = false;
};

/// Options that may be combined with --preset. All others come from the preset.
const std::set<std::string> besidePreset // NOLINT(cert-err58-cpp)
    {"--preset",
     "--store",
     "--name",
     "--shard",
     "--job",
     "--on",
     "--resume",
     "--dry-run",
     "--help",
     "--no-sandbox",
     "--no-sandbox-as-root",
     "--accept-settings"};

void checkPresetOptions(const CLI::App &command, const RunRequest &request,
                        const PresetOptions &preset)
{
    if (preset.from.empty() && request.candidates.empty())
        throw CLI::ValidationError("--candidates",
                                   "or a preset is missing\nusage: kloupe run STORE --candidates "
                                   "FOLDER, or kloupe run STORE PRESET");
    if (preset.from.empty())
        return;
    for (const CLI::Option *option : command.get_options()) {
        const std::string name = option->get_name();
        if (option->count() > 0 && besidePreset.count(name) == 0)
            throw CLI::ValidationError(name,
                                       "cannot be combined with a preset, which has it; change the "
                                       "preset, or remove the option");
    }
}

Shard parseShard(const std::string &given)
{
    // kloupe puts a blank before arguments that begin with a minus.
    const std::string text = given.substr(std::min(given.find_first_not_of(' '), given.size()));
    Shard shard;
    const char *end = text.data() + text.size();
    const auto index = std::from_chars(text.data(), end, shard.index);
    if (index.ec == std::errc() && index.ptr != end && *index.ptr == '/') {
        const auto count = std::from_chars(index.ptr + 1, end, shard.count);
        if (count.ec == std::errc() && count.ptr == end && shard.index >= 1
            && shard.index <= shard.count && shard.count <= 100'000)
            return shard;
    }
    throw CLI::ValidationError("--shard", "must be INDEX/COUNT, as 2/4; not \"" + text + "\"");
}

ExitCode keepPreset(const PresetOptions &options, const RunRequest &given, const Console &console)
{
    RunRequest request = given;
    request.place = options.place;
    const auto preset = orFail(presetToKeep(request, options.keepAs));
    orFail(loupe::keepPreset(preset, given.store));
    console.line("stored; kloupe run " + shellWord(given.store.string()) + " "
                 + shellWord(options.keepAs) + " runs it");
    console.document({{"preset", toJson(preset)}});
    return ExitCode::Ok;
}

/// Returns the preset with the overrides of the command line.
RunPreset withPreset(const RunRequest &given, const PresetOptions &options)
{
    if (options.from.empty()) {
        RunPreset typed{{}, options.place.empty() ? "local" : options.place, given};
        typed.request.place = options.place;
        return typed;
    }
    auto preset = orFail(findPreset(options.from, given.store));
    preset.request = requestOf(preset, given);
    if (!options.place.empty()) {
        preset.place = options.place;
        preset.request.place = options.place;
        preset.request.fromFile.namesPlace = false;
    }
    return preset;
}

ExitCode run(RunRequest given, const PresetOptions &options, const Console &console)
{
    orFail(readShapes(given.python));
    if (!options.keepAs.empty() && given.sandbox == SandboxMode::None)
        return console.fail(Error{Errc::InvalidInput, "a preset cannot disable the sandbox",
                                  "--no-sandbox",
                                  "remove it here and give it when you run the preset"});
    if (!options.keepAs.empty())
        return keepPreset(options, given, console);
    const auto preset = withPreset(given, options);
    if (preset.place != "local" && given.shard.count > 1)
        return console.fail(Error{Errc::InvalidInput, "--shard works only with --on local",
                                  "--shard", "remove it, or run each shard with --on local"});
    orFail(settleUses(preset.request, options.accepts, console));
    const auto ended = runWithProgress(preset.request, console);
    console.document(toJson(ended));
    return ended.exitCode();
}

/// Options that apply() translates into settings of the request.
struct Switches {
    SandboxOption sandbox;
    bool noTiming = false;
    bool noControls = false;
    std::optional<double> callSeconds;
    std::optional<double> buildSeconds;
    std::optional<double> memoryGigabytes;
    std::optional<TimingMethod> timing;

    void apply(RunRequest &request) const
    {
        request.sandbox = sandbox.choice().mode;
        request.unconfinedAsRoot = sandbox.choice().evenAsRoot;
        request.timing.enabled = !noTiming;
        request.controls = !noControls;
        request.timing.method = timing;
        for (SubjectLimits *limits : {&request.limits, &request.python.limits}) {
            limits->callSeconds = callSeconds.value_or(limits->callSeconds);
            limits->buildSeconds = buildSeconds.value_or(limits->buildSeconds);
            if (memoryGigabytes)
                limits->memoryBytes = static_cast<std::int64_t>(*memoryGigabytes * (1LL << 30));
        }
    }
};

void addWhat(CLI::App &command, RunRequest &request, PresetOptions &preset)
{
    addStore(command, request.store, StoreUse::Required, "created when missing");
    CLI::Option *from = command.add_option(
        "preset,--preset,--profile", preset.from,
        "A run preset: its name in the store, or a file that `presets export` wrote");
    command
        .add_option("--save-preset", preset.keepAs, "Store these options under a name; run nothing")
        ->excludes(from);
    addSuiteOption(command, request.suite);
    addLayoutOption(command, request.layout);
    command.add_option("--candidates,--submissions", request.candidates,
                       "Folder of candidates, or a benchmark's submissions; may be repeated");
    command.add_option("--method", request.method,
                       "Name of the method (default: the folder's name)");
    command.add_option("--name", request.name, "Name of the run (default: suite and methods)");
    command.add_option("--tasks", request.taskFilter,
                       "Filter of the tasks: category:Math,Loss level<3 softmax");
    command.add_option("--samples", request.samples, "Max samples of each task")
        ->check(wholeNumber(1, 1'000'000));
    command
        .add_option("--jobs", request.jobs,
                    "Parallel builds and verifications (default: processors)")
        ->check(wholeNumber(1, 1024));
    command.add_option("--shard", preset.shard,
                       "Only part INDEX of COUNT of the evaluations, as 2/4, chosen by task, "
                       "method, sample and round");
    command
        .add_option(
            "--job", request.job,
            "Common id of the parts of a run in several stores: 32 hexadecimal digits. Parts use "
            "the same inputs; `merge` joins those from the same environment into one run")
        ->check(CLI::Validator(
            [](const std::string &text) {
                const bool fits = text.size() == 32
                    && text.find_first_not_of("0123456789abcdef") == std::string::npos;
                return fits ? std::string() : "must be 32 hexadecimal digits, not \"" + text + "\"";
            },
            "32 hexadecimal digits"));
    command.add_option(
        "--on", preset.place,
        "Target: local (default), ssh:[USER@]HOST[:PORT][/PATH/OF/KLOUPE], or slurm:TEMPLATE");
    command.add_flag("--resume", request.resume, "Continue a run: evaluate only what is missing");
    command.add_flag("--dry-run", request.dryRun, "Show the plan only; run nothing");
}

void addHow(CLI::App &command, RunRequest &request, Switches &switches)
{
    command.add_flag("--no-timing", switches.noTiming, "Verify only");
    command.add_flag("--no-controls", switches.noControls,
                     "Do not first check native tasks with known good and bad kernels");
    addChoice(command, "--library", request.library, optionWords<LibraryPolicy>(),
              "Permitted candidates: pure (own kernels only), mixed (own kernels and library "
              "operators) or any (default)");
    switches.sandbox.addTo(
        command,
        "Run candidates without the sandbox; only for code you trust. Recorded with the run");
    command
        .add_option("--call-seconds", switches.callSeconds,
                    "Time limit of one call (default: 5; in Python 60)")
        ->check(numberAboveZero(86'400));
    command
        .add_option("--build-seconds", switches.buildSeconds,
                    "Time limit of one build (default: 60; in Python 300)")
        ->check(numberAboveZero(86'400));
    command
        .add_option("--memory", switches.memoryGigabytes,
                    "Memory limit of a candidate in GiB (default: 2; in Python 16)")
        ->check(numberAboveZero(65'536));
    command
        .add_option("--max-timing-seconds", request.timing.maximumSeconds,
                    "Max time for timing one side")
        ->check(numberAboveZero(86'400))
        ->capture_default_str();
    command
        .add_option("--timing-interval", request.timing.relativeInterval,
                    "Stop timing when the 95 % interval's half width, as a share of the speedup, "
                    "is at most this")
        ->check(number(1e-5, 0.5))
        ->capture_default_str();
}

/// Returns the words of an option's values, in their order.
template <typename T>
std::vector<std::string_view> wordsOf()
{
    std::vector<std::string_view> out;
    for (const T value : optionValues<T>())
        out.push_back(optionWord(value));
    return out;
}

const std::string pythonGroup
    = "Benchmarks in Python; native candidates if stated"; // NOLINT(cert-err58-cpp)

void addClock(CLI::App &command, RunRequest &request, Switches &switches)
{
    addChoice(command, "--timing", switches.timing, optionWords<TimingMethod>(),
              "The clock: cupti (default on a GPU), cuda_event, do_bench or host. This and the "
              "next two also for .cu candidates")
        ->group(pythonGroup);
    addChoice(command, "--cache", request.timing.cache, optionWords<CacheState>(),
              "The GPU's cache before each timed call: cold (flushed, default) or warm")
        ->group(pythonGroup);
    command
        .add_option("--rotate", request.timing.rotatedInputs,
                    "Timed calls in a block on a GPU, each with its own inputs at other addresses")
        ->check(wholeNumber(1, 1024))
        ->group(pythonGroup);
    addPrecision(command, request.python, Precisions::Several,
                 "KernelBench: the types of weights and inputs, separated by commas; each is "
                 "stored as a run of its own (default auto: as in the submissions' "
                 "generation_config.yaml, else float32)")
        ->group(pythonGroup);
    command
        .add_flag(
            "--backward", request.python.backward,
            "KernelBench: judge the gradients of inputs and weights too, and time forward and "
            "backward as one call")
        ->group(pythonGroup);
    command
        .add_option("--shapes", request.python.shapesFile,
                    "KernelBench: a JSON file with further shapes of tasks: other values of their "
                    "files' constants. Candidates are judged and timed on each shape")
        ->group(pythonGroup);
    const auto choose = [&request](const std::vector<std::string> &words) {
        if (const Status chosen = chooseBaselines(words, request.python); !chosen)
            throw CLI::ValidationError("--baseline", refusalText(chosen.error()));
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--baseline", choose,
            fmt::format("Baselines of speedups, separated by commas: {}. Candidates are timed "
                        "against the first (default: eager); each other one is timed once for a "
                        "task, and its times are kept",
                        fmt::join(wordsOf<BaselineForm>(), ", ")))
        ->allow_extra_args(false)
        ->type_name("KIND[,KIND]")
        ->group(pythonGroup);
}

void addPython(CLI::App &command, PythonRequest &python)
{
    const std::string &group = pythonGroup;
    command
        .add_option("--python", python.interpreter,
                    "Interpreter with torch (default: $KLOUPE_PYTHON, else python3)")
        ->group(group);
    command
        .add_option("--platform", python.platform,
                    "Platform of the candidates; `doctor` lists them (default: the one that "
                    "submissions name, if usable; else Python modules). Native candidates: cpu or "
                    "cuda (default: by file)")
        ->group(group);
    command
        .add_option("--device", python.device,
                    "cpu, cuda:0, or cuda:0,cuda:1 for several of one kind (default: a GPU if "
                    "there is one; for native candidates, by their platform)")
        ->group(group);
    command
        .add_flag("--full-headers", python.fullHeaders,
                  "Compile torch extensions with all headers, as torch does (slower)")
        ->group(group);
    command
        .add_flag("--fast-inputs", python.fastInputs,
                  "Generate the inputs of the suite's trials on the GPU: faster, but with other "
                  "numbers than the suite's own harness")
        ->group(group);
    command
        .add_flag("--stop-at-first-failure", python.stopsAtFirstFailure,
                  "Stop a candidate at its first failed trial: same verdict, without the results "
                  "of the other trials")
        ->group(group);
    addChoice(command, "--protocol", python.judgedBy, optionWords<JudgedBy>(),
              "Rules of the verdicts: the suite's own, ours (strict), or both (default)")
        ->group(group);
    addChoice(command, "--suite-rules", python.mode, optionWords<ProtocolMode>(),
              "The suite's rules as its code has them (as_shipped, default), or as its text "
              "intends (as_intended)")
        ->group(group);
}

void addToggles(CLI::App &command, PythonRequest &python)
{
    const auto choose = [&python](const std::vector<std::string> &all) {
        const auto states = optionWords<ToggleState>();
        for (const std::string &each : all) {
            const std::size_t equals = each.find('=');
            const auto state = states.find(each.substr(std::min(equals, each.size() - 1) + 1));
            if (equals == std::string::npos || state == states.end())
                throw CLI::ValidationError("--toggle",
                                           "must be NAME=as_shipped, NAME=as_intended, NAME=on or "
                                           "NAME=off; not \""
                                               + each + "\"");
            const bool isStrict
                = state->second == ToggleState::On || state->second == ToggleState::Off;
            (isStrict ? python.strictPoints : python.suiteToggles)[each.substr(0, equals)]
                = state->second;
        }
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--toggle", choose,
            "NAME=as_shipped or as_intended: one rule of the suite; NAME=on or off: a point of the "
            "strict protocol. May be repeated")
        ->group(pythonGroup);
}

} // namespace

void addRunCommand(CLI::App &app, Action &chosen)
{
    auto request = std::make_shared<RunRequest>();
    auto switches = std::make_shared<Switches>();
    CLI::App *command = app.add_subcommand("run", "Evaluate candidates and store the results");
    auto preset = std::make_shared<PresetOptions>();
    addWhat(*command, *request, *preset);
    addAcceptOption(*command, preset->accepts);
    addHow(*command, *request, *switches);
    addPython(*command, request->python);
    addToggles(*command, request->python);
    addClock(*command, *request, *switches);
    command->callback([=, &chosen] {
        checkPresetOptions(*command, *request, *preset);
        if (!preset->shard.empty())
            request->shard = parseShard(preset->shard);
        switches->apply(*request);
        chosen = [=](const Console &console) { return run(*request, *preset, console); };
    });
}

} // namespace loupe::cli
