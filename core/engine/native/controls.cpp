// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/controls.h"

#include "core/engine/native/evaluator.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace loupe {

namespace {

constexpr const char *zeroSource = R"(// Negative control: writes zeros.
#include "loupe_kernel.h"
#include <cstring>
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    for (int32_t i = 0; i < call->n_outputs; ++i) {
        const DLTensor &y = call->outputs[i];
        std::memset(y.data, 0, static_cast<size_t>(loupe_abi::numel(y)) * ((y.dtype.bits + 7) / 8));
    }
    return 0;
}
)";

constexpr const char *raisingSource = R"(// Negative control: raises.
#include "loupe_kernel.h"
#include <stdexcept>
extern "C" int32_t loupe_kernel(const LoupeCall *)
{
    throw std::runtime_error("negative control");
}
)";

constexpr const char *cudaZeroSource = R"(// Negative control: writes zeros.
#include "loupe_kernel.h"
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    for (int32_t i = 0; i < call->n_outputs; ++i) {
        const DLTensor &y = call->outputs[i];
        const size_t bytes = static_cast<size_t>(loupe_abi::numel(y)) * ((y.dtype.bits + 7) / 8);
        cudaMemsetAsync(y.data, 0, bytes, static_cast<cudaStream_t>(call->stream));
    }
    return 0;
}
)";

struct ControlSource {
    std::string text;
    std::string language;
};

/// Returns the control that must pass: the reference, or on a GPU the baseline. A task without one
/// runs its reference on the processor at the GPU's sizes.
ControlSource positiveControl(const NativeTask &task, bool isOnDevice)
{
    if (isOnDevice && !task.cudaBaseline.empty())
        return {task.cudaBaseline, "cuda"};
    return {task.task.reference.toString(), "cpp"};
}

/// The controls of one task.
class TaskControls
{
public:
    TaskControls(const NativeTask &task, const EngineContext &context, Evaluator &evaluator,
                 std::stop_token stop)
        : m_isOnDevice(context.cuda.has_value())
        , m_session(task, context)
        , m_evaluator(evaluator)
        , m_stop(std::move(stop))
    {
    }

    Result<ControlReport> run()
    {
        ControlReport report;
        const NativeTask &task = m_session.task();
        report.task = task.task.name;
        struct Control {
            Verdict &verdict;
            const ControlSource source;
        };
        const std::string language = m_isOnDevice ? "cuda" : "cpp";
        for (const Control &control :
             {Control{report.reference, positiveControl(task, m_isOnDevice)},
              Control{report.zeros, {m_isOnDevice ? cudaZeroSource : zeroSource, language}},
              Control{report.raising, {raisingSource, language}}}) {
            const auto evaluation = evaluate(control.source);
            if (!evaluation && evaluation.error().code == Errc::InvalidInput) {
                report.reason = evaluation.error().text();
                return report;
            }
            if (!evaluation)
                return evaluation.error();
            control.verdict = evaluation->verdict;
            if (report.trials == 0)
                note(report, *evaluation);
        }
        conclude(report);
        return report;
    }

private:
    Result<Evaluation> evaluate(const ControlSource &source)
    {
        Candidate candidate;
        candidate.task = m_session.task().task.name;
        candidate.source = source.text;
        candidate.language = source.language;
        return m_evaluator.evaluate(
            m_session, candidate, [](Stage) {}, m_stop);
    }
    static void note(ControlReport &report, const Evaluation &reference)
    {
        report.trials = static_cast<int>(reference.trials.size());
        if (reference.verdict != Verdict::Correct)
            report.reason = "the reference itself fails: " + reference.message;
    }
    static void conclude(ControlReport &report)
    {
        if (!isFailure(outcomeOf(report.zeros)) && report.reason.empty())
            report.reason = "a candidate that writes zeros passes";
        if (!isFailure(outcomeOf(report.raising)) && report.reason.empty())
            report.reason = "a candidate that raises passes";
        report.sound = report.reason.empty();
    }

    bool m_isOnDevice;
    TaskSession m_session;
    Evaluator &m_evaluator;
    std::stop_token m_stop;
};

/// Returns whether a killed process may be the cause. One such report is not conclusive.
bool mayBeAccident(const Result<ControlReport> &report)
{
    if (!report)
        return report.error().code == Errc::Internal || report.error().code == Errc::Io;
    const auto isBroken = [](Verdict verdict) { return outcomeOf(verdict) == Outcome::InfraError; };
    const Outcome reference = outcomeOf(report->reference);
    return reference == Outcome::Crash || reference == Outcome::Timeout
        || isBroken(report->reference) || isBroken(report->zeros) || isBroken(report->raising);
}

} // namespace

Result<std::vector<ControlReport>>
runControls(const std::vector<const NativeTask *> &tasks, const EngineContext &context, int jobs,
            const std::function<void(int, int, const ControlReport &)> &progress,
            std::stop_token stop)
{
    EngineContext untimed = context;
    untimed.timing.enabled = false;
    std::vector<ControlReport> reports(tasks.size());
    std::optional<Error> failure;
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    int done = 0;
    TimingLease lease;
    const auto work = [&] {
        std::optional<Evaluator> evaluator;
        evaluator.emplace(untimed, lease);
        for (std::size_t i = next++; i < tasks.size(); i = next++) {
            auto report = TaskControls(*tasks[i], untimed, *evaluator, stop).run();
            if (mayBeAccident(report) && !stop.stop_requested()) {
                evaluator.emplace(untimed, lease); // with new processes
                report = TaskControls(*tasks[i], untimed, *evaluator, stop).run();
            }
            const std::lock_guard lock(mutex);
            if (failure)
                return;
            if (!report) {
                failure = report.error();
                return;
            }
            reports[i] = std::move(*report);
            progress(++done, static_cast<int>(tasks.size()), reports[i]);
        }
    };
    {
        std::vector<std::jthread> threads;
        threads.reserve(static_cast<std::size_t>(jobs));
        for (int i = 0; i < jobs; ++i)
            threads.emplace_back(work);
    }
    if (failure)
        return *failure;
    return reports;
}

} // namespace loupe
