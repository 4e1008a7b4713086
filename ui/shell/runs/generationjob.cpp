// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/generationjob.h"

#include "ui/text/words.h"

#include <mutex>
#include <utility>

namespace loupe::ui {

struct GenerationJob::Shared {
    GenerationBoard board;
    mutable std::mutex mutex;
    std::optional<GenerationOutcome> outcome;
};

namespace {

/// Converts a generation's outcome into that of a run, without the confirmation.
RunOutcome runOf(const GenerationOutcome &generated)
{
    RunOutcome out = generated.evaluated.value_or(RunOutcome());
    out.run = generated.run;
    out.cancelled = out.cancelled || generated.end == AskingEnd::Stopped
        || (generated.confirmed && generated.confirmed->cancelled);
    return out;
}

} // namespace

GenerationJob::GenerationJob(GenerationLauncher launcher, GenerationRequest request,
                             QObject *parent)
    : GenerationJob(std::move(launcher), std::move(request), std::make_shared<Shared>(), parent)
{
}

GenerationJob::GenerationJob(GenerationLauncher launcher, GenerationRequest request,
                             const std::shared_ptr<Shared> &shared, QObject *parent)
    : RunJob(
        [launch = std::move(launcher), request,
         shared](const RunRequest &run, RunObserver &observer,
                 const std::stop_token &stop) -> Result<RunOutcome> {
            GenerationRequest asked = request;
            asked.run.control = run.control;
            const auto generated = launch(asked, shared->board, observer, stop);
            if (!generated)
                return generated.error();
            const std::lock_guard lock(shared->mutex);
            shared->outcome = *generated;
            return runOf(*generated);
        },
        request.run, parent)
    , m_generation(std::move(request))
    , m_shared(shared)
{
    // Connected first, so that all other slots see the new progress.
    const auto look = [this] { m_progress = m_shared->board.progress(); };
    connect(this, &Job::changed, this, look);
    connect(this, &Job::finished, this, look);
}

std::vector<DialogueTurn> GenerationJob::turns(const std::string &task, int sample) const
{
    return m_shared->board.turns(task, sample);
}

std::pair<std::string, int> GenerationJob::latest() const
{
    return m_shared->board.latest();
}

std::optional<GenerationOutcome> GenerationJob::generated() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->outcome;
}

bool GenerationJob::canGoOn() const
{
    if (isRunning() || !outcome())
        return false;
    const auto ended = generated();
    if (!ended)
        return !m_progress.run.empty(); // failed after its start
    return ended->end != AskingEnd::Answered || ended->waiting > 0
        || (*outcome() && (*outcome())->cancelled);
}

QString GenerationJob::title() const
{
    if (!m_progress.run.empty())
        return lineText(m_progress.run);
    return lineText(m_generation.run.name.empty() ? m_generation.profile.name
                                                  : m_generation.run.name);
}

QString GenerationJob::progressText() const
{
    if (!isRunning() || isWaiting() || isCancelling() || isPaused())
        return RunJob::progressText();
    switch (m_progress.phase) {
    case GenerationPhase::Preparing:
        return tr("planning…");
    case GenerationPhase::Confirming:
        return tr("checking results on new inputs");
    case GenerationPhase::Evaluating:
        return tr("evaluating: %1 of at most %2 answered, %3 evaluated")
            .arg(countText(m_progress.answered), countText(m_progress.rounds),
                 countText(m_progress.judged));
    case GenerationPhase::AskingAndEvaluating:
        return tr("requesting and evaluating: %1 of at most %2 answered, %3 evaluated")
            .arg(countText(m_progress.answered), countText(m_progress.rounds),
                 countText(m_progress.judged));
    default:
        return tr("requesting: %1 of at most %2 answered, %3 evaluated")
            .arg(countText(m_progress.answered), countText(m_progress.rounds),
                 countText(m_progress.judged));
    }
}

} // namespace loupe::ui
