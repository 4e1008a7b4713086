// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/pythoncontext.h"

#include "core/base/digest.h"
#include "core/base/environment.h"
#include "core/base/files.h"
#include "core/base/processors.h"
#include "core/engine/machine/ceilings.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/machine.h"
#include "core/engine/request/optionwords.h"
#include "core/engine/request/requestedbaselines.h"
#include "core/platforms/build/cudabuild.h"
#include "core/platforms/python/modelhub.h"
#include "core/platforms/python/pythonzygote.h"
#include "core/platforms/vendors/platform.h"
#include "core/sandbox/channel/devicetensors.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"
#include "core/suites/layout/pretrainedmodels.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Compute capability of an NVIDIA GPU.
struct Capability {
    int major = 0;
    int minor = 0;
    friend auto operator<=>(const Capability &, const Capability &) = default;
};

/// Returns the least capability with arithmetic of that precision.
Capability leastFor(RunPrecision precision)
{
    switch (precision) {
    case RunPrecision::Float16:
        return {5, 3};
    case RunPrecision::BFloat16:
        return {8, 0};
    case RunPrecision::Float32:
        break;
    }
    return {};
}

/// Reads "9.0".
std::optional<Capability> capabilityFrom(const std::string &text)
{
    Capability out;
    const char *end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, out.major);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.')
        return std::nullopt;
    const auto minor = std::from_chars(major.ptr + 1, end, out.minor);
    return minor.ec == std::errc() && minor.ptr == end ? std::optional(out) : std::nullopt;
}

/// XLA launches through threads of its own. Honest calls ended up to 1.6 ms after the device's
/// records of them on an H200, those of torch 0.3 ms.
constexpr double jaxLatenessMs = 2;

constexpr std::size_t maxLibraryBytes = std::size_t{16} << 20;
constexpr const char *extensionsModule = "torch.utils.cpp_extension";

/// Modules that torch imports, in a second, when it first gets tensors without memory. A
/// reference's sizes are found in a new process each time (loupe_worker/sizes.py).
constexpr std::array sizeModules{"torch._meta_registrations",
                                 "torch.fx.experimental.symbolic_shapes"};

/// Modules that a process which loads a language model takes 2 to 15 s to import.
constexpr std::array transformerModules{"transformers.modeling_utils",
                                        "transformers.models.auto.modeling_auto"};

/// Returns the requested device, else the first GPU if the interpreter sees one, else the
/// processor.
Result<std::string> chooseDevice(const PythonRequest &request, const PythonEnvironment &python)
{
    if (request.device.empty())
        return {python.hasCuda ? "cuda:0" : "cpu"};
    const bool isGpu = request.device.rfind("cuda", 0) == 0;
    if (request.device != "cpu" && !isGpu)
        return Error{Errc::Unsupported, "there is no device \"" + request.device + "\"", "device",
                     "use cpu or cuda:0"};
    if (isGpu && !python.hasCuda)
        return Error{Errc::Environment, "torch in this Python finds no CUDA device",
                     python.interpreter.string(),
                     "install a torch built for CUDA and the NVIDIA driver, or use --device cpu"};
    return request.device == "cuda" ? std::string("cuda:0") : request.device;
}

/// Device and platform on which candidates run.
struct PythonTarget {
    std::string device;
    const Platform *platform = nullptr; ///< none: ordinary modules
    Availability available;
    std::string reason; ///< why this platform, if it was not requested
};

Result<PythonTarget> choosePythonTarget(const PythonRequest &request,
                                        const PythonEnvironment &python)
{
    PythonTarget place;
    // A platform named by submissions is a hint. If it cannot be used, they still run as Python
    // modules.
    const Platform *named
        = request.platform.empty() ? knownPlatforms().find(request.namedPlatform) : nullptr;
    if (named != nullptr && !named->isNative) {
        PythonRequest asked = request;
        asked.platform = named->name;
        if (auto found = choosePythonTarget(asked, python)) {
            found->reason = "the submissions name it";
            return found;
        }
        place.reason = "the submissions name " + named->name + ", which cannot be used here: "
            + availability(*named, PlatformSurroundings::here(&python), request.device).reason;
    }
    if (request.platform.empty()) {
        auto device = chooseDevice(request, python);
        if (!device)
            return device.error();
        place.device = std::move(*device);
        return place;
    }
    const auto platform = knownPlatforms().get(request.platform);
    if (!platform)
        return platform.error();
    if ((*platform)->isNative)
        return Error{Errc::Unsupported, "the platform " + request.platform + " runs native tasks",
                     "platform", "use torch-cpu for benchmarks in Python"};
    place.platform = *platform;
    place.available = availability(**platform, PlatformSurroundings::here(&python), request.device);
    if (!place.available.isAvailable)
        return Error{Errc::Environment,
                     "the platform " + request.platform
                         + " cannot be used here: " + place.available.reason,
                     python.interpreter.string(), place.available.fix};
    const std::string &prefix = place.available.device->prefix;
    const bool isWhole = prefix == "cpu" || request.device.find(':') != std::string::npos;
    place.device = request.device.empty() ? prefix : request.device;
    if (!isWhole)
        place.device += ":0";
    return place;
}

