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

/// A run whose candidates are asked for while it goes on. Its items are what is evaluated; its
/// board says what is asked. Cancelling it loses no answer: it can be gone on with.
class GenerationJob final : public RunJob
{
    Q_OBJECT
public:
    GenerationJob(GenerationLauncher launcher, GenerationRequest request,
                  QObject *parent = nullptr);

    /// What a person asked for.
    const GenerationRequest &generation() const { return m_generation; }
    /// Of the board, as it was at the last changed().
    const GenerationProgress &board() const { return m_progress; }
    std::vector<DialogueTurn> turns(const std::string &task, int sample) const;
    /// The dialogue in which something was said last.
    std::pair<std::string, int> latest() const;
    /// Once it has ended without an error.
    std::optional<GenerationOutcome> generated() const;

    /// It has ended, and something of it is not asked or not evaluated.
    bool canGoOn() const;

    QString title() const override;
    QString progressText() const override;
    /// Rounds that are judged, of all that there may be.
    int done() const override { return m_progress.judged; }
    int total() const override { return m_progress.rounds; }
    /// Nobody knows how long a model will take.
    QString remainingText() const override { return {}; }

private:
    struct Shared;
    GenerationJob(GenerationLauncher launcher, GenerationRequest request,
                  const std::shared_ptr<Shared> &shared, QObject *parent);

    GenerationRequest m_generation;
    std::shared_ptr<Shared> m_shared; ///< with the thread that asks
    GenerationProgress m_progress;
};

} // namespace loupe::ui
