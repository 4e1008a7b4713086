// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationboard.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/session/generationservices.h"

#include <memory>
#include <optional>

namespace loupe::ui {

/// Run whose candidates a model writes while it is running. Its items are the evaluations; its
/// board has the state of the requests. Cancelling it loses no answer: it can be resumed.
class GenerationJob final : public RunJob
{
    Q_OBJECT
public:
    GenerationJob(GenerationLauncher launcher, GenerationRequest request,
                  QObject *parent = nullptr);

    /// Returns the original request.
    const GenerationRequest &generation() const { return m_generation; }
    /// Returns the progress at the last changed().
    const GenerationProgress &board() const { return m_progress; }
    std::vector<DialogueTurn> turns(const std::string &task, int sample) const;
    /// Returns the dialogue with the latest message.
    std::pair<std::string, int> latest() const;
    /// Returns the outcome once it has ended without an error.
    std::optional<GenerationOutcome> generated() const;

    /// Returns true if it has ended and some requests or evaluations are missing.
    bool canGoOn() const;

    QString title() const override;
    QString progressText() const override;
    /// Returns the number of evaluated rounds; total() is their maximum.
    int done() const override { return m_progress.judged; }
    int total() const override { return m_progress.rounds; }
    /// The duration of a model's answers is unpredictable.
    QString remainingText() const override { return {}; }

private:
    struct Shared;
    GenerationJob(GenerationLauncher launcher, GenerationRequest request,
                  const std::shared_ptr<Shared> &shared, QObject *parent);

    GenerationRequest m_generation;
    std::shared_ptr<Shared> m_shared; ///< with the thread that sends the requests
    GenerationProgress m_progress;
};

} // namespace loupe::ui
