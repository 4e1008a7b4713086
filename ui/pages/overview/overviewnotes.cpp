// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overviewnotes.h"

#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/workbench.h"
#include "ui/style/theme.h"
#include "ui/text/distinctnames.h"
#include "ui/widgets/layout/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QFrame>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

OverviewNotes::OverviewNotes(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_audit(makeSection(bench, tr("Audit")))
    , m_changes(makeSection(bench, tr("Since your last visit")))
    , m_caveats(makeSection(bench, tr("Caveats")))
    , m_review(makeButton(tr("Review findings")))
{
    const int unit = bench.theme.unit();
    connect(m_review, &QPushButton::clicked, this, [this, &commands = bench.commands] {
        QAction *audit = commands.action(u"audit.run"_s);
        if (m_hasFindings || !audit->isEnabled())
            commands.action(u"page.audit"_s)->trigger();
        else
            audit->trigger();
    });
    qobject_cast<QBoxLayout *>(m_audit.panel->layout())->addWidget(m_review, 0, Qt::AlignLeft);
    // Below the caveats, which name unfinished runs.
    qobject_cast<QBoxLayout *>(m_caveats.panel->layout())
        ->addWidget(makePassingButton(bench.commands.action(u"run.resume"_s)), 0, Qt::AlignLeft);
    auto *inside = new QWidget;
    auto *column = makeColumn(unit * 5 / 4, inside);
    for (const Section &each : {m_audit, m_changes, m_caveats})
        column->addWidget(each.panel);
    column->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Audit, changes and caveats"));
    scroll->setWidget(inside);
    auto *all = makeColumn(0, this);
    all->addWidget(scroll);
    setMinimumWidth(26 * unit);
    m_changes.panel->hide();
}

OverviewNotes::Section OverviewNotes::makeSection(const Workbench &bench, const QString &title)
{
    const int unit = bench.theme.unit();
    Section out{makePanel(), makeDim(), new QLabel};
    auto *name = new QLabel(title);
    QFont font = bench.theme.uiFont();
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    out.text->setAccessibleName(title);
    out.text->setWordWrap(true);
    out.text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    out.text->setTextFormat(Qt::PlainText); // Names in it come from files.
    out.text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A long word must not push the panel off the window.
    out.text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    out.about->setWordWrap(true);
    out.about->hide();
    auto *layout = qobject_cast<QVBoxLayout *>(out.panel->layout());
    layout->setContentsMargins(unit * 3 / 2, unit, unit * 3 / 2, unit);
    layout->setSpacing(unit / 2);
    layout->addWidget(name);
    layout->addWidget(out.about);
    layout->addWidget(out.text);
    return out;
}

void OverviewNotes::setLines(const Section &section, const QStringList &lines,
                             const QString &separator)
{
    const QString whole = lines.join(separator);
    const QString shown = shortHashes(whole);
    section.text->setText(shown);
    section.text->setToolTip(shown == whole ? QString() : whole.toHtmlEscaped());
}

void OverviewNotes::setAudit(const QStringList &sentences, bool hasFindings)
{
    setLines(m_audit, sentences, u"\n"_s);
    m_hasFindings = hasFindings;
    m_review->setText(hasFindings ? tr("Review findings") : tr("Run audit"));
    m_review->setAccessibleName(m_review->text());
}

void OverviewNotes::setChanges(const QString &since, const QStringList &sentences)
{
    m_changes.about->setText(since);
    m_changes.about->setVisible(!since.isEmpty());
    setLines(m_changes, sentences, u"\n"_s);
    m_changes.panel->setVisible(!sentences.isEmpty());
}

void OverviewNotes::setCaveats(const QStringList &sentences)
{
    setLines(m_caveats, sentences, u"\n\n"_s);
}

} // namespace loupe::ui
