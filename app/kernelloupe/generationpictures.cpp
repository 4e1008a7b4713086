// SPDX-License-Identifier: GPL-3.0-or-later
// Draws pictures of the New run dialog during a generation.
#include "app/kernelloupe/generationstory.h"
#include "app/kernelloupe/pagerenderer.h"
#include "app/kernelloupe/waiting.h"
#include "ui/dialogs/generationform.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/roundfields.h"
#include "ui/shell/runs/generationjob.h"
#include "ui/shell/window/mainwindow.h"

#include <QComboBox>
#include <QSpinBox>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace loupe::app {

Status PageRenderer::renderGeneration(ui::MainWindow &window, const std::filesystem::path &store)
{
    ui::NewRunDialog dialog(m_theme, m_services.launch,
                            {m_services.choices, m_services.presets, m_services.findChoices,
                             m_services.generation, m_services.agents},
                            &window);
    dialog.show();
    const GenerationRequest request = storyRequest(m_services.taskFolder, store);
    dialog.setGeneration(request);
    if (!waitFor([&dialog] { return !dialog.isPlanning(); }))
        return Error{Errc::Timeout, "the review did not come", {}, {}, {}};
    const QStringList steps{u"47-ask-tasks"_s, u"48-ask-model"_s, u"49-ask-rounds"_s};
    for (int step = 0; step < steps.size(); ++step) {
        dialog.generationForm()->steps()->setCurrentIndex(step);
        if (Status saved = save(dialog, steps[step]); !saved)
            return saved;
    }
    ui::RoundFields &rounds = *dialog.generationForm()->rounds();
    rounds.strategy()->setCurrentIndex(
        rounds.strategy()->findData(static_cast<int>(Strategy::Kind::Evolve)));
    rounds.children()->setValue(4);
    rounds.islands()->setValue(2);
    if (!waitFor([&dialog] { return !dialog.isPlanning(); }))
        return Error{Errc::Timeout, "the review of an evolution did not come", {}, {}, {}};
    if (Status saved = save(dialog, u"49-ask-evolution"_s); !saved)
        return saved;
    dialog.setGeneration(request);
    if (!waitFor([&dialog] { return !dialog.isPlanning(); }))
        return Error{Errc::Timeout, "the review did not come again", {}, {}, {}};
    const auto job = std::make_shared<ui::GenerationJob>(makeGenerationStory(), request);
    job->start();
    dialog.follow(job);
    if (!waitFor([&job] { return job->board().judged == 12; }))
        return Error{Errc::Timeout, "the generation's story was not told", {}, {}, {}};
    if (Status saved = save(dialog, u"50-ask-running"_s); !saved)
        return saved;
    job->cancel();
    if (!waitFor([&job] { return !job->isRunning(); }))
        return Error{Errc::Timeout, "the generation was not cancelled", {}, {}, {}};
    return save(dialog, u"51-ask-cancelled"_s);
}

} // namespace loupe::app
