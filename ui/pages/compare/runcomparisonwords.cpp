// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the comparison of runs: heading, definitions, and reasons why runs cannot be compared.
#include "ui/models/comparedrunmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/compare/runcomparisonview.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/distinctnames.h"
#include "ui/text/words.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {
constexpr int maxHeadingName = 24; ///< characters of a run in the heading
} // namespace

QString RunComparisonView::refusal() const
{
    const Result<RunComparison> *result = m_runModel->resultAt(m_runTable->currentIndex().row());
    if (!result || *result)
        return {};
    const Error &error = result->error();
    return toQt(error.detail.empty() ? error.message : error.message + ":\n" + error.detail);
}

void RunComparisonView::say()
{
    const auto comparison = shown();
    if (comparison) {
        const QStringList whole{lineText(comparison->other.text()),
                                lineText(comparison->baseline.text())};
        const QStringList shown = fittedNames(whole, maxHeadingName);
        const auto change = [&](PairState state) -> QString {
            return countText(comparison->count(state)) + u' '
                + toQt(changeWord(state, comparison->isSameMethod));
        };
        m_heading->setText(tr("%1 vs %2: %3, %4, speed %5")
                               .arg(shown[0], shown[1], change(PairState::Fixed),
                                    change(PairState::Broken), toQt(name(comparison->verdict))));
        m_heading->setToolTip(tr("%1 vs %2").arg(whole[0], whole[1]));
        QString definition = toQt(m_figureModel->table().caption);
        for (const std::string &reason : comparison->regressions)
            definition += (comparison->isSameMethod ? tr(" Regression: %1.") : tr(" Worse: %1."))
                              .arg(toQt(reason));
        if (m_compared.stored->flagged.count > 0)
            definition
                += tr(" %1 of %2 results are flagged by the audit and not counted as correct.")
                       .arg(countText(static_cast<std::int64_t>(m_compared.stored->flagged.count)),
                            countText(static_cast<std::int64_t>(m_compared.stored->flagged.of)));
        m_definition->setText(definition);
    } else {
        m_heading->setText(tr("%1 runs can be compared").arg(countText(m_runModel->rowCount())));
        m_definition->setText({});
    }
    const QString reason = refusal();
    m_reason->setText(reason);
    const Result<RunComparison> *result = m_runModel->resultAt(m_runTable->currentIndex().row());
    m_anyway->setVisible(result && !*result && isOfChangedTasks(result->error()));
    m_refused->setVisible(!reason.isEmpty());
    sayNotCompared();
    sayEmpty();
}

void RunComparisonView::sayNotCompared()
{
    const bool isCompared = shown() != nullptr;
    const Result<RunComparison> *result = m_runModel->resultAt(m_runTable->currentIndex().row());
    if (result && !*result)
        m_noFigures->say(tr("These runs cannot be compared."), toQt(result->error().message),
                         nullptr);
    else
        m_noFigures->say(tr("No run is selected."), tr("Choose one on the left."), nullptr);
    m_noPairs->say(tr("No attempt is shown."), tr("Choose comparable runs above."), nullptr);
    m_figureStack->setCurrentIndex(isCompared ? 0 : 1);
    m_pairStack->setCurrentIndex(isCompared ? 0 : 1);
}

void RunComparisonView::sayEmpty()
{
    CommandRegistry &commands = m_bench.commands;
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to compare its runs."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The runs could not be compared."), m_error,
                     commands.action(u"view.reload"_s));
    else
        m_empty->say(m_runs.empty() ? tr("This store has no run with results yet.")
                                    : tr("This store has only one run with results."),
                     tr("A comparison needs two: evaluate other kernels into this store, or import "
                        "results."),
                     commands.action(u"run.new"_s));
    m_stack->setCurrentIndex(m_runs.size() < 2 || !m_error.isEmpty() ? 1 : 0);
}

} // namespace loupe::ui
