// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/oracleconversation.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/machine/deviceconnections.h"
#include "core/engine/python/strictpoints.h"
#include "core/platforms/python/modelhub.h"
#include "core/suites/layout/pretrainedmodels.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace loupe {

namespace {

using Seconds = std::chrono::duration<double>;

/// Generous, because references are trusted and some tasks draw gigabytes on the CPU.
constexpr Seconds oraclePatience = std::chrono::minutes(10);

/// Limit for the arguments and results of recorded calls, which are kept for the candidates of one
/// operator.
constexpr std::int64_t maxRecordedBytes = 256LL << 20;

std::string errorText(const Json &body)
{
    const auto error = body.find("error");
    if (error == body.end() || !error->is_object())
        return {};
    return textAt(*error, "type") + ": " + textAt(*error, "message");
}

/// Returns the "traceback" of the error in an answer, or its "kind", as named by
/// resources/worker/loupe_worker/failures.py; empty if there is none.
std::string errorPart(const Json &body, const char *part)
{
    const auto error = body.find("error");
    return error == body.end() ? std::string() : textAt(*error, part);
}

Json searchPath(const PythonContext &context)
{
    Json paths = Json::array();
    for (const auto &folder : context.testModules)
        paths.push_back(folder.string());
    return paths;
}

/// Returns whether a program may round to whole numbers, compare with a border, or pack bits.
bool mayJump(const std::string &source)
{
    constexpr std::array<std::string_view, 37> names{
        "round(",   "round_(",   "floor",     "ceil",         "trunc(",   "frac(",     "sign(",
        "sgn(",     "heaviside", "bucketize", "searchsorted", "digitize", "histc",     "quant",
        "int4",     "int8",      "int16",     "int32",        "int64",    ".int()",    ".long()",
        ".short()", ".char()",   ".byte()",   "remainder",    "fmod",     "threshold", "shrink",
        "greater",  "less(",     ".gt(",      ".ge(",         ".lt(",     ".le(",      "//",
        "%",        "<"};
    const auto isNamed
        = [&](std::string_view name) { return source.find(name) != std::string::npos; };
    if (std::ranges::any_of(names, isNamed))
        return true;
    // A comparison, with or without blanks; "->" announces a type.
    std::size_t at = source.find('>');
    while (at != std::string::npos && at > 0 && source[at - 1] == '-')
        at = source.find('>', at + 1);
    return at != std::string::npos;
}

} // namespace

Json scriptRequest(const BenchmarkTask &task, const PythonContext &context,
                   const Protocol &protocol, const std::string &implementation)
{
    Json request{
        {"do", "script"},
        {"source", implementation + "\n" + std::string(146, '#') + "\n" + task.testSegment},
        {"file_name", task.file.filename().string()},
        {"paths", searchPath(context)}};
    if (protocol.compared == Compared::StandardOutput)
        request["stdout"] = true;
    else
        request["result"] = protocol.resultVariable;
    if (!protocol.seeds.empty())
        request["seed"] = protocol.seeds.front();
    return request;
}

Json operatorTestsRequest(const BenchmarkTask &task, const PythonContext &context,
                          std::uint64_t seed)
{
    const auto interfaces = task.facts.find("interfaces");
    const bool hasInterfaces = interfaces != task.facts.end() && !interfaces->second.empty();
    return {{"do", "operator_tests"},
            {"folder", context.testModules.front().string()},
            {"space", task.task.category},
            {"operator", task.task.title},
            {"interfaces", hasInterfaces ? interfaces->second : Json::array({task.task.title})},
            {"quick", context.usesQuickCases()},
            {"seed", seed}};
}

void addCast(Json &request, const Protocol &protocol)
{
    if (protocol.cast == InputCast::None)
        return;
    request["dtype"] = name(protocol.precision);
    request["cast_all"] = protocol.cast == InputCast::AllTensors;
}

void addConstruction(Json &request, const Protocol &protocol)
{
    if (protocol.modelsCast)
        addCast(request, protocol);
    if (protocol.backward)
        request["backward"] = true;
}

