// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/timedfeed.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/submissions/baselineforms.h"
#include "core/model/values/valuejson.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Limits the time in which inputs are drawn and written.
constexpr std::int64_t maxSlotBytes = std::int64_t{32} << 20;
constexpr std::int64_t maxSlots = 256;

std::size_t slotsOf(const PythonContext &context, const Bundle &given, BaselineForm form)
{
    if (form == BaselineForm::CudaGraph)
        return 1; // it reads its inputs at one place
    const std::int64_t bytes = std::max<std::int64_t>(given.view().bytes(), 1);
    // A GPU's own record shows each call, so that a candidate gets no inputs of later ones.
    const std::int64_t slots = context.settings.device == "cpu"
        ? std::min(maxSlotBytes / bytes, maxSlots)
        : std::min<std::int64_t>(context.clock.rotatedInputs, context.clock.rotatedBytes / bytes);
    return static_cast<std::size_t>(std::max<std::int64_t>(slots, 1));
}

} // namespace

TimedFeed::TimedFeed(const PythonContext &context, TrialStream &reference, const PythonPhase &phase,
                     const PythonTrial &trial, Use use, std::stop_token stop)
    : m_context(context)
    , m_reference(*reference.child)
    , m_recorded(phase.style == PythonStyle::Model ? nullptr : &trial.given)
    , m_request(m_recorded != nullptr ? Json::object() : reference.oracle.drawRequest(phase, trial))
    // A candidate's process could change memory of a GPU that it was handed.
    , m_owners{context.tensors.isOnDevice(), !context.tensors.isOnDevice() || use.isForCandidate}
    , m_isForCandidate(use.isForCandidate)
    , m_slotCount(slotsOf(context, trial.given, use.form))
    , m_stop(std::move(stop))
    , m_random(std::random_device()())
{
    m_request["do"] = "draw";
    // The reference's setting is that of its timed calls, whatever it computed before.
    m_request["tf32"] = mayUseTf32(use.form);
    if (m_request.value("draws", "") == "new")
        m_request.erase("draws"); // comparing takes longer than drawing
}

CallOutcome TimedFeed::begin()
{
    constexpr std::size_t count = 2;
    constexpr double maxSeconds = 0.1; // for the inputs of a pair of blocks
    make({{"seed", secretSeed()}, {"count", count}}, {}, m_recorded);
    const double ofOne = std::max(m_made.seconds, 1e-9) / count;
    m_slotCount
        = std::min(m_slotCount, static_cast<std::size_t>(std::max(maxSeconds / ofOne, 1.0)));
    return m_made;
}

Result<std::size_t> TimedFeed::renew(std::size_t calls)
{
    const std::size_t count = std::clamp<std::size_t>(calls, 1, m_slotCount);
    make({{"seed", secretSeed()}, {"count", count}}, m_owners);
    for (Shelf *shelf : {&m_ofReference, &m_ofCandidate}) {
        if (Status filled = fill(*shelf); !filled)
            return filled.error();
    }
    return count;
}

Status TimedFeed::fill(Shelf &shelf) const
{
    const bool isUsed = &shelf == &m_ofReference || m_isForCandidate;
    if (!isUsed || !m_values || !m_values->tensors) {
        shelf = {};
        return {};
    }
    const TensorArena &made = *m_values->tensors;
    Json value = toJson(m_values->value);
    const bool fits = shelf.inputs && shelf.value == value
        && std::ranges::equal(shelf.inputs->tensors->specs(), made.specs());
    if (!fits) {
        auto memory = TensorArena::create(made.specs());
        if (!memory)
            return memory.error();
        shelf = {std::move(value), Bundle{m_values->value, std::move(*memory), {}}, false};
    }
    TensorArena &inputs = *shelf.inputs->tensors;
    for (std::size_t i = 0; i < made.count(); ++i)
        std::ranges::copy(made.bytes(i), inputs.bytes(i).begin());
    return {};
}

const CallOutcome &TimedFeed::make(Json request, Owners owners, const Bundle *recorded)
{
    // References are trusted, and some draw gigabytes on a processor.
    constexpr std::chrono::minutes patience(10);
    request.update(m_request);
    request["keep"] = owners.isReference;
    request["hand_over"] = owners.isHandedOver;
    request["one"] = recorded != nullptr;
    m_values.reset();
    auto answer = m_reference.ask(std::move(request), recorded, patience, m_stop);
    m_made = std::move(answer.outcome);
    m_cpuSeconds += m_made.cpuSeconds;
    if (answer.value)
        m_values = std::make_shared<Bundle>(std::move(*answer.value));
    if (const auto differ = answer.body.find("differ"); differ != answer.body.end())
        m_differ = *differ == Json(true);
    return m_made;
}

CallOutcome TimedFeed::lay(PythonChild &side)
{
    const bool isReference = &side == &m_reference;
    if (isReference && m_owners.isReference)
        return ask(side, Json::object(), nullptr);
    Json request = Json::object();
    if (isReference && m_context.settings.device == "cpu")
        request["arrays"] = m_context.arrays; // the same work as the candidate's
    Shelf &shelf = isReference ? m_ofReference : m_ofCandidate;
    if (!shelf.inputs)
        return ask(side, std::move(request), m_values.get());
    request[shelf.isTaken ? "again" : "shares"] = true;
    const bool isTaken = std::exchange(shelf.isTaken, true);
    return ask(side, std::move(request), isTaken ? nullptr : &*shelf.inputs);
}

void TimedFeed::hold(std::size_t place)
{
    if (m_owners.isReference)
        return;
    m_held.resize(std::max(m_held.size(), place + 1));
    m_held[place] = m_values;
}

CallOutcome TimedFeed::layHeld(std::size_t place, std::size_t slot) const
{
    const Bundle *inputs = m_owners.isReference ? nullptr : m_held[place].get();
    return ask(m_reference, {{"held", place}, {"slot", slot}}, inputs);
}

CallOutcome TimedFeed::ask(PythonChild &side, Json request, const Bundle *given) const
{
    // The outcome counts the work of all processes in the sandbox.
    request.update({{"do", "lay"}, {"place", "slots"}});
    const Seconds deadline(m_context.settings.limits.callSeconds);
    return side.ask(std::move(request), given, deadline, m_stop).outcome;
}

} // namespace loupe
