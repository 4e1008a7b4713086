// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/values/value.h"
#include "core/platforms/host/nativehost.h"
#include "core/sandbox/channel/activityreader.h"
#include "core/sandbox/channel/devicetensors.h"
#include "core/sandbox/channel/tensorarena.h"
#include "core/sandbox/system/limits.h"
#include "core/sandbox/system/sandboxmode.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Nested value with the memory of its tensors, on the host or a GPU. Host memory from a child is
/// sealed and cannot change any more. GPU memory cannot be sealed, so a checker must copy it first.
struct Bundle {
    Value value;
    std::optional<TensorArena> tensors;    ///< empty if the value holds no tensor
    std::optional<DeviceTensors> onDevice; ///< instead of `tensors`

    TensorsView view() const
    {
        return onDevice ? TensorsView(&*onDevice) : TensorsView(tensors ? &*tensors : nullptr);
    }
};

/// Python interpreter that can run workers.
struct PythonEnvironment {
    std::filesystem::path interpreter;           ///< as named by the user, absolute
    std::string version;                         ///< "3.11.7"
    std::map<std::string, std::string> packages; ///< versions of torch, triton, jax, numpy, ninja…
    bool hasCuda = false;
    std::string torchBuild = "cpu";          ///< torch's build target: cpu, cuda, hip, xpu
    std::map<std::string, int> accelerators; ///< number of devices by torch's prefix (cuda, xpu,
                                             ///< npu, musa)
    std::vector<std::string> devices;        ///< names of the CUDA devices, in order
    std::vector<std::string> capabilities;   ///< compute capabilities of those: "9.0"
    /// Folders that the sandbox must show: prefixes and everything on the search path.
    std::vector<std::filesystem::path> roots;
    /// Compiled modules of the packages, written only by trusted code; empty: workers use the
    /// packages' own.
    std::filesystem::path bytecode;
    bool hasHeaders = true; ///< Python.h, which every extension of torch includes
};

/// Queries the interpreter; takes as long as importing torch. NotFound if the program does not
/// exist, InvalidInput if it is not Python 3.9 or newer, Environment if it has no torch; hints name
/// the remedy. `bytecode` is a folder for compiled modules of the imported packages, used if the
/// packages have none: compiling takes longer than the rest of torch's start. Empty: nothing is
/// stored.
Result<PythonEnvironment> inspectPython(const std::filesystem::path &interpreter,
                                        const std::stop_token &stop,
                                        const std::filesystem::path &bytecode = {});

/// An oracle runs only trusted code, a subject one candidate. They use separate servers.
enum class PythonRole { Oracle, Subject };

class PythonZygote;

/// Confinement and working environment of a server and its children.
struct PythonSettings {
    std::filesystem::path workerFolder; ///< resources/worker
    SandboxMode mode = SandboxMode::Bubblewrap;
    /// Limits of each child. Memory counts mappings beyond the imported framework, including
    /// received tensors. 0 = no limit, as on a GPU, whose driver reserves terabytes of address
    /// space. Files may be as large as memory, because results are files.
    SubjectLimits limits;
    int threads = 0;            ///< threads of torch; 0 = number of processors
    std::string device = "cpu"; ///< "cpu", "cuda:0"
    /// Memory in which tensors are exchanged: "host", or the device if it is an NVIDIA GPU whose
    /// driver can share memory between processes. Tensors in any other memory are refused.
    std::string memory{hostMemory};
    bool interpretTriton = false;
    /// Compiles torch extensions with only the headers that they use, if the result is the same
    /// (resources/worker/compilers).
    bool thinHeaders = false;
    std::vector<std::string> preload; ///< imported before the first fork, besides torch: "triton"
    /// Imported likewise, but only to save candidates time; import errors are ignored.
    std::vector<std::string> preloadIfThere;
    // Requirements of a platform (platform.h, configure()):
    std::string loader; ///< for subjects: a module of loupe_worker.platforms; empty: a Python
                        ///< module
    std::map<std::string, std::string> variables;   ///< environment variables added or replaced
    std::vector<std::filesystem::path> toolFolders; ///< searched for programs first
    std::vector<std::string> deviceNodes;           ///< name prefixes in /dev, unless device is cpu
    std::vector<std::filesystem::path> hiddenNodes; ///< those that belong to other GPUs
    std::vector<std::filesystem::path> readable;    ///< further folders that children may read
    /// Library that CUDA loads into children to record device activity; empty: nothing is recorded.
    std::filesystem::path injection;
    /// Library with which oracles draw torch's random numbers (torchstream.h); empty: torch draws.
    std::filesystem::path draws;
    /// Process from which servers are forked instead of importing the framework; null: they import.
    std::shared_ptr<PythonZygote> zygote;
    /// Starts servers of subjects under compute-sanitizer; null: they start by themselves.
    std::shared_ptr<Sanitizer> sanitizer;
};