Status hadRoom(const CallOutcome &outcome, const PythonContext &context, std::string where,
               std::string detail)
{
    if (outcome.verdict != Verdict::OutOfMemory || context.settings.device == "cpu")
        return {};
    return Error{Errc::Busy,
                 "the device has not enough free memory for the reference: " + outcome.message,
                 std::move(where), "exclude the task, or evaluate it on a device with more memory",
                 std::move(detail)};
}

Result<PythonChild::Answer> OracleConversation::ask(Json request, const Bundle *given,
                                                    const std::string &what)
{
    return ask(std::move(request), given, what, oraclePatience);
}

Result<PythonChild::Answer> OracleConversation::ask(Json request, const Bundle *given,
                                                    const std::string &what, Seconds patience)
{
    auto answer = m_child.ask(std::move(request), given, patience, m_stop);
    if (m_stop.stop_requested())
        return cancelledRun();
    if (answer.outcome.verdict == Verdict::Correct)
        return answer;
    const std::string where = m_task.file.string();
    if (Status room
        = hadRoom(answer.outcome, m_context, where, errorPart(answer.body, "traceback"));
        !room)
        return room.error();
    if (answer.outcome.verdict == Verdict::OutOfMemory)
        return Error{Errc::Unsupported,
                     "the task needs more than this machine has: " + answer.outcome.message, where,
                     "raise the limit with --memory, or exclude the task",
                     errorPart(answer.body, "traceback")};
    if (errorPart(answer.body, "kind") == "no_gradients")
        return Error{Errc::InvalidInput,
                     "the task has no gradients to judge: " + answer.outcome.message, where,
                     "exclude the task, or leave --backward out"};
    if (errorPart(answer.body, "kind") == "limit")
        return Error{Errc::InvalidInput,
                     "KernelLoupe cannot transfer a value of the reference " + what + ": "
                         + answer.outcome.message,
                     where,
                     "exclude the task, or let its reference take and return tensors or numbers"};
    const std::string why = errorText(answer.body);
    const bool isLimited
        = answer.outcome.verdict == Verdict::RunTimeout && patience < oraclePatience;
    return Error{Errc::InvalidInput,
                 "the reference fails " + what + ": "
                     + (why.empty() ? answer.outcome.message : why),
                 where, isLimited ? "raise --build-seconds, or exclude the task" : "",
                 errorPart(answer.body, "traceback") + m_child.output()};
}

Result<Bundle> OracleConversation::value(PythonChild::Answer answer, const std::string &what) const
{
    if (!answer.value)
        return Error{Errc::Internal, "the oracle gave no value " + what, m_task.file.string()};
    return std::move(*answer.value);
}

Status OracleConversation::hasModels() const
{
    // If started by root, the sandbox runs as the user "nobody".
    const bool isAnother = geteuid() == 0 && m_context.settings.mode == SandboxMode::Bubblewrap;
    for (const std::string &name : pretrainedModels(m_task.implementation)) {
        std::error_code failed;
        const std::filesystem::path folder = modelFolder(m_context.modelHub, name);
        if (!std::filesystem::is_directory(folder, failed))
            return Error{Errc::InvalidInput,
                         fmt::format("the reference loads the model {}, which is not in {}: `hf "
                                     "download {}` brings it",
                                     name, m_context.modelHub.string(), name),
                         m_task.file.string()};
        if (const auto closed = isAnother ? ownersAlone(folder) : std::nullopt)
            return Error{Errc::InvalidInput,
                         fmt::format("the sandbox runs as another user, who may not read {}: "
                                     "`chmod -R o+rX {}` lets it",
                                     closed->string(), folder.string()),
                         m_task.file.string()};
    }
    return {};
}

Status OracleConversation::load()
{
    if (Status there = hasModels(); !there)
        return there;
    Json request{{"do", "load"},
                 {"source", m_task.implementation},
                 {"file_name", m_task.file.filename().string()},
                 {"style", "module"},
                 {"namespace", Json::object()}};
    if (m_task.facts.contains("reads_folder"))
        request["namespace"]["__file__"] = m_task.file.string();
    const auto answer = ask(std::move(request), nullptr, "when it is loaded");
    return answer ? Status() : answer.error();
}