/// Returns the folder of compiled modules; empty if the sandbox's user cannot read it.
std::filesystem::path bytecodeFolder(const std::filesystem::path &cache)
{
    namespace fs = std::filesystem;
    const fs::path folder = cache / "bytecode";
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!failed)
        fs::permissions(folder, fs::perms(0755), failed);
    return failed ? fs::path() : folder;
}

/// Returns the architectures that torch would otherwise find by starting the device when it builds
/// an extension.
std::map<std::string, std::string> architectures(const PythonEnvironment &python)
{
    if (python.torchBuild != "cuda" || python.capabilities.empty())
        return {};
    const std::set<std::string> distinct(python.capabilities.begin(), python.capabilities.end());
    std::string list;
    for (const std::string &each : distinct)
        list += (list.empty() ? "" : ";") + each;
    return {{"TORCH_CUDA_ARCH_LIST", list + "+PTX"}};
}

/// Adds the library that draws for references, and the record of its compared draws.
void addDraws(PythonContext &context)
{
    const std::filesystem::path library = findDraws(context.programs);
    const auto content = readFile(library, maxLibraryBytes);
    if (library.empty() || !content)
        return;
    const auto torch = context.environment.packages.find("torch");
    const std::string version
        = torch == context.environment.packages.end() ? std::string() : torch->second;
    context.settings.draws = library;
    context.knownDraws = std::make_shared<KnownDraws>(context.programs.cache / "draws.json",
                                                      version + "\n" + processorName() + "\n"
                                                          + sha256Hex(*content));
}

/// Makes the models that references load readable in the user's model folder. Without a network a
/// missing model is reported at once.
void addModels(PythonContext &context, const Benchmark &benchmark)
{
    std::error_code failed;
    const std::filesystem::path hub = std::filesystem::absolute(modelHub(), failed);
    context.modelHub = failed ? std::filesystem::path() : hub;
    std::set<std::filesystem::path> folders;
    for (const BenchmarkTask &task : benchmark.tasks) {
        for (const std::string &name : pretrainedModels(task.implementation))
            folders.insert(modelFolder(context.modelHub, name));
    }
    if (folders.empty())
        return;
    context.settings.variables["HF_HUB_CACHE"] = context.modelHub.string();
    context.settings.variables["HF_HUB_OFFLINE"] = "1";
    for (const std::filesystem::path &folder : folders) {
        if (std::filesystem::is_directory(folder, failed))
            context.settings.readable.push_back(folder);
    }
}

/// Extensions that candidates of a run build.
struct Extensions {
    std::size_t count = 0;  ///< candidates that build one
    const char *what = "";  ///< "a C++ extension"
    std::string lacks = {}; ///< why this machine cannot build it
    std::string fix = {};
};

/// Reports that this machine cannot build such extensions: an error if every candidate needs one,
/// else a remark.
Status reportLack(PythonContext &context, std::size_t candidates, const Extensions &extensions)
{
    const bool isOfAll = extensions.count == candidates;
    std::string who = isOfAll
        ? std::string("every candidate of this run")
        : std::to_string(extensions.count) + " of " + std::to_string(candidates) + " candidates";
    std::string what = std::move(who) + " may build " + extensions.what
        + ", which this machine cannot: " + extensions.lacks;
    if (isOfAll)
        return Error{Errc::Environment, std::move(what), context.environment.interpreter.string(),
                     extensions.fix};
    context.remarks.push_back(what + "; " + extensions.fix
                              + ". Then continue with --resume: what fails for it is infra_error");
    return {};
}

