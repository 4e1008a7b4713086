// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start/startpage.h"

#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/visitmemory.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QDir>
#include <QFileInfo>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

StartPage::StartPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_problemFrame(new QFrame)
    , m_problem(new QLabel)
    , m_recent(makeColumn(0))
{
    const int unit = bench.theme.unit();
    auto *page = makeColumn(unit * 3 / 2, this, unit * 3 / 2);
    auto *title = makeHeading(bench.theme, tr("Which kernels fail, and how fast are the others?"));
    page->addWidget(title);

    m_problemFrame->setProperty("look", u"message"_s);
    m_problem->setProperty("tone", u"error"_s);
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_problem->setAccessibleName(tr("Problem"));
    auto *problemRow = new QHBoxLayout(m_problemFrame);
    problemRow->addWidget(m_problem);
    m_problemFrame->hide();
    page->addWidget(m_problemFrame);

    auto *columns = makeRow(unit * 3 / 2);
    auto *begin = makePanel();
    auto *beginBox = makeColumn(unit * 2);
    beginBox->setContentsMargins(unit * 2, unit * 2, unit * 2, unit * 2);
    beginBox->addWidget(makeHeading(bench.theme, tr("Begin")));
    beginBox->addWidget(makePassingButton(bench.commands.action(u"run.resume"_s)), 0,
                        Qt::AlignLeft);
    beginBox->addWidget(makeAction(u"store.demo"_s,
                                   tr("Shows recorded results of the demo kernels at once. Their "
                                      "times were measured on another machine (%1).")
                                       .arg(demoMachine())));
    beginBox->addWidget(makeAction(u"run.demo"_s,
                                   tr("Evaluates the demo kernels, which show every kind of "
                                      "success and failure, on this machine. It takes a few "
                                      "minutes and needs a C++ compiler.")));
    beginBox->addWidget(makeAction(u"run.new"_s,
                                   tr("Evaluates a folder of your kernels against "
                                      "the native suite on this machine.")));
    beginBox->addWidget(makeAction(u"store.import"_s,
                                   tr("Reads result files of other tools, one or a whole folder "
                                      "of them, into a store.")));
    beginBox->addWidget(makeAction(u"store.open"_s, tr("Opens a result store (*.kloupe).")));
    beginBox->addStretch(1);
    qobject_cast<QVBoxLayout *>(begin->layout())->addLayout(beginBox);

    auto *recent = makePanel();
    auto *recentBox = makeColumn(unit);
    recentBox->setContentsMargins(unit * 2, unit * 2, unit * 2, unit * 2);
    recentBox->addWidget(makeHeading(bench.theme, tr("Recent stores")));
    recentBox->addLayout(m_recent);
    recentBox->addStretch(1);
    qobject_cast<QVBoxLayout *>(recent->layout())->addLayout(recentBox);
    columns->addWidget(begin, 1);
    columns->addWidget(recent, 1);
    page->addLayout(columns, 1);
    setRecent({});
}

QWidget *StartPage::makeAction(const QString &command, const QString &what)
{
    QAction *action = m_bench.commands.action(command);
    auto *box = new QWidget;
    auto *column = makeColumn(m_bench.theme.unit() / 2, box);
    auto *button = new QPushButton(action->text().remove(u'&'));
    button->setAccessibleName(button->text());
    button->setAccessibleDescription(what);
    button->setToolTip(m_bench.commands.toolTip(command));
    if (command == "store.demo"_L1)
        button->setProperty("look", u"primary"_s);
    m_actions.push_back(button);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, button,
            [button, action] { button->setEnabled(action->isEnabled()); });
    auto *text = makeDim(what);
    text->setWordWrap(true);
    column->addWidget(button, 0, Qt::AlignLeft);
    column->addWidget(text);
    return box;
}

QString StartPage::demoMachine()
{
    return u"AMD EPYC"_s;
}

void StartPage::setRecent(const QStringList &files)
{
    while (QLayoutItem *item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (files.isEmpty()) {
        auto *none = makeDim(tr("No store has been opened yet."));
        none->setWordWrap(true);
        m_recent->addWidget(none);
    }
    const VisitMemory memory(m_bench.services.settingsFile);
    QWidget *before = m_actions.back(); // Tab reaches new widgets last, after the whole window.
    for (const QString &file : files) {
        const QFileInfo info(file);
        auto *entry = new QPushButton(info.fileName());
        entry->setProperty("look", u"link"_s);
        entry->setEnabled(info.exists());
        entry->setAccessibleName(tr("Open %1").arg(file));
        entry->setToolTip(QDir::toNativeSeparators(file));
        connect(entry, &QPushButton::clicked, this, [this, file] { emit openRequested(file); });
        auto *place = new ElidedLabel(
            info.exists() ? QDir::toNativeSeparators(info.absolutePath())
                          : tr("missing: %1").arg(QDir::toNativeSeparators(info.absolutePath())));
        place->setProperty("tone", u"dim"_s);
        m_recent->addWidget(entry, 0, Qt::AlignLeft);
        setTabOrder(std::exchange(before, entry), entry);
        std::vector<ElidedLabel *> lines{place};
        if (const auto visit = memory.last(toPath(file)); visit && !visit->headline.empty())
            lines.insert(lines.begin(), new ElidedLabel(toQt(visit->headline)));
        for (ElidedLabel *line : lines) {
            line->setIndent(m_bench.theme.unit() / 2 + 1);
            m_recent->addWidget(line);
        }
    }
}

void StartPage::setProblem(const QString &message)
{
    m_problem->setText(message.isEmpty() ? QString() : u"▲ "_s + message);
    m_problemFrame->setVisible(!message.isEmpty());
}

void StartPage::takeFocus()
{
    // The first one is disabled where the recorded demo is not installed.
    const auto usable = std::ranges::find_if(m_actions, &QPushButton::isEnabled);
    if (usable != m_actions.end())
        (*usable)->setFocus();
}

QString StartPage::keys() const
{
    return tr("Ctrl+O opens a store · Ctrl+N starts a run · drop a store, result files or a folder "
              "anywhere");
}

} // namespace loupe::ui