Result<TaskSizes> OracleConversation::sizes()
{
    Json request{{"do", "estimate"}, {"function", "get_inputs"}};
    // Only a device's memory is planned so closely. A model that constructs on the device
    // regardless of the request would start the device.
    if (m_context.tensors.isOnDevice() && !constructsOnDevice(m_task.implementation)) {
        request["class"] = m_task.entry;
        request["arguments"] = "get_init_inputs";
    }
    const auto answer = ask(std::move(request), nullptr, "when its inputs are counted");
    if (!answer)
        return answer.error();
    const auto number = [&](const char *key) -> std::optional<std::int64_t> {
        const auto found = answer->body.find(key);
        const bool isNumber = found != answer->body.end() && found->is_number_integer();
        return isNumber ? std::optional(found->get<std::int64_t>()) : std::nullopt;
    };
    return TaskSizes{number("bytes"), number("result"), number("weights"), number("peak")};
}

Status OracleConversation::drawArguments(PythonPhase &phase)
{
    const Protocol &protocol = phase.protocol;
    Json arguments{{"do", "inputs"},
                   {"function", "get_init_inputs"},
                   {"class", m_task.entry},
                   {"seed", phase.modelSeed}};
    addCast(arguments, protocol);
    arguments["stays_on_host"] = drawsInParts();
    auto made = ask(std::move(arguments), nullptr, "in get_init_inputs");
    if (!made)
        return made.error();
    auto bundle = drawn(std::move(*made), "of get_init_inputs");
    if (!bundle)
        return bundle.error();
    phase.constructorArguments = std::move(*bundle);
    return {};
}

Status OracleConversation::construct(PythonPhase &phase)
{
    const Status drawn = drawArguments(phase);
    return drawn ? constructWith(phase) : drawn;
}

Status OracleConversation::constructWith(PythonPhase &phase)
{
    const Status built = buildOnHost(phase);
    return built ? moveBuilt(phase) : built;
}

Status OracleConversation::buildOnHost(PythonPhase &phase)
{
    Json request{{"do", "construct"},
                 {"class", m_task.entry},
                 {"seed", phase.modelSeed},
                 {"tf32", phase.protocol.referenceMayUseTf32}};
    addConstruction(request, phase.protocol);
    addDraws(request, "model");
    request["stays_on_host"] = drawsInParts();
    const auto built = ask(std::move(request), &phase.constructorArguments, "when it is built");
    if (!built)
        return built.error();
    noteDraws(built->body, "model");
    m_generator = built->body.value("rng_state", "");
    phase.generator = m_generator;
    return {};
}

Status OracleConversation::moveBuilt(PythonPhase &phase)
{
    if (drawsInParts()) {
        Json cast = Json::object();
        if (phase.protocol.modelsCast)
            addCast(cast, phase.protocol);
        const auto moved = ask({{"do", "move"}, {"dtype", cast.value("dtype", Json())}}, nullptr,
                               "when it is moved to the device");
        if (!moved)
            return moved.error();
    }
    return phase.protocol.weights == WeightEquality::Transplant ? takeWeights(phase) : Status();
}

Result<Bundle> OracleConversation::readWeights()
{
    auto answer = ask({{"do", "state"}}, nullptr, "when its weights are read");
    if (!answer)
        return answer.error();
    return value(std::move(*answer), "of its weights");
}

Status OracleConversation::takeWeights(PythonPhase &phase)
{
    auto weights = readWeights();
    if (!weights)
        return weights.error();
    phase.weights = std::move(*weights);
    return {};
}

Status OracleConversation::follow(const std::string &generator)
{
    const auto answer
        = ask({{"do", "generator"}, {"rng_state", generator}}, nullptr, "when it is to follow");
    if (!answer)
        return answer.error();
    m_generator = generator;
    return {};
}