/// Process forked from a server: a clean interpreter with the framework imported. Not thread-safe.
/// The destructor kills it and all its descendants.
///
/// Requests are JSON objects with "do", optionally with values. The results of an answer are listed
/// after the arrow. A failure of the code is a verdict, with the exception in body["error"]:
/// {"kind","type","message","traceback","code"}. Everything from a subject is untrusted: anything
/// may be missing, wrong or of another type.
///
/// load {source, file_name, style: "module"|"exec", namespace: {name: text}, entry?, artifacts?,
///   files? {path: text}, all files of a submission that is a folder; file_name is its entry}:
///     runs the code as a module; a module has a file (Triton needs one). Verdicts NoBuild. →
///     {build_seconds} `artifacts`: built by a child of the identical source. artifacts {} →
///     {artifacts: text}, null if nothing was built since, or too much. generated_code {} →
///     {generated_code: {texts, libraries}}: what its compilers generated, as
///     core/platforms/python/pythongeneratedcode.h reads it
/// construct {class, seed, dtype?, cast_all?, grad?, backward?, stays_on_host?, aside?} with the
///     arguments in a list: seeds, builds, moves and casts the object that forward calls. `dtype`
///     casts the object and floating (with cast_all all) tensor arguments. → {rng_state}. With
///     stays_on_host, a later move {dtype?, grad?} moves and casts it, so that only move uses the
///     device. With aside, a later restore_object {} restores the previous object. With backward,
///     each call also goes backward, and its value is {"forward": value, "gradients": {"input 1",
///     "parameter NAME", …: tensor}}
/// inputs {function | groups, index?, seed?, seed_random?, rng_state?, dtype?, cast_all?, make_on?:
///     "cpu"|"device", variant?, untie?, class?, stays_on_host?} (oracle): seeds torch (with
///     seed_random Python's random, too) and calls get_inputs(). With untie all numbers of a tensor
///     differ; with class the inputs are its arguments, positional and by name. `groups` names a
///     function that returns all trials, of which `index` is taken. → value, {count, rng_state}.
///     init_inputs does the same with another function. Without seed and rng_state the random
///     stream continues. With stays_on_host, values with tensors are omitted; a later drawn {}
///     returns them, so that only drawn uses the device. `draws`: "new"|"known", for inputs made on
///     the cpu and for construct (oracle): the library may draw; "known" means that it was already
///     compared with torch. → {draws: "torch"|"fast"|"same" (compared)|"differs: …", draws_problem:
///     why torch draws everything}
/// compare_draws {as `inputs`} (oracle): makes inputs as `inputs` does, discards them and restores
///     the generators. → {draws, draws_problem}
/// generator {rng_state} (oracle): sets the generators' state. arguments {} (oracle) → value
///     {"args","kwargs"} of the last call, as it left them. Any oracle request may contain tf32:
///     whether float32 may use TF32 as by torch's defaults, or not at all.
/// exact {most_bytes, most_peak_bytes?, seed?} (oracle): repeats the last call in float64, if
///     inputs and weights take at most most_bytes in it, and with intermediate results
///     most_peak_bytes (0: any). → value in its own types, {errors: {type: largest}, as_timed: as
///     below, of the shortcut of torch.cdist that `errors` leaves out}; {cannot: reason}. Too
///     little memory is a failure, never a reason. as_timed {seed?} (oracle): the last call once
///     more as it is timed, with TF32 as torch comes. → {errors: {place: [root mean square,
///     largest]}} from the last float64 form, or else from the last call, of those tensors whose
///     bits are then others. randomise {seed?, redraw?} (oracle): random values where all of a
///     weight are the same, or with `redraw` the elements of the others in another order; without
///     a seed, those that were there. → value of the state_dict, {changed: [name]}
/// ties {seed?, grad?} (oracle): → {ties, computed, documented}: whether the order of equal values
///   decides the last call, whether these may be values that are equal up to rounding, and whether
///   torch documents that order
/// unwritten {seed?, grad?} (oracle): → {unwritten}: whether the last call's result has elements
///   that are other ones when it is repeated in other memory; not if memory is short
/// undecided {tolerances: {type: [absolute, relative]}, seed?, grad?, index? | function?} (oracle):
///   → {undecided: {place: {places: [index], low: [value], high: [value]}}, more}: the elements of
///   a result that change with the roundings of computed values: of the last call, of a recorded
///   call, or of the last call of a function, with its arguments. undecided {more: true} → the next
///   ones
/// operations {seed?, grad?} (oracle): → {operations, type}: floating-point operations of the last
///   call's matrix products, convolutions and attention (null: none are known), and the type of its
///   first floating result ("float32")
/// structures {most_bytes, most_peak_bytes?, seed?, grad?} (oracle): → {variants: [name]}: the
///     structured inputs that are informative about a candidate of the last call's model
/// audit {draws: [seed] | index, entry, further_draws: [seed], tolerances: {type: [absolute,
///     relative]}, equal_nan?, call_seed, most_bytes, most_peak_bytes?, seconds, and for draws the
///     fields of `inputs`} (oracle): runs the object, or a recorded call's function, on several
///     draws of its inputs and with parts of it changed; agreeing variants are repeated on the
///     further draws.
///     → {audit: {elements, nan, same_inputs, smallest, largest, not_exact, copy_of, inputs,
///     operators, operators_seen, weights, weights_seen, and shares within the tolerance:
///     repeat_within, random_within, zeros_within, mean_within, copy_within, other_draw_within,
///     exact_within, exact_without_tf32_within}} (core/integrity/tasksoundness.h)
/// forward {function?, seed?, rng_state?, grad?, arrays?: "torch"|"jax", return_arguments?, view?
///     (part of an input), check_inputs? (true), place?: "any"|"same"|"other", guard?, may_grow?,
///     poison?} with a list of arguments, {"args","kwargs"}, or nothing (the previous ones): calls
///     the object or the named function and synchronises. → value (with return_arguments
///     {"result","arguments"}, with view {"result","viewed": that part after the call}), {wall_ms,
///     rng_state, drew: random numbers were drawn, layout: [{path, device, contiguous,
///     requires_grad, alias, view, type}], reuses_result: at the address of the previous one,
///     changed_inputs: [index]}, from an oracle non_finite, from a subject {damage: [{input, side,
///     distance, bytes}], changed_flags: [name]}. `place`: puts inputs at the addresses of the last
///     call's, or at others; `guard`: between known bytes; `may_grow`: in resizable memory;
///     `poison`: poisons new memory. `place` is valid for any request with a value, and `late` with
///     "same": the inputs arrive on the current stream some ms after the call began.
/// give {function?, arrays?}, with a value as for forward: stores the arguments without a call.
/// draw {as `inputs`, count, keep?, hand_over?, anew?} (oracle): makes the inputs of `count` timed
///     calls; with a recorded call's values (`one`) instead of a generator, it changes these, in
///     later requests too. keep: for its own lay; hand_over: → value, a list of arguments for each
///     call. → {differ: whether the first two have other values}.
/// lay {place: "slots", shares?, again?, held?, slot?, arrays?}, with that value, or else what was
///     kept: gives later timed calls their inputs. shares: the value's memory, to which the engine
///     writes the next ones; again: those. held, slot: only those of that slot, or from an oracle
///     those of a held result's call. arrays: an oracle converts them, too.
/// time {calls, first?, warm_up?, method?, flush_bytes?, clone_inputs?, function?, grad?, places?}:
///     makes calls and times them (timingpolicy.h; "host" by default, which only calls and
///     synchronises). warm_up: the processor time of the whole sandbox counts.
///     With `first` each call has the inputs of the next slot from that one on, cyclically; else
///     all have the arguments of the last forward, give or slot 0. Before each call the cache is
///     flushed with flush_bytes; with `clone_inputs` each call makes a copy. → {copies: slots,
///     host_ms: [per call], events_ms: [per call]} as available from the method; with "cupti"
///     device times come through takeActivity(). 0 calls is an empty round trip; with `settle` it
///     delivers the device's activity. places: [share] → {glimpse: [hexadecimal]}: elements of the
///     last result as of its call's return. hold_result {held: number, return_arguments?} copies
///     the last result, before its memory is overwritten. last_result {held?, return_arguments?,
///     places?} returns that copy, or the last result → value, {glimpse: the same elements}. The
///     method "counters" calls once, after a warm-up, under hardware counters
///     (core/gpu/injection/rangecounters.h), and ends the recording of activity → {counters}
/// baseline {kind: word of a form such as "compile" or "cuda-graph", grad?, artifacts?} (oracle),
///     after a forward: calls the object in that form from now on. `artifacts`: compiled by a child
///     of the same reference. → {artifacts: text}, null as for candidates
/// take_compiled {artifacts} (oracle): uses earlier Triton output for the same reference in the
///     next requests; unreadable parts are recompiled. compiled {} (oracle) → {artifacts: text},
///     null as for candidates
/// forget {} (oracle): frees device memory held by the code, its object and its calls.
/// estimate {function, class?, arguments?} (oracle): estimates the size of get_inputs(), and of the
///     class's result for arguments(), without making them. → {bytes, result, weights, peak: of
///     values alive at a time}, null or missing if values are needed
/// script {source, file_name, functions_of?, seed?, result? | stdout?, paths?}: runs the file as
///     __main__, with `paths` first on the search path. functions_of runs first, reduced to imports
///     and functions. → {exit_code}, value of the variable `result`; with `stdout` the value is the
///     output of Python code
/// record_calls {implementation, test, entry, file_name, seed, paths?} (oracle): runs both and
///     records the test's calls of entry. → {calls: [{raised, replayable, grows}]}. recorded
///     {index, part: "arguments"|"expected"} → value {"args","kwargs"} or {"result","arguments"}
/// operator_tests {folder, space, operator, interfaces, quick, seed, leave_out?, record_bytes?}:
///     runs the labelled tests of a KernelGenBench operator, whose sources are in folder. A subject
///     uses the functions it has loaded; an oracle uses the reference and stores at most
///     record_bytes of the calls for `recorded`. → {functions: [{name, total, failed, first}],
///     failed_cases: [index]}, from an oracle also {seen, calls: [{function, raised, replayable,
///     grows}]}; {cannot: reason} if the tests are unusable
/// operator_reference {folder, space, operator, interfaces, quick} (oracle): from now on `function`
///     names the suite's references of the interfaces, "add_Tensor"
/// other_values {seed} (oracle), with a value as for forward: replaces its floating values → value
///     {"args","kwargs"}; {cannot: reason} if there are none
/// state {} → value of the object's state_dict; set_state with that value: by name if names and
///     shapes agree, else in order. → {matched: "names"|"order"|"none"}
///
/// An oracle whose request has gives_turn_back releases the device while a compiler works for it:
/// it sends {turn: "given back"}, later {turn: "wanted"}, and then waits for {turn: "granted"}.
class PythonChild
{
public:
    /// Called when the turn on the device is released or wanted; the turn is held once it returns.
    using TurnGivenBack = std::function<void(bool isGivenBack)>;

