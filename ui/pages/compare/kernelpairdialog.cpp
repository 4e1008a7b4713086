// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/kernelpairdialog.h"

#include "ui/pages/detail/roundtexts.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QLabel>
#include <QShortcut>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Formats "codex · ● correct · 2.94 ms · 1.42×".
QString titleOf(const QString &side, const EvaluationDetail &detail)
{
    QString out = u"%1 · %2"_s.arg(side, verdictText(detail.row.verdict));
    if (detail.row.candidateMs)
        out += u" · %1 ms"_s.arg(millisecondsText(detail.row.candidateMs));
    if (detail.row.speedup)
        out += u" · "_s + speedupText(detail.row.speedup);
    return out;
}

} // namespace

KernelPairDialog::KernelPairDialog(const Workbench &bench, QWidget *parent)
    : QDialog(parent)
    , m_bench(bench)
    , m_task(makeHeading(bench.theme))
    , m_problem(new QLabel)
    , m_sources(new SourceFilesView(bench.theme))
{
    const int unit = bench.theme.unit();
    setWindowTitle(tr("Both kernels"));
    resize(150 * unit, 90 * unit);
    m_task->setTextFormat(Qt::PlainText);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setProperty("tone", u"error"_s);
    m_problem->hide();
    auto *column = makeColumn(unit, this, 2 * unit);
    column->addWidget(m_task);
    column->addWidget(m_problem);
    column->addWidget(m_sources, 1);
    column->addWidget(
        makeDim(tr("F7 next difference · Shift+F7 previous · Ctrl+F find · Esc closes")));
    for (const int step : {1, -1}) {
        const QKeySequence key
            = step > 0 ? QKeySequence(Qt::Key_F7) : QKeySequence(Qt::SHIFT | Qt::Key_F7);
        connect(new QShortcut(key, this), &QShortcut::activated, this,
                [this, step] { diff()->walkDifferences(step); });
    }
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, diff(),
            &DiffView::find);
}

void KernelPairDialog::showPair(const ComparedPair &pair, const QString &first,
                                const QString &second)
{
    m_task->setText(u"%1 / %2"_s.arg(lineText(pair.suite.text()), lineText(pair.task.text())));
    m_problem->hide();
    m_sources->clear();
    std::vector<RowId> ids;
    std::vector<QString> names;
    for (const auto &[row, name] :
         {std::pair(pair.baseline, first), std::pair(pair.other, second)}) {
        if (row == nullptr)
            continue;
        ids.push_back(row->id);
        names.push_back(name);
    }
    m_reading.read(
        m_bench.session.pool(),
        [ids](StoreReader &reader, const std::stop_token &) -> Result<Details> {
            Details out;
            out.reserve(ids.size());
            for (const RowId id : ids) {
                auto detail = reader.detail(id);
                if (!detail)
                    return std::move(detail).error();
                out.push_back(std::move(*detail));
            }
            return out;
        },
        [this, names](const Result<Details> &details) { showSources(details, names); });
    show();
    raise();
}

void KernelPairDialog::showSources(const Result<Details> &details,
                                   const std::vector<QString> &names)
{
    if (!details) {
        m_problem->setText(errorText(details.error()));
        m_problem->show();
        return;
    }
    std::vector<DiffSource> sources;
    sources.reserve(details->size());
    for (std::size_t i = 0; i < details->size(); ++i) {
        sources.push_back(candidateSource((*details)[i]));
        sources.back().title = titleOf(names[i], (*details)[i]);
    }
    const auto last = static_cast<int>(sources.size()) - 1;
    m_sources->setSources(std::move(sources), last);
    diff()->focusBase();
}

} // namespace loupe::ui