Seconds OracleConversation::testPatience() const
{
    const auto &limits = m_context.settings.limits;
    return std::min(oraclePatience, Seconds(limits.buildSeconds + limits.callSeconds));
}

Result<Bundle> OracleConversation::runScript(const Protocol &protocol)
{
    Json request = scriptRequest(m_task, m_context, protocol, m_task.implementation);
    auto answer = ask(std::move(request), nullptr, "in the suite's own test", testPatience());
    if (!answer)
        return answer.error();
    return value(std::move(*answer), "of the suite's test");
}

Result<std::vector<PythonTrial>> OracleConversation::recordCalls(std::uint64_t seed,
                                                                 const NestedRule *rule)
{
    const auto recorded = ask({{"do", "record_calls"},
                               {"implementation", m_task.implementation},
                               {"test", m_task.testSegment},
                               {"entry", m_task.entry},
                               {"file_name", m_task.file.filename().string()},
                               {"paths", searchPath(m_context)},
                               {"seed", seed},
                               {"tf32", false}},
                              nullptr, "while its calls are recorded", testPatience());
    if (!recorded)
        return recorded.error();
    return readCalls(recorded->body.value("calls", Json::array()), seed, rule);
}

Result<std::vector<PythonTrial>>
OracleConversation::readCalls(const Json &calls, std::uint64_t seed, const NestedRule *rule)
{
    std::vector<PythonTrial> trials;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (!calls[i].value("raised", "").empty() || !calls[i].value("replayable", false))
            continue;
        PythonTrial trial;
        trial.caseName = "call " + std::to_string(i + 1);
        trial.function = calls[i].value("function", "");
        trial.growsArguments = calls[i].value("grows", false);
        trial.seed = std::to_string(seed);
        for (Bundle *part : {&trial.given, &trial.expected}) {
            const char *which = part == &trial.given ? "arguments" : "expected";
            auto answer = ask({{"do", "recorded"}, {"index", i}, {"part", which}}, nullptr,
                              "while its calls are read");
            if (!answer)
                return answer.error();
            auto bundle = value(std::move(*answer), "of a recorded call");
            if (!bundle)
                return bundle.error();
            *part = std::move(*bundle);
        }
        if (rule != nullptr) {
            auto found = undecided({{"index", i}}, *rule);
            if (!found)
                return found.error();
            trial.undecided = std::move(*found);
        }
        trials.push_back(std::move(trial));
    }
    return trials;
}

Result<std::map<std::string, UndecidedElements>>
OracleConversation::undecided(Json request, const NestedRule &rule, const Bundle *given)
{
    std::map<std::string, UndecidedElements> out;
    // Kernels of its own cannot be watched, and moved values might index beyond an end in them.
    const std::string &source = m_task.implementation;
    if (source.find("triton") != std::string::npos
        || !(m_context.hasOperatorTests || mayJump(source)))
        return out;
    request["do"] = "undecided";
    request["tolerances"] = tolerancesOf(rule);
    bool isWhole = false;
    while (!isWhole) {
        const auto answer = ask(std::move(request), given, "with values moved by roundings");
        // Some references cannot be watched while they run.
        if (!answer && answer.error().code == Errc::InvalidInput && isAlive())
            return std::map<std::string, UndecidedElements>();
        if (!answer)
            return answer.error();
        const auto part = undecidedFromJson(answer->body.value("undecided", Json::object()));
        if (!part)
            return part.error();
        for (const auto &[place, elements] : *part)
            out[place].append(elements);
        // One message carries some thousand elements.
        isWhole = !answer->body.value("more", false);
        request = {{"do", "undecided"}, {"more", true}};
        given = nullptr;
    }
    return out;
}

