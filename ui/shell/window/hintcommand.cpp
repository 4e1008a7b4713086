// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/hintcommand.h"

#include "core/generation/loop/generationboard.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"
#include "ui/dialogs/hintdialog.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/session/services.h"
#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

namespace {

/// Returns a launcher that reads the store on the thread of the run.
RunLauncher launcherOf(const GenerationLauncher &launch, const GenerationRequest &request)
{
    return [launch, request](const RunRequest &, RunObserver &observer,
                             const std::stop_token &stop) -> Result<RunOutcome> {
        GenerationBoard board;
        const auto outcome = launch(request, board, observer, stop);
        if (!outcome)
            return outcome.error();
        return outcome->evaluated.value_or(RunOutcome());
    };
}

} // namespace

void askWithHint(const Theme &theme, const Services &services, const std::filesystem::path &store,
                 RowId evaluation, QWidget *parent,
                 std::function<void(const std::shared_ptr<RunJob> &)> start)
{
    auto *dialog = new HintDialog(theme, toQt(services.person), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(
        dialog, &HintDialog::askRequested, dialog,
        [launch = services.generation.launch, store, evaluation,
         start = std::move(start)](const QString &hint, const QString &person) {
            GenerationRequest request;
            request.hint = HintRequest{
                store, evaluation, hint.toStdString(), person.toStdString(), {}, {}, {}, {}, false};
            RunRequest run;
            run.store = store;
            run.name = HintDialog::tr("a hint of %1").arg(person).toStdString();
            start(std::make_shared<RunJob>(launcherOf(launch, request), run));
        });
    dialog->open();
}

} // namespace loupe::ui
