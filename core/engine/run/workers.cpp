// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/workers.h"

#include "core/base/clock.h"
#include "core/engine/contract/judgedtrial.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <thread>

namespace loupe {

namespace {

Evaluation infraErrorOf(const Candidate &candidate, const Error &error)
{
    Evaluation evaluation;
    evaluation.candidate = candidate;
    evaluation.verdict = Verdict::InfraError;
    evaluation.strictVerdict = Verdict::InfraError;
    evaluation.message = error.text();
    evaluation.runLog = error.detail;
    evaluation.finishedAt = isoTime(systemClock().wallNow());
    return evaluation;
}

Error lostDevice(const std::string &device)
{
    return {Errc::Environment, "the GPU does not respond", device,
            "`kloupe doctor --gpu` says when it is back; then resume the run"};
}

} // namespace

std::size_t TaskPlacement::choose(const std::deque<std::size_t> &waiting, const std::string &device)
{
    std::map<const void *, std::size_t> waits;
    std::size_t most = 0; // first item of the task with most waiting items
    for (std::size_t place = 0; place < waiting.size(); ++place) {
        const void *task = m_taskOf(waiting[place]);
        const auto known = m_devices.find(task);
        if (known == m_devices.end() || known->second.count(device) != 0) {
            m_devices[task].insert(device);
            return place;
        }
        ++waits[task];
    }
    for (std::size_t place = 0; place < waiting.size(); ++place) {
        if (waits.at(m_taskOf(waiting[place])) > waits.at(m_taskOf(waiting[most])))
            most = place;
    }
    m_devices[m_taskOf(waiting[most])].insert(device);
    return most;
}

Workers::Workers(const std::vector<PlanItem> &items, SuiteEngine &engine, Recorder &recorder,
                 RunControl &control, DeviceAnswers answers)
    : m_items(items)
    , m_engine(engine)
    , m_recorder(recorder)
    , m_control(control)
    , m_answers(std::move(answers))
    , m_placement([this](std::size_t item) { return m_items[item].task; })
{
    engine.expect(items);
}

Status Workers::run(int jobs)
{
    m_working = jobs;
    m_occupations = std::make_shared<OccupationLog>(jobs);
    if (!m_engine.tellOccupations(m_occupations))
        m_stages.emplace(m_occupations);
    {
        const std::jthread teller([this](const std::stop_token &stop) { tellLoad(stop); });
        std::vector<std::jthread> threads;
        threads.reserve(static_cast<std::size_t>(jobs));
        for (int i = 0; i < jobs; ++i)
            threads.emplace_back([this] { work(); });
        while (const auto dropped = m_control.takeDropped()) {
            m_recorder.cancelled(m_items[*dropped]);
            m_engine.done(m_items[*dropped]);
        }
    }
    m_recorder.tell(m_occupations->tell());
    return m_failure ? Status(*m_failure) : Status();
}

void Workers::tellLoad(const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    while (!never.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; })
           && !stop.stop_requested())
        m_recorder.tell(m_occupations->tell());
}

void Workers::work()
{
    std::unique_ptr<CandidateEvaluator> evaluator;
    while (const auto turn = take(evaluator)) {
        const PlanItem &item = m_items[turn->item];
        const Status recorded = evaluateItem(*evaluator, item, turn->stop);
        m_engine.done(item);
        m_control.done(turn->item);
        if (!recorded)
            fail(recorded.error());
        if (isLost(evaluator->device())) {
            leave(evaluator->device());
            return;
        }
        // Processes that were stopped at work are not reused.
        if (turn->stop.stop_requested())
            evaluator.reset();
    }
}

std::optional<RunControl::Turn> Workers::take(std::unique_ptr<CandidateEvaluator> &evaluator)
{
    if (!evaluator) {
        if (m_control.waiting().empty())
            return std::nullopt;
        evaluator = m_engine.makeEvaluator();
        watch(evaluator->device());
        if (isLost(evaluator->device())) {
            leave(evaluator->device());
            return std::nullopt;
        }
    }
    return m_control.take([this, device = evaluator->device()](const auto &waiting) {
        return m_placement.choose(waiting, device);
    });
}

Status Workers::evaluateItem(CandidateEvaluator &evaluator, const PlanItem &item,
                             const std::stop_token &stop)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::string device = evaluator.device();
    auto evaluation = tryTwice(evaluator, item, stop);
    if (!evaluation && (evaluation.error().code == Errc::Cancelled || stop.stop_requested())) {
        m_recorder.cancelled(item, evaluation.error().detail);
        return {};
    }
    if (!evaluation)
        evaluation = infraErrorOf(item.candidate, evaluation.error());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return m_recorder.record(item, *evaluation, device, taken.count());
}

Result<Evaluation> Workers::tryTwice(CandidateEvaluator &evaluator, const PlanItem &item,
                                     const std::stop_token &stop)
{
    const std::string device = evaluator.device();
    const auto evaluateOnce = [&]() -> Result<Evaluation> {
        const auto entering = [&](Stage stage) {
            m_recorder.entered(item, stage, device);
            if (m_stages)
                m_stages->entered(&item, stage, device);
        };
        auto evaluation = evaluator.evaluate(item, entering, stop);
        if (m_stages)
            m_stages->left(&item);
        if (stop.stop_requested() || (evaluation && evaluation->verdict == Verdict::Correct))
            return evaluation;
        // The candidate is not to blame for failures on a GPU that is gone.
        if (isLost(device))
            return lostDevice(device);
        return evaluation;
    };
    auto evaluation = evaluateOnce();
    if (stop.stop_requested() || isLost(device))
        return evaluation;
    const bool isTriedAgain
        = evaluation ? wasKilled(*evaluation) : evaluation.error().code != Errc::Cancelled;
    if (!isTriedAgain)
        return evaluation;
    const std::string reason = evaluation ? "its process was killed" : evaluation.error().text();
    m_recorder.log(item.task->name + ": " + reason + "; trying again");
    auto again = evaluateOnce();
    // Killed once, it is not to blame: another process may have done it.
    if (!evaluation && again && wasKilled(*again))
        return evaluation;
    return again;
}

void Workers::watch(const std::string &device)
{
    if (!device.starts_with("cuda"))
        return;
    const std::lock_guard lock(m_mutex);
    if (m_devices.count(device) == 0)
        m_devices[device] = m_answers(device) ? DeviceState::Answers : DeviceState::NotWatched;
}

bool Workers::isLost(const std::string &device)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_devices.find(device);
        if (known == m_devices.end() || known->second == DeviceState::NotWatched)
            return false;
        if (known->second == DeviceState::Lost)
            return true;
        if (m_answers(device))
            return false;
        known->second = DeviceState::Lost;
    }
    m_recorder.lost(device);
    m_recorder.log(device + ": the GPU does not respond; no further work starts on it");
    return true;
}

void Workers::leave(const std::string &device)
{
    {
        const std::lock_guard lock(m_mutex);
        if (--m_working > 0)
            return;
    }
    const std::size_t waiting = m_control.waiting().size();
    if (waiting == 0)
        return;
    Error error = lostDevice(device);
    error.message += ", and " + std::to_string(waiting)
        + (waiting == 1 ? " evaluation is left" : " evaluations are left");
    fail(error);
}

void Workers::fail(const Error &error)
{
    const std::lock_guard lock(m_mutex);
    if (!m_failure)
        m_failure = error;
    m_control.cancelAll();
}

} // namespace loupe
