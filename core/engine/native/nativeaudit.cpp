// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/engine/contract/taskauditor.h"
#include "core/engine/machine/machine.h"
#include "core/engine/native/enginecontext.h"
#include "core/engine/native/tasksession.h"
#include "core/judge/judge.h"

#include <algorithm>
#include <cstring>

namespace loupe {

namespace {

/// Number of trials whose inputs are changed one by one; other checks use all trials.
constexpr std::size_t trialsWithChangedInputs = 3;

/// Returns the share of all outputs' elements within the tolerances of the trial.
double shareWithin(const TrialSpec &spec, const TensorArena &expected, const TensorArena &actual)
{
    std::int64_t elements = 0;
    std::int64_t mismatched = 0;
    for (std::size_t i = 0; i < spec.outputs.size(); ++i) {
        const TrialOutput &output = spec.outputs[i];
        const OutputComparison compared
            = compareOutput(output.spec, {output.exact, output.relative, output.absoluteFloor},
                            expected.bytes(i), actual.bytes(i));
        elements += compared.elements;
        mismatched += compared.mismatched;
    }
    return elements == 0 ? 1.0
                         : 1.0 - static_cast<double>(mismatched) / static_cast<double>(elements);
}

/// Fills each tensor with its first element.
void spreadFirst(TensorArena &arena)
{
    for (std::size_t i = 0; i < arena.count(); ++i) {
        const auto bytes = arena.bytes(i);
        const auto size = static_cast<std::size_t>(byteSize(arena.spec(i).dtype));
        for (std::size_t at = size; at + size <= bytes.size(); at += size)
            std::memcpy(bytes.data() + at, bytes.data(), size);
    }
}

/// Audit of the reference on one trial, given another draw of the same trial.
class TrialAudit
{
public:
    TrialAudit(const TrialData &trial, const TrialData &other) : m_trial(trial), m_other(other) { }

    Result<TaskObservation> observe(NativeSubject *reference,
                                    std::chrono::duration<double> patience,
                                    const std::stop_token &stop)
    {
        TaskObservation seen;
        seen.isNanEqual = true; // tasks/README.md
        for (const TrialOutput &output : m_trial.spec.outputs)
            seen.elements += output.spec.elements();
        seen.otherDraw = within(m_other.expected);
        seen.hasSameInputs = hasSameInputs();
        auto room = m_other.expected.snapshot();
        if (!room)
            return room.error();
        spreadFirst(*room);
        seen.constant = within(*room);
        for (std::size_t i = 0; i < room->count(); ++i)
            std::ranges::fill(room->bytes(i), std::byte{0});
        seen.zeros = within(*room);
        lookForCopies(seen);
        if (reference != nullptr) {
            if (Status looked = changeInputs(seen, *reference, patience, stop); !looked)
                return looked.error();
        }
        return seen;
    }

private:
    double within(const TensorArena &actual) const
    {
        return shareWithin(m_trial.spec, m_trial.expected, actual);
    }
    bool hasSameInputs() const
    {
        for (std::size_t i = 0; i < m_trial.inputs.count(); ++i) {
            if (!std::ranges::equal(m_trial.inputs.bytes(i), m_other.inputs.bytes(i)))
                return false;
        }
        return true;
    }

    void lookForCopies(TaskObservation &seen) const
    {
        const TrialSpec &spec = m_trial.spec;
        seen.copy = 0.0;
        if (spec.outputs.size() != 1)
            return;
        const TrialOutput &output = spec.outputs.front();
        for (std::size_t i = 0; i < spec.inputs.size(); ++i) {
            const TensorSpec &input = spec.inputs[i].spec;
            if (input.dtype != output.spec.dtype || input.shape != output.spec.shape)
                continue;
            const OutputComparison compared
                = compareOutput(output.spec, {output.exact, output.relative, output.absoluteFloor},
                                m_trial.expected.bytes(0), m_trial.inputs.bytes(i));
            const double share = output.spec.elements() == 0 ? 1.0
                                                             : 1.0
                    - static_cast<double>(compared.mismatched)
                        / static_cast<double>(output.spec.elements());
            if (share > *seen.copy) {
                seen.copy = share;
                seen.copyOf = input.name;
            }
        }
    }