Result<OperatorRecord> OracleConversation::recordOperator(std::uint64_t seed,
                                                          const NestedRule *rule)
{
    Json request = operatorTestsRequest(m_task, m_context, seed);
    request["record_bytes"] = maxRecordedBytes;
    const auto answer = ask(std::move(request), nullptr, "in the suite's own tests");
    if (!answer)
        return answer.error();
    const Json &body = answer->body;
    const auto unusable = [&](const std::string &why, const std::string &detail) {
        return Error{.code = Errc::InvalidInput,
                     .message = "the suite's tests of this operator cannot be used here: " + why,
                     .where = m_task.file.string(),
                     .detail = detail};
    };
    if (body.contains("cannot"))
        return unusable(body.value("cannot", ""), {});
    OperatorRecord out;
    out.brokenCases = body.value("failed_cases", std::vector<int>());
    std::size_t cases = 0;
    Json firstFailure = Json::object();
    for (const Json &function : body.value("functions", Json::array())) {
        cases += function.value("total", std::size_t(0));
        if (firstFailure.empty())
            firstFailure = function.value("first", Json::object());
    }
    if (out.brokenCases.size() >= cases)
        return unusable("all of them fail with the reference: " + firstFailure.value("type", "")
                            + ": " + firstFailure.value("message", ""),
                        firstFailure.value("traceback", ""));
    out.callsMade = body.value("seen", std::int64_t(0));
    if (out.callsMade == 0)
        return unusable("they never call it, so they would accept anything", {});
    auto calls = readCalls(body.value("calls", Json::array()), seed, rule);
    if (!calls)
        return calls.error();
    out.calls = std::move(*calls);
    return out;
}

Status OracleConversation::useOperatorReference()
{
    Json request = operatorTestsRequest(m_task, m_context, 0);
    request["do"] = "operator_reference";
    const auto answer = ask(std::move(request), nullptr, "when it is looked up");
    return answer ? Status() : answer.error();
}

Status OracleConversation::call(const Protocol &protocol, const Bundle &given,
                                const std::string &function, BaselineForm form)
{
    // The baseline is unmodified PyTorch, unless the user asks for another one.
    Json request{
        {"do", "forward"}, {"grad", protocol.timing.gradEnabled}, {"tf32", mayUseTf32(form)}};
    if (!function.empty())
        request["function"] = function;
    const auto answer = ask(std::move(request), &given, "before it is timed");
    return answer ? Status() : answer.error();
}