/// Checks for the tools that build extensions of torch.
Status findExtensionTools(PythonContext &context, const PlannedNeeds &needs)
{
    if (needs.extensions == 0)
        return {};
    const Availability tools
        = availability(*knownPlatforms().find("torch-cpu"),
                       PlatformSurroundings::here(&context.environment), "cpu");
    if (!tools.isAvailable)
        return reportLack(context, needs.candidates,
                          {needs.extensions, "a C++ extension", tools.reason, tools.fix});
    context.settings.toolFolders = tools.toolFolders;
    context.settings.readable.insert(context.settings.readable.end(), tools.toolFolders.begin(),
                                     tools.toolFolders.end());
    if (needs.cudaExtensions == 0)
        return {};
    const auto compiler = findCudaCompiler();
    if (compiler)
        return {};
    const Error &lack = compiler.error();
    return reportLack(context, needs.candidates,
                      {needs.cudaExtensions, "a CUDA extension",
                       lack.message + (lack.where.empty() ? "" : ": " + lack.where), lack.hint});
}

/// Returns the precisions in which the candidates are judged. Those of a run of several count
/// together, so that it is refused before its first part.
std::vector<RunPrecision> precisionsOf(const RunRequest &request, const Benchmark &benchmark)
{
    if (!request.partOf.run.empty())
        return request.partOf.precisions;
    if (benchmark.tasks.empty())
        return {};
    const auto &facts = benchmark.tasks.front().facts;
    const auto word = facts.find("precision");
    if (word == facts.end() || !word->second.is_string())
        return {};
    const auto precision = precisionFromWord(word->second.get<std::string>());
    return precision ? std::vector{*precision} : std::vector<RunPrecision>();
}

/// Adds the small interface if the cache folder can be written. It starts first, because every
/// build needs it before linking.
void addSmallInterface(PythonContext &context, const PlannedNeeds &needs)
{
    if (!context.settings.thinHeaders)
        return;
    auto made = std::make_shared<SmallInterface>(context.programs.cache, context.environment,
                                                 context.settings);
    if (!made->whyNot().empty()) {
        context.remarks.push_back("the cache folder cannot be written; extensions compile slower "
                                  "and are rebuilt each time: "
                                  + made->folder().string() + ": " + made->whyNot());
        return;
    }
    context.smallInterface = std::move(made);
    if (needs.extensions > 0)
        context.smallInterface->begin();
}

} // namespace

Status checkPrecisions(const std::vector<RunPrecision> &precisions, const std::string &device,
                       const PythonEnvironment &python)
{
    const auto ordinal = cudaOrdinal(device);
    if (!ordinal || python.torchBuild != "cuda")
        return {};
    const auto place = static_cast<std::size_t>(*ordinal);
    if (place >= python.capabilities.size())
        return {};
    const auto capability = capabilityFrom(python.capabilities[place]);
    if (!capability)
        return {};
    for (const RunPrecision precision : precisions) {
        const Capability least = leastFor(precision);
        if (*capability >= least)
            continue;
        const std::string named
            = place < python.devices.size() ? python.devices[place] : std::string("the GPU");
        return Error{Errc::Unsupported,
                     fmt::format("{} ({}) cannot compute in {}: it has compute capability {}, and "
                                 "{} needs {}.{}",
                                 named, device, name(precision), python.capabilities[place],
                                 name(precision), least.major, least.minor),
                     "precision", "name another precision with --precision, or another device"};
    }
    return {};
}

PythonSettings PythonContext::settingsFor(PythonRole role) const
{
    PythonSettings out = settings;
    out.readable.insert(out.readable.end(), testModules.begin(), testModules.end());
    if (role == PythonRole::Oracle) {
        out.readable.push_back(checkout);
        if (tensors.isOnDevice())
            out.preloadIfThere.insert(out.preloadIfThere.end(), sizeModules.begin(),
                                      sizeModules.end());
    } else if (smallInterface) {
        out.preloadIfThere.emplace_back(extensionsModule);
        out.readable.push_back(smallInterface->folder());
        out.variables["KLOUPE_SMALL"] = smallInterface->library().string();
    }
    return out;
}