    Status changeInputs(TaskObservation &seen, NativeSubject &reference,
                        std::chrono::duration<double> patience, const std::stop_token &stop) const
    {
        auto again = called(reference, m_trial.inputs, patience, stop);
        if (!again)
            return again.error();
        seen.repeat = *again;
        for (std::size_t i = 0; i < m_trial.inputs.count(); ++i) {
            if (std::ranges::equal(m_trial.inputs.bytes(i), m_other.inputs.bytes(i)))
                continue;
            auto mixed = m_trial.inputs.snapshot();
            if (!mixed)
                return mixed.error();
            std::ranges::copy(m_other.inputs.bytes(i), mixed->bytes(i).begin());
            if (Status sealed = mixed->seal(); !sealed)
                return sealed;
            const auto share = called(reference, *mixed, patience, stop);
            if (!share && share.error().code == Errc::InvalidInput)
                continue; // the inputs depend on each other
            if (!share)
                return share.error();
            seen.inputs.push_back({"input " + m_trial.inputs.spec(i).name, *share, false});
        }
        return {};
    }

    Result<double> called(NativeSubject &reference, const TensorArena &inputs,
                          std::chrono::duration<double> patience, const std::stop_token &stop) const
    {
        const auto outputs = poisonedOutputs(m_trial.spec);
        if (!outputs)
            return outputs.error();
        CallOutcome outcome = reference.prepare(m_trial.spec, inputs, *outputs);
        if (outcome.verdict == Verdict::Correct)
            outcome = reference.call(patience, stop);
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled"};
        if (outcome.verdict != Verdict::Correct)
            return Error{Errc::InvalidInput,
                         "the reference fails: " + outcome.message,
                         m_trial.spec.caseName,
                         {},
                         reference.output()};
        return within(*outputs);
    }

    const TrialData &m_trial;
    const TrialData &m_other;
};

class NativeAuditor final : public TaskAuditor
{
public:
    NativeAuditor(const EngineContext &context, const NativeSuite &suite)
        : m_context(context)
        , m_suite(suite)
    {
    }

    Result<TaskObservation> observe(std::size_t index, const std::stop_token &stop) override
    {
        const NativeTask &task = m_suite.tasks.at(index);
        TaskSession session(task, m_context);
        const auto library = session.referenceLibrary(stop);
        if (!library)
            return library.error();
        const auto specs = nativeTrials(task, task.cpuShapes);
        if (!specs)
            return specs.error();
        std::vector<TaskObservation> seen;
        for (const TrialSpec &spec : *specs) {
            auto one
                = observeTrial(*library, task, spec, seen.size() < trialsWithChangedInputs, stop);
            if (!one)
                return one.error();
            seen.push_back(std::move(*one));
        }
        const std::vector<TaskObservation> changed(
            seen.begin(),
            seen.begin()
                + static_cast<std::ptrdiff_t>(std::min(seen.size(), trialsWithChangedInputs)));
        TaskObservation out = inCommon(seen);
        out.inputs = inCommon(changed).inputs;
        return out;
    }

private:
    /// Observes one trial at a time, because all of them may not fit into memory.
    Result<TaskObservation> observeTrial(const std::filesystem::path &library,
                                         const NativeTask &task, const TrialSpec &spec,
                                         bool changesInputs, const std::stop_token &stop) const
    {
        std::vector<TrialData> draws;
        for (const char *which : {"/one", "/other"}) {
            auto made = runOracle(library, {spec},
                                  sha256Hex(m_context.seed + "/" + task.task.name + which),
                                  m_context.hostSettings(), stop);
            if (!made)
                return made.error();
            draws.push_back(std::move(made->front()));
        }
        std::unique_ptr<NativeSubject> reference;
        if (changesInputs) {
            auto started = NativeSubject::start(library, m_context.hostSettings(), stop);
            if (!started)
                return started.error();
            reference = std::move(*started);
        }
        return TrialAudit(draws[0], draws[1])
            .observe(reference.get(), std::chrono::duration<double>(m_context.limits.callSeconds),
                     stop);
    }

    const EngineContext &m_context;
    const NativeSuite &m_suite;
};

class NativeAuditing final : public TaskAuditing
{
public:
    NativeAuditing(EngineContext context, const NativeSuite &suite)
        : m_context(std::move(context))
        , m_suite(suite)
    {
    }
    Environment environment() const override { return describeMachine(m_context.toolchain); }
    Json profile() const override { return {{"device", "cpu"}, {"seed", m_context.seed}}; }
    std::unique_ptr<TaskAuditor> makeAuditor() override
    {
        return std::make_unique<NativeAuditor>(m_context, m_suite);
    }

private:
    EngineContext m_context;
    const NativeSuite &m_suite;
};

} // namespace

Result<std::unique_ptr<TaskAuditing>> makeNativeAuditing(const TaskAuditRequest &request,
                                                         const NativeSuite &suite)
{
    auto context = makeEngineContext(request.run);
    if (!context)
        return context.error();
    return {std::make_unique<NativeAuditing>(std::move(*context), suite)};
}

} // namespace loupe