Result<CountedOperations> OracleConversation::countOperations(const Protocol &protocol,
                                                              const PythonTrial &trial)
{
    Json request{{"do", "operations"}, {"grad", protocol.timing.gradEnabled}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    const auto answer = ask(std::move(request), nullptr, "when its operations are counted");
    if (!answer)
        return answer.error();
    CountedOperations out;
    if (const auto count = answer->body.find("operations");
        count != answer->body.end() && count->is_number())
        out.count = count->get<double>();
    out.type = answer->body.value("type", "");
    return out;
}

Result<Json> OracleConversation::audit(const PythonPhase &phase,
                                       const std::vector<std::uint64_t> &seeds, Json request)
{
    request["do"] = "audit";
    request["draws"] = seeds;
    request["seed_random"] = phase.protocol.seedsPython;
    if (phase.isGrouped) {
        request["groups"] = "get_input_groups";
        request["index"] = 0;
    } else {
        request["function"] = "get_inputs";
    }
    addCast(request, phase.protocol);
    if (m_context.settings.device != "cpu" && !m_failsOnDevice)
        request["make_on"] = "device";
    auto answer = ask(request, nullptr, "when it is audited");
    if (!answer && request.contains("make_on") && answer.error().code == Errc::InvalidInput
        && m_child.isAlive()) {
        request.erase("make_on");
        answer = ask(std::move(request), nullptr, "when it is audited");
    }
    if (!answer)
        return answer.error();
    return answer->body.value("audit", Json::object());
}

Result<Json> OracleConversation::auditCall(std::size_t index, Json request)
{
    request["do"] = "audit";
    request["index"] = index;
    request["entry"] = m_task.entry;
    const auto answer = ask(std::move(request), nullptr, "when it is audited");
    if (!answer)
        return answer.error();
    return answer->body.value("audit", Json::object());
}

Json OracleConversation::drawRequest(const PythonPhase &phase, const PythonTrial &trial) const
{
    Json request{{"do", "inputs"}, {"seed_random", phase.protocol.seedsPython}};
    if (phase.isGrouped) {
        request["groups"] = "get_input_groups";
        request["index"] = trial.index;
        request["anew"] = trial.drawsGroupsAnew;
    } else {
        request["function"] = "get_inputs";
    }
    if (!trial.variant.empty())
        request["variant"] = trial.variant;
    if (trial.isUntied)
        request["untie"] = true;
    addCast(request, phase.protocol);
    if (mayDrawOnDevice(phase) && !m_failsOnDevice)
        request["make_on"] = "device";
    else
        addDraws(request, "inputs");
    return request;
}

Result<Bundle> OracleConversation::draw(const PythonPhase &phase, PythonTrial &trial)
{
    Json request = drawRequest(phase, trial);
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    else if (!m_generator.empty())
        request["rng_state"] = m_generator;
    request["stays_on_host"] = drawsInParts() && !request.contains("make_on");
    auto answer = ask(request, nullptr, "when it makes inputs");
    // A task may mix device tensors with values from numpy or from its own generator.
    if (!answer && trial.variant.empty() && request.contains("make_on")
        && answer.error().code == Errc::InvalidInput && m_child.isAlive()) {
        m_failsOnDevice = true;
        request.erase("make_on");
        request["stays_on_host"] = drawsInParts();
        addDraws(request, "inputs");
        answer = ask(std::move(request), nullptr, "when it makes inputs");
    }
    if (!answer)
        return answer.error();
    trial.madeOnHostInstead = mayDrawOnDevice(phase) && m_failsOnDevice;
    noteDraws(answer->body, "inputs");
    m_generator = answer->body.value("rng_state", "");
    return drawn(std::move(*answer), "of its inputs");
}

bool OracleConversation::mayDrawOnDevice(const PythonPhase &phase) const
{
    return m_context.settings.device != "cpu" && (phase.isStrict || m_context.rules.fastInputs);
}

bool OracleConversation::hasToCompareDraws(const PythonPhase &phase) const
{
    Json request;
    addDraws(request, "inputs");
    return drawsInParts() && !phase.isGrouped && !mayDrawOnDevice(phase)
        && request.value("draws", "") == "new";
}

Status OracleConversation::compareDraws()
{
    Json request{{"do", "compare_draws"}, {"function", "get_inputs"}, {"stays_on_host", true}};
    addDraws(request, "inputs");
    const auto answer = ask(std::move(request), nullptr, "when it makes inputs");
    if (answer)
        noteDraws(answer->body, "inputs");
    const bool isLeftForLater
        = answer || (answer.error().code == Errc::InvalidInput && m_child.isAlive());
    return isLeftForLater ? Status() : answer.error();
}

void OracleConversation::addDraws(Json &request, const char *part) const
{
    // A task that names a device may draw there in ways that were never compared.
    if (m_context.knownDraws && m_drawsProblem.empty()
        && !constructsOnDevice(m_task.implementation))
        request["draws"] = m_context.knownDraws->has(part, m_task.implementation) ? "known" : "new";
}

void OracleConversation::noteDraws(const Json &answer, const char *part)
{
    if (answer.value("draws", "") == "same")
        m_context.knownDraws->note(part, m_task.implementation);
    if (std::string problem = answer.value("draws_problem", ""); !problem.empty())
        m_drawsProblem = std::move(problem);
}

bool OracleConversation::drawsInParts() const
{
    return m_context.buildsBesideTiming() && !constructsOnDevice(m_task.implementation);
}

Result<Bundle> OracleConversation::drawn(PythonChild::Answer answer, const std::string &what)
{
    if (answer.value || !drawsInParts())
        return value(std::move(answer), what);
    auto handed = ask({{"do", "drawn"}}, nullptr, "when its inputs are handed over");
    if (!handed)
        return handed.error();
    return value(std::move(*handed), what);
}

} // namespace loupe