    struct Answer {
        CallOutcome outcome; ///< Verdict::Correct: it answered; seconds is the engine's wall clock
        Json body;           ///< always an object
        std::optional<Bundle> value;
    };
    virtual ~PythonChild() = default;

    /// Sends one request and waits for its answer. Tensors of `given` must be sealed. Once the
    /// child is dead, further requests return its final outcome; exceptions do not end it.
    virtual Answer ask(Json request, const Bundle *given, std::chrono::duration<double> deadline,
                       const std::stop_token &stop)
        = 0;
    /// Sets the callback for requests with gives_turn_back, on the requesting thread; empty: the
    /// turn is not released. Its duration does not count towards a request's deadline.
    virtual void onTurnGivenBack(TurnGivenBack tell) = 0;
    /// Gives it and its descendants real-time priority for good
    /// (core/sandbox/control/sandboxtasks.h). Only for timing.
    virtual Status putAhead() = 0;
    /// Stops or continues its process with all threads and, in a sandbox, everything else there.
    /// Requests to a stopped child wait.
    virtual void setHeld(bool isHeld) = 0;
    /// Returns its output so far, bounded; final once it is dead.
    virtual std::string output() const = 0;
    virtual bool isAlive() const = 0;
    /// Returns the device's activity since the last call, as recorded by `time` with the method
    /// "cupti". Untouched without an injection library. Corrupt if the child has damaged its ring.
    virtual Result<ActivityBatch> takeActivity() = 0;
    /// Ends it now, as the destructor does, and waits until all its descendants are gone.
    virtual void end() = 0;
};

/// Process that has imported the framework and forks children, one at a time. Not thread-safe.
class PythonServer
{
public:
    /// Starts a server. Environment or InvalidInput if the interpreter cannot run the worker, with
    /// its output.
    static Result<std::unique_ptr<PythonServer>> start(const PythonEnvironment &environment,
                                                       PythonRole role,
                                                       const PythonSettings &settings,
                                                       const std::stop_token &stop);
    virtual ~PythonServer() = default;

    /// Forks a clean child; the previous one must have ended. Restarts a dead server first. An
    /// Error is an infrastructure failure.
    Result<std::unique_ptr<PythonChild>> fork(const std::stop_token &stop)
    {
        return forkWith({}, stop);
    }
    /// Forks a child with `variables` in its environment before it initializes a device.
    virtual Result<std::unique_ptr<PythonChild>>
    forkWith(const std::map<std::string, std::string> &variables, const std::stop_token &stop) = 0;
    /// Returns how many times the server was started; 1 at first.
    virtual int starts() const = 0;
};

} // namespace loupe