Result<PythonContext> makePythonContext(const RunRequest &request, const Benchmark &benchmark,
                                        const std::stop_token &stop, PlannedNeeds needs)
{
    if (const Status may = permitted(request.sandboxChoice()); !may)
        return may.error();
    if (request.sandbox == SandboxMode::Bubblewrap) {
        if (const Status available = sandboxAvailable(); !available)
            return available.error();
    }
    PythonContext context;
    auto programs = findPrograms();
    if (!programs)
        return programs.error();
    context.programs = std::move(*programs);
    auto worker = findWorker();
    if (!worker)
        return worker.error();
    const auto interpreter = findPython(request.python.interpreter);
    if (!interpreter)
        return interpreter.error();
    auto environment = inspectPython(*interpreter, stop, bytecodeFolder(context.programs.cache));
    if (!environment)
        return environment.error();
    const auto place = choosePythonTarget(request.python, *environment);
    if (!place)
        return place.error();
    if (const Status able
        = checkPrecisions(precisionsOf(request, benchmark), place->device, *environment);
        !able)
        return able.error();
    context.environment = std::move(*environment);
    context.rules = request.python;
    context.rules.interpreter = *interpreter;
    context.rules.device = place->device;
    if (place->platform != nullptr)
        context.rules.platform = place->platform->name;
    context.platformReason = place->reason;

    PythonSettings &settings = context.settings;
    settings.workerFolder = std::move(*worker);
    settings.mode = request.sandbox;
    settings.limits = request.python.limits;
    settings.threads = usableProcessors();
    settings.device = place->device;
    const auto number = cudaOrdinal(place->device);
    const auto view = number ? gpuView(place->device) : std::nullopt;
    if (view)
        settings.hiddenNodes = view->hidden;
    if (view || (number && *number > 0)) {
        context.visible["CUDA_VISIBLE_DEVICES"] = view
            ? view->uuid
            : visibleDevice(place->device, variableIfSet("CUDA_VISIBLE_DEVICES"));
        settings.variables.insert(context.visible.begin(), context.visible.end());
        settings.device = "cuda:0";
    }
    addDraws(context);
    addModels(context, benchmark);
    settings.interpretTriton = place->device == "cpu";
    settings.thinHeaders = !request.python.fullHeaders;
    if (const Status found = findExtensionTools(context, needs); !found)
        return found.error();
    addSmallInterface(context, needs);
    if (context.environment.packages.count("triton") != 0)
        settings.preload.emplace_back("triton");
    if (needs.loadsModels)
        settings.preloadIfThere.assign(transformerModules.begin(), transformerModules.end());
    if (place->platform == nullptr) { // others add their imports below
        PythonSettings all = settings;
        if (context.smallInterface)
            all.preloadIfThere.emplace_back(extensionsModule);
        if (place->device.starts_with("cuda"))
            all.preloadIfThere.insert(all.preloadIfThere.end(), sizeModules.begin(),
                                      sizeModules.end());
        settings.zygote = PythonZygote::begin(context.environment, all);
    }
    auto tensors = chooseTensorLocation(context.environment, settings.device,
                                        context.programs.judge, context.visible, stop);
    if (!tensors)
        return tensors.error();
    // Each tensor in memory of its own lets compute-sanitizer see where it ends.
    if (request.sanitizer == nullptr)
        context.tensors = std::move(*tensors);
    settings.sanitizer = request.sanitizer;
    settings.memory = context.tensors.memory;
    if (place->platform != nullptr) {
        context.arrays = place->platform->arrays;
        configure(settings, *place->platform, place->available,
                  PlatformSurroundings::here(&context.environment));
    }

    context.library = request.library;
    context.inspection = std::make_shared<SourceInspection>(PythonInspector::Settings{
        *interpreter, context.environment.roots, settings.workerFolder, request.sandbox});
    if (settings.variables.count("TORCH_CUDA_ARCH_LIST") == 0)
        settings.variables.merge(architectures(context.environment));

    context.timing = request.timing;
    const std::filesystem::path injection = findInjection(context.programs);
    auto clock = ClockChoice::make(request.timing, place->device, !injection.empty());
    if (!clock)
        return clock.error();
    context.clock = std::move(*clock);
    if (context.arrays == "jax")
        context.clock.candidateLatenessMs = jaxLatenessMs;
    if (request.timing.enabled && context.clock.method == TimingMethod::Cupti)
        settings.injection = injection;
    if (Status possible = checkDevice(request.python, place->device); !possible)
        return possible.error();
    auto ceilings = keptCeilings(place->device, ceilingsFolder());
    if (!ceilings)
        return ceilings.error();
    context.ceilings = std::move(*ceilings);
    context.checkout = benchmark.folder;
    const auto utilities = benchmark.folder / "utils";
    std::error_code failed;
    if (benchmark.layout == SuiteLayout::KernelBenchX
        && std::filesystem::is_directory(utilities, failed))
        context.testModules.push_back(utilities);
    context.hasOperatorTests = benchmark.layout == SuiteLayout::KernelGenBench;
    if (context.hasOperatorTests)
        context.testModules.push_back(benchmark.folder / "src");
    context.suite = benchmark.name;
    context.suiteProtocol = benchmark.protocol;
    context.suiteVersion = benchmark.version;
    context.seed = randomHex(16);
    context.memoryBytes = memoryBytes() / 5 * 4; // the rest is the system's and the frameworks'
    context.jobs = request.jobs > 0 ? request.jobs : usableProcessors();
    return context;
}

} // namespace loupe
