// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/value.h"
#include "core/platforms/host/nativehost.h"
#include "core/sandbox/activityreader.h"
#include "core/sandbox/devicetensors.h"
#include "core/sandbox/limits.h"
#include "core/sandbox/sandboxmode.h"
#include "core/sandbox/tensorarena.h"

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

/// A nested value with the memory of its tensors, this machine's or a GPU's. The machine's is
/// sealed where it came from a child, so that nobody can change it afterwards; a GPU's cannot be,
/// so that whoever judges it copies it first.
struct Bundle {
    Value value;
    std::optional<TensorArena> tensors;    ///< empty when the value holds no tensor
    std::optional<DeviceTensors> onDevice; ///< in place of `tensors`

    TensorsView view() const
    {
        return onDevice ? TensorsView(&*onDevice) : TensorsView(tensors ? &*tensors : nullptr);
    }
};

/// A Python that can run workers.
struct PythonEnvironment {
    std::filesystem::path interpreter;           ///< as the user named it, absolute
    std::string version;                         ///< "3.11.7"
    std::map<std::string, std::string> packages; ///< torch, triton, jax, numpy, ninja…: versions
    bool hasCuda = false;
    std::string torchBuild = "cpu";          ///< what torch was built for: cpu, cuda, hip, xpu
    std::map<std::string, int> accelerators; ///< torch's prefix (cuda, xpu, npu, musa): how many
    std::vector<std::string> devices;        ///< names of the CUDA devices, in order
    std::vector<std::string> capabilities;   ///< of those: "9.0"
    /// Folders that the sandbox must show: prefixes and everything on the search path.
    std::vector<std::filesystem::path> roots;
    /// Compiled modules of the packages, written by trusted code alone; empty: workers use what
    /// lies beside the packages.
    std::filesystem::path bytecode;
    bool hasHeaders = true; ///< Python.h, which every extension of torch includes
};

/// Asks the interpreter about itself; takes as long as importing torch. NotFound when there is no
/// such program, InvalidInput when it is not a Python of at least 3.9, Environment when it has no
/// torch; hints say what to do. `bytecode`: a folder where it leaves what it has to compile of the
/// packages that workers import, where nothing compiled lies beside them: that takes longer than
/// all the rest of torch's start. Empty: nothing is kept.
Result<PythonEnvironment> inspectPython(const std::filesystem::path &interpreter,
                                        const std::stop_token &stop,
                                        const std::filesystem::path &bytecode = {});

/// An oracle runs trusted code only, a subject one candidate. They have different servers.
enum class PythonRole { Oracle, Subject };

class PythonZygote;

/// How a server and its children are confined and where they work.
struct PythonSettings {
    std::filesystem::path workerFolder; ///< resources/worker
    SandboxMode mode = SandboxMode::Bubblewrap;
    /// Of each child. Memory counts what a child maps beyond the imported framework, tensors it is
    /// given included, and is not limited on a GPU, whose driver reserves address space by the
    /// terabyte; 0 = no limit. Files may be as large as memory: results are files.
    SubjectLimits limits;
    int threads = 0;            ///< of torch; 0 = number of processors
    std::string device = "cpu"; ///< "cpu", "cuda:0"
    /// Where tensors travel: "host", or the device where it is a GPU of NVIDIA's whose driver can
    /// pass memory between processes. Whatever a child sends from elsewhere is refused.
    std::string memory{hostMemory};
    bool interpretTriton = false;
    /// Extensions of torch are compiled with only the headers that they use, where that gives the
    /// same result (resources/worker/compilers).
    bool thinHeaders = false;
    std::vector<std::string> preload; ///< imported before the first fork, besides torch: "triton"
    /// Likewise, but only to save each candidate the time: what cannot be imported is left to them.
    std::vector<std::string> preloadIfThere;
    // What a platform needs (platform.h, configure()):
    std::string loader; ///< of subjects: a module of loupe_worker.platforms; empty: a Python module
    std::map<std::string, std::string> variables;   ///< of the environment, besides or instead
    std::vector<std::filesystem::path> toolFolders; ///< searched for programs, before the usual
    std::vector<std::string> deviceNodes; ///< beginnings of names in /dev, where device is not cpu
    std::vector<std::filesystem::path> hiddenNodes; ///< of those, other GPUs' files
    std::vector<std::filesystem::path> readable;    ///< more folders that children may read
    /// The library that CUDA loads into children and that records what the device does; empty:
    /// nothing is recorded.
    std::filesystem::path injection;
    /// The library with which oracles draw what torch would draw (torchstream.h); empty: torch
    /// draws.
    std::filesystem::path draws;
    /// What servers are forked from instead of importing the framework each; null: they import.
    std::shared_ptr<PythonZygote> zygote;
};

