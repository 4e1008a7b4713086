// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/helpdialog.h"

#include "ui/shell/session/commandregistry.h"
#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"

#include <QAbstractTextDocumentLayout>
#include <QBoxLayout>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QListWidget>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString readPage(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll());
}

/// Returns the text of the first heading, such as "The store" for "# The store".
QString titleOf(const QString &page, const QString &fallback)
{
    const QString first = page.section(u'\n', 0, 0);
    return first.startsWith(u'#') ? first.mid(1).trimmed() : fallback;
}

/// Returns the anchor that links to a heading have: "a-kernel" for "A kernel".
QString anchorOf(const QString &heading)
{
    QString anchor;
    for (const QChar each : heading.toLower()) {
        const bool isPlain = each.unicode() < 0x80 && each.isLetterOrNumber();
        if (isPlain || each == u'-' || each == u'_')
            anchor += each;
        else if (each == u' ')
            anchor += u'-';
    }
    return anchor;
}

} // namespace

HelpDialog::HelpDialog(const Theme &theme, const CommandRegistry &commands, QWidget *parent)
    : QDialog(parent)
    , m_commands(commands)
    , m_topics(new QListWidget)
    , m_text(new QTextBrowser)
{
    const int unit = theme.unit();
    setWindowTitle(tr("Help"));
    m_topics->setAccessibleName(tr("Topics"));
    m_topics->setFixedWidth(unit * 26);
    m_text->setAccessibleName(tr("Help text"));
    m_text->setOpenLinks(false); // Links to pages change the topic; web links open in the browser.
    const QDir pages(u":/help"_s);
    m_text->setSearchPaths({pages.path()}); // of the pictures
    for (const QDir &folder : {pages, QDir(pages.filePath(u"reference"_s))}) {
        for (const QString &name : folder.entryList({u"*.md"_s}, QDir::Files, QDir::Name)) {
            const QString path = folder.filePath(name);
            auto *item = new QListWidgetItem(titleOf(readPage(path), name));
            item->setData(Qt::UserRole, path);
            // The page about this window comes first.
            m_topics->insertItem(name == "application.md"_L1 ? 0 : m_topics->count(), item);
        }
    }
    m_topics->addItem(tr("Keys"));
    auto *row = makeRow(unit * 3 / 2, this, unit * 3 / 2);
    row->addWidget(m_topics);
    row->addWidget(m_text, 1);
    connect(m_topics, &QListWidget::currentRowChanged, this, &HelpDialog::showTopic);
    connect(m_text, &QTextBrowser::anchorClicked, this, &HelpDialog::follow);
    m_topics->setCurrentRow(0);
    resize(unit * 120, unit * 80);
}

void HelpDialog::showTopic(int row)
{
    if (row < 0)
        return;
    const QString path = m_topics->item(row)->data(Qt::UserRole).toString();
    m_text->setMarkdown(path.isEmpty() ? keyTable() : readPage(path));
}

void HelpDialog::follow(const QUrl &link)
{
    if (!link.scheme().isEmpty()) {
        QDesktopServices::openUrl(link);
        return;
    }
    const QString shown = m_topics->currentItem()->data(Qt::UserRole).toString();
    const QString target = QDir::cleanPath(QFileInfo(shown).path() + u'/' + link.path());
    showHeading(link.path().isEmpty() ? shown : target, link.fragment());
}

void HelpDialog::showPage(const QString &target)
{
    showHeading(u":/help/"_s + target.section(u'#', 0, 0), target.section(u'#', 1));
}

void HelpDialog::showHeading(const QString &path, const QString &anchor)
{
    for (int row = 0; row < m_topics->count(); ++row) {
        if (m_topics->item(row)->data(Qt::UserRole).toString() == path)
            m_topics->setCurrentRow(row);
    }
    if (anchor.isEmpty())
        return;
    // Qt gives the headings of Markdown no anchors.
    const QTextDocument &page = *m_text->document();
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || anchorOf(block.text()) != anchor)
            continue;
        m_text->setTextCursor(QTextCursor(block));
        m_text->verticalScrollBar()->setValue(
            qRound(page.documentLayout()->blockBoundingRect(block).top()));
        return;
    }
}

QString HelpDialog::keyTable() const
{
    QString table = tr("# Keys\n\n| Keys | Command | |\n| --- | --- | --- |\n");
    for (const Command &command : m_commands.commands()) {
        const QString keys = m_commands.keysText(command.id);
        if (keys.isEmpty())
            continue;
        table += u"| "_s + keys + u" | "_s + QString(command.text).remove(u'&') + u" | "_s
            + command.help + u" |\n"_s;
    }
    return table;
}

} // namespace loupe::ui
