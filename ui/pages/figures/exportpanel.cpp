// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/figures/exportpanel.h"

#include "core/base/digest.h"
#include "ui/models/texttablemodel.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Uses a digest, because a path may contain characters with a meaning in INI files.
QString targetsGroup(const std::filesystem::path &store)
{
    const std::string path = std::filesystem::absolute(store).lexically_normal().string();
    return u"figures/"_s + toQt(sha256Hex(path));
}

} // namespace

QStringList exportFormats()
{
    return {u"pdf"_s, u"svg"_s, u"png"_s, u"pgf"_s, u"csv"_s, u"tex"_s};
}

ExportTargets ExportMemory::of(const std::filesystem::path &store) const
{
    ExportTargets out;
    if (m_settings.empty())
        return out;
    QSettings settings(exactPath(m_settings), QSettings::IniFormat);
    settings.beginGroup(targetsGroup(store));
    out.folder = settings.value("folder"_L1).toString();
    if (!settings.contains("formats"_L1))
        return out;
    // The order and the names of the file are not trusted.
    const QStringList saved = settings.value("formats"_L1).toStringList();
    out.formats.clear();
    for (const QString &format : exportFormats()) {
        if (saved.contains(format))
            out.formats.append(format);
    }
    return out;
}

void ExportMemory::keep(const ExportTargets &targets, const std::filesystem::path &store) const
{
    if (m_settings.empty())
        return;
    QSettings settings(exactPath(m_settings), QSettings::IniFormat);
    settings.beginGroup(targetsGroup(store));
    settings.setValue("folder"_L1, targets.folder);
    settings.setValue("formats"_L1, targets.formats);
}

ExportPanel::ExportPanel(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_folder(new ElidedLabel)
    , m_files(new ResultTable(theme))
    , m_model(new TextTableModel(this))
{
    const int unit = theme.unit();
    m_files->setModel(m_model);
    m_files->setAccessibleName(tr("Files of the figure"));
    m_files->setSelectionMode(QAbstractItemView::SingleSelection);
    auto *folder = makeRow(unit);
    folder->addWidget(makeDim(tr("Export to")));
    folder->addWidget(m_folder, 1);
    QPushButton *choose = makeButton(tr("F&older…"));
    folder->addWidget(choose);
    auto *formats = makeRow(unit);
    formats->addWidget(makeDim(tr("as")));
    for (const QString &format : exportFormats()) {
        auto *box = new QCheckBox(format.toUpper());
        box->setAccessibleName(tr("Export as %1").arg(format.toUpper()));
        connect(box, &QCheckBox::toggled, this, &ExportPanel::takeBoxes);
        formats->addWidget(box);
        m_boxes.append(box);
    }
    formats->addStretch(1);
    auto *column = makeColumn(unit / 2, this);
    column->setContentsMargins(unit, unit / 2, unit, unit / 2);
    column->addLayout(folder);
    column->addLayout(formats);
    column->addWidget(m_files, 1);
    connect(choose, &QPushButton::clicked, this, &ExportPanel::chooseTargetFolder);
    setTargets({});
}

void ExportPanel::setTargets(const ExportTargets &targets)
{
    m_targets = targets;
    m_folder->setText(targets.folder.isEmpty() ? tr("no folder is chosen yet")
                                               : lineText(toCore(targets.folder)));
    m_folder->setToolTip(targets.folder);
    for (QCheckBox *box : m_boxes) {
        const QSignalBlocker quiet(box);
        box->setChecked(targets.formats.contains(box->text().toLower()));
    }
}

bool ExportPanel::chooseTargetFolder()
{
    const QString folder = chooseFolder(this, tr("Folder of the exported files"), m_targets.folder);
    if (folder.isEmpty())
        return false;
    setTargets({folder, m_targets.formats});
    emit targetsChanged();
    return true;
}

void ExportPanel::takeBoxes()
{
    m_targets.formats.clear();
    for (qsizetype i = 0; i < m_boxes.size(); ++i) {
        if (m_boxes[i]->isChecked())
            m_targets.formats.append(exportFormats()[i]);
    }
    emit targetsChanged();
}

void ExportPanel::showFiles(const std::vector<File> &files, const QString &why)
{
    m_files->setEmptyText(why);
    Table table;
    table.columns = {{"File", false}, {"State", false}};
    for (const File &file : files)
        table.rows.push_back({toCore(file.name), toCore(file.state)});
    m_model->setTable(std::move(table));
    m_files->setColumnCharacters({34, 24});
}

} // namespace loupe::ui