/// A process forked from a server: a clean interpreter with the framework imported. Not
/// thread-safe. Destruction kills it and everything it started.
///
/// Requests are JSON objects with "do"; given values travel beside them. Answers carry what is
/// listed behind the arrow; a failure of the code is a verdict, with what was raised in
/// body["error"]: {"kind","type","message","traceback","code"}. Everything a subject says is
/// untrusted: anything may be missing, wrong or of another type.
///
/// load {source, file_name, style: "module"|"exec", namespace: {name: text}, entry?, artifacts?}:
/// runs the code
///     as a module; a module has a file (Triton needs one). Verdicts NoBuild. → {build_seconds}
///     `artifacts`: what a child of the very same source built. artifacts {} → {artifacts: text},
///     null where nothing was built since, or too much
/// construct {class, seed, dtype?, cast_all?, grad?, stays_on_host?, aside?} given list of
/// arguments: seeds,
///     builds, moves and casts the object that forward calls. `dtype` casts the object and floating
///     (with cast_all every) tensor arguments. → {rng_state}. With stays_on_host it is moved and
///     cast by a later move {dtype?, grad?}, so that only that uses the device.
///     With aside a later restore_object {} puts back the object that was there
/// inputs {function | groups, index?, seed?, seed_random?, rng_state?, dtype?, cast_all?,
///     make_on?: "cpu"|"device", variant?, untie?, class?, stays_on_host?} (oracle): seeds torch
///     (with untie no two numbers of a tensor are equal, with class they are that one's arguments,
///     by place and by name; with seed_random
///     Python's random too) and calls get_inputs(); `groups` names a function that gives all
///     trials, of which `index` is taken. → value, {count, rng_state}. init_inputs is the same with
///     another function. Without seed and rng_state the stream goes on. With stays_on_host no value
///     comes where it has tensors: a later drawn {} gives it, so that only that uses the device.
///     `draws`: "new"|"known", of inputs made on the cpu and of construct (oracle): the library may
///     draw, and whether that was compared with torch already. → {draws: "torch"|"fast"|"same"
///     (compared)|"differs: …", draws_problem: why torch draws everything}
/// compare_draws {what `inputs` takes} (oracle): makes inputs as `inputs` does and throws them
/// away;
///     the generators stand afterwards where they stood. → {draws, draws_problem}
/// generator {rng_state} (oracle): draws go on from that state. arguments {} (oracle) → value
///     {"args","kwargs"}: those of the last call, as it left them. Any request of an oracle may say
///     tf32: whether float32 may go through TF32 as torch comes, or nowhere.
/// exact {most_bytes, most_peak_bytes?, seed?} (oracle): the last call in float64, where inputs and
///     weights take at most so much in it, and what the call computed on the way with them
///     most_peak_bytes (0: any). → value in its own types, {errors: {type: largest}}; {cannot:
///     reason}. Too little memory is a failure, never a reason. as_timed {seed?} (oracle): the last
///     call once more as it is timed, with TF32 as torch comes. → {errors: {place: [root mean
///     square, largest]}} from the last float64 form, or else from the last call, of those tensors
///     whose bits are then others. randomise {seed?, redraw?} (oracle): random values where all of
///     a weight are the same, or with `redraw` the elements of the others in another order; without
///     a seed, those that were there. → value of the state_dict, {changed: [name]}
/// ties {seed?, grad?} (oracle): → {ties}: whether the order of equal values decides the last call
/// operations {seed?, grad?} (oracle): → {operations, type}: floating-point operations of the last
///   call's matrix products, convolutions and attention (null: none are known), and the type of its
///   first floating result ("float32")
/// structures {most_bytes, most_peak_bytes?, seed?, grad?} (oracle): → {variants: [name]}: the
///     structured inputs that say something of a candidate, by what the last call's model does
/// audit {draws: [seed] | index, entry, further_draws: [seed], tolerances: {type: [absolute,
///     relative]}, equal_nan?, call_seed, most_bytes, most_peak_bytes?, seconds, and of draws
///     what `inputs` takes}
///     (oracle): runs the object, or a recorded call's function, on several draws of its inputs and
///     with parts of it changed; what agrees is asked of the further draws too.
///     → {audit: {elements, nan, same_inputs, smallest, largest, not_exact, copy_of, inputs,
///     operators, operators_seen, weights, weights_seen, and shares within the tolerance:
///     repeat_within, random_within, zeros_within, mean_within, copy_within, other_draw_within,
///     exact_within, exact_without_tf32_within}} (core/integrity/tasksoundness.h)
/// forward {function?, seed?, rng_state?, grad?, arrays?: "torch"|"jax", return_arguments?,
///     view? (part of an input), check_inputs? (true), place?: "any"|"same"|"other", guard?,
///     may_grow?, poison?}, given list of arguments, {"args","kwargs"}, or nothing (those of the
///     last time): calls the object or the named function and synchronises. → value (with
///     return_arguments
///     {"result","arguments"}, with view {"result","viewed": that part after the call}), {wall_ms,
///     rng_state, drew: random numbers were drawn, layout:
///     [{path, device, contiguous, requires_grad, alias, view, type}], reuses_result: it lies where
///     the one before does, changed_inputs: [index]}, of an oracle non_finite, of a subject
///     {damage: [{input, side, distance, bytes}], changed_flags: [name]}. `place`: inputs at the
///     addresses of the last call's, or at others; `guard`: between known bytes; `may_grow`: in
///     memory that can be made larger; `poison`: new memory is. `place` holds for any request that
///     is given something, and `late` with "same": the inputs arrive on the current stream some ms
///     after the call began.
/// give {function?, arrays?}, given what forward is given: takes it without a call.
/// time {calls, method?, flush_bytes?, rotate?, rotate_bytes?, clone_inputs?, function?,
///     grad?} with the arguments of the last forward or give: calls it so often by a clock
///     (timingmethod.h; "host" by default, which only calls and synchronises). Before each call the
///     cache is flushed with that many bytes; the calls take turns on `rotate` copies of the
///     arguments within rotate_bytes; with `clone_inputs` each makes one more for itself. →
///     {copies, host_ms: [per call], events_ms: [per call]} as far as the method knows them; for
///     "cupti" the device's times come through takeActivity(). 0 calls is an empty round trip;
///     `settle` with it writes to the host's memory of the arguments what it holds, so that no page
///     is shared any more when others are put there, and hands over what the device did.
///     `beside`: its result is kept beside that of the others, with places: [share] → {glimpse:
///     [hexadecimal]}, elements as they are when the call has returned. hold_result
///     {return_arguments?} copies the last of the others for the next last_result, before anything
///     writes where it lies. last_result {beside?, return_arguments?, places?} gives the result of
///     the last of those calls → value, {glimpse: the same elements as they are now}. The method
///     "counters" calls once, after a warm-up, under hardware counters
///     (core/gpu/injection/rangecounters.h), and ends the recording of activity → {counters}
/// baseline {kind: "compile"|"compile-reduce-overhead"|"cuda-graph", grad?, artifacts?} (oracle),
///     after a forward: from now on the object is called in that form. `artifacts`: what a child of
///     the same reference compiled for it. → {artifacts: text}, null as those of a candidate
/// take_compiled {artifacts} (oracle): what Triton compiled for the same reference before is used
///     by the next requests; what cannot be read is compiled anew. compiled {} (oracle) →
///     {artifacts: text}, null as those of a candidate
/// forget {} (oracle): gives back what the code, its object and its calls hold of the device.
/// estimate {function, class?, arguments?} (oracle): what get_inputs() would take, without making
///     it, and what the class made of arguments() would. → {bytes, result, weights, peak: of what
///     a call computes at a time}, null or missing where values are needed
/// script {source, file_name, functions_of?, seed?, result? | stdout?, paths?}: runs the file as
///     __main__, `paths` first on the search path; before it what is left of functions_of when it
///     is reduced to imports and functions. → {exit_code}, value when `result` names a variable it
///     set; with `stdout` the value is what Python code printed
/// record_calls {implementation, test, entry, file_name, seed, paths?} (oracle): runs both,
///     recording each call of entry by the test. → {calls: [{raised, replayable, grows}]}. recorded
///     {index, part: "arguments"|"expected"} → value {"args","kwargs"} or {"result","arguments"}
/// operator_tests {folder, space, operator, interfaces, quick, seed, leave_out?, record_bytes?}:
///     runs the labelled tests of an operator of KernelGenBench, whose sources are in folder: a
///     subject with the functions it has loaded, an oracle with the reference, keeping at most
///     record_bytes of the calls for `recorded`. → {functions: [{name, total, failed, first}],
///     failed_cases: [index]}, of an oracle also {seen, calls: [{function, raised, replayable,
///     grows}]}; {cannot: reason} where the tests cannot be used
/// operator_reference {folder, space, operator, interfaces, quick} (oracle): from now on `function`
///     names the suite's references of the interfaces, "add_Tensor"
/// other_values {seed} (oracle), given what forward is given: the same with other floating values →
///     value {"args","kwargs"}; {cannot: reason} where there are none
/// state {} → value of the object's state_dict; set_state given that: by name where names and
///     shapes agree, else in order. → {matched: "names"|"order"|"none"}
///
/// An oracle that is asked something with gives_turn_back says, while a compiler works for it, that
/// it has nothing on the device: {turn: "given back"}, and then {turn: "wanted"}, after which it
/// waits for {turn: "granted"}.
class PythonChild
{
public:
    /// Whether the turn on the device is given back or wanted, which it has when this returns.
    using TurnGivenBack = std::function<void(bool isGivenBack)>;

