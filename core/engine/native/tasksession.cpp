// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/tasksession.h"

#include "core/base/digest.h"

namespace loupe {

TaskSession::TaskSession(const NativeTask &task, const EngineContext &context)
    : m_task(task)
    , m_context(context)
{
}

Result<std::filesystem::path> TaskSession::buildReference(std::stop_token stop)
{
    if (m_failure)
        return *m_failure;
    if (m_library)
        return *m_library;
    auto build
        = buildForCpu(m_task.task.reference.toString(), m_context.toolchain, m_context.buildCache(),
                      m_context.sandbox, m_context.limits, std::move(stop));
    if (!build)
        return build.error();
    if (build->verdict != Verdict::Correct) {
        m_failure = Error{Errc::InvalidInput,
                          "the reference does not build: " + build->message,
                          (m_task.folder / "reference.cpp").string(),
                          {},
                          build->log};
        return *m_failure;
    }
    m_library = build->library;
    m_folders.push_back(std::move(build->folder));
    return *m_library;
}

Result<std::filesystem::path> TaskSession::buildBaseline(std::stop_token stop)
{
    auto build
        = buildForCuda(m_task.cudaBaseline, m_context.cuda->toolchain, m_context.buildCache(),
                       m_context.sandbox, m_context.limits, std::move(stop));
    if (!build)
        return build.error();
    if (build->verdict != Verdict::Correct)
        return Error{Errc::InvalidInput,
                     "the baseline does not build: " + build->message,
                     (m_task.folder / "baseline.cu").string(),
                     {},
                     build->log};
    m_folders.push_back(std::move(build->folder));
    return build->library;
}

Result<std::filesystem::path> TaskSession::referenceLibrary(std::stop_token stop)
{
    const std::lock_guard lock(m_mutex);
    return buildReference(std::move(stop));
}

Result<const std::vector<TrialData> *> TaskSession::trials(const std::stop_token &stop)
{
    const std::lock_guard lock(m_mutex);
    if (m_trials)
        return &*m_trials;
    const auto library = buildReference(stop);
    if (!library)
        return library.error();
    const auto specs = nativeTrials(m_task, m_context.cuda ? m_task.gpuShapes : m_task.cpuShapes);
    if (!specs)
        return specs.error();
    const std::string seed = sha256Hex(m_context.seed + "/" + m_task.task.name);
    auto trials = runOracle(*library, *specs, seed, m_context.hostSettings(), stop);
    if (!trials) {
        if (trials.error().code == Errc::InvalidInput)
            m_failure = trials.error();
        return trials.error();
    }
    m_trials = std::move(*trials);
    return &*m_trials;
}

Result<NativeSubject *> TaskSession::baseline(const std::stop_token &stop)
{
    const std::lock_guard lock(m_mutex);
    if (m_baseline)
        return m_baseline.get();
    if (m_context.cuda && m_task.cudaBaseline.empty())
        return nullptr;
    const auto library = m_context.cuda ? buildBaseline(stop) : buildReference(stop);
    if (!library)
        return library.error();
    auto subject = NativeSubject::start(
        *library, m_context.cuda ? m_context.deviceSettings() : m_context.hostSettings(), stop);
    if (!subject)
        return subject.error();
    m_baseline = std::move(*subject);
    return m_baseline.get();
}

Status TaskSession::prepareBaseline(const TrialSpec &trial, const TensorArena &inputs,
                                    std::size_t slotCount)
{
    auto outputs = poisonedOutputs(trial, slotCount);
    if (!outputs)
        return outputs.error();
    auto arena = std::make_unique<TensorArena>(std::move(*outputs));
    const CallOutcome ready = m_baseline->prepare(trial, inputs, *arena);
    if (ready.verdict != Verdict::Correct)
        return Error{Errc::Internal,
                     "the baseline cannot be prepared for timing: " + ready.message,
                     m_task.task.name,
                     {},
                     m_baseline->output()};
    m_baselineOutputs = std::move(arena);
    return {};
}

void TaskSession::dropBaseline()
{
    m_baseline.reset();
    m_baselineOutputs.reset();
}

} // namespace loupe