    struct Answer {
        CallOutcome outcome; ///< Verdict::Correct: it answered; seconds is the engine's wall clock
        Json body;           ///< an object, always
        std::optional<Bundle> value;
    };
    virtual ~PythonChild() = default;

    /// Sends one request and waits for the answer to it. Tensors of `given` must be sealed. Once
    /// the child is dead, further requests give the outcome it died of; after an exception it
    /// lives.
    virtual Answer ask(Json request, const Bundle *given, std::chrono::duration<double> deadline,
                       const std::stop_token &stop)
        = 0;
    /// Who is told by requests with gives_turn_back, in the thread that asks; nobody: none gives it
    /// back. What it waits is no part of a request's deadline.
    virtual void onTurnGivenBack(TurnGivenBack tell) = 0;
    /// Puts it and all that it started ahead of everything else on the machine for good
    /// (core/sandbox/precedence.h): for timing alone.
    virtual Status putAhead() = 0;
    /// Stops its process with all threads and, in a sandbox, all else that runs there, or continues
    /// them; requests of a stopped one wait.
    virtual void setHeld(bool isHeld) = 0;
    /// What it printed so far, bounded; final once it is dead.
    virtual std::string output() const = 0;
    virtual bool isAlive() const = 0;
    /// What its device has done since the last time, as far as a `time` with the method "cupti"
    /// has recorded it; Untouched where there is no injection library. Corrupt when the child has
    /// written something else into its ring.
    virtual Result<ActivityBatch> takeActivity() = 0;
    /// Ends it now, as destruction does, and waits until nothing it started is left.
    virtual void end() = 0;
};

/// A process that has imported the framework and forks children, one at a time. Not thread-safe.
class PythonServer
{
public:
    /// Environment or InvalidInput when the interpreter cannot run the worker, with its output.
    static Result<std::unique_ptr<PythonServer>> start(const PythonEnvironment &environment,
                                                       PythonRole role,
                                                       const PythonSettings &settings,
                                                       const std::stop_token &stop);
    virtual ~PythonServer() = default;

    /// A clean child; the one before must have ended. A server that died meanwhile is started
    /// again first. Errors are the machinery's.
    Result<std::unique_ptr<PythonChild>> fork(const std::stop_token &stop)
    {
        return forkWith({}, stop);
    }
    /// Likewise, with `variables` in its environment before it starts a device.
    virtual Result<std::unique_ptr<PythonChild>>
    forkWith(const std::map<std::string, std::string> &variables, const std::stop_token &stop) = 0;
    /// How many times it had to be started, 1 at first.
    virtual int starts() const = 0;
};

} // namespace loupe
