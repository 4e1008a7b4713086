// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/figures/exportpanel.h"

#include "ui/models/texttablemodel.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QPushButton>
#include <QSignalBlocker>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ExportPanel::ExportPanel(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_folder(new ElidedLabel)
    , m_choose(makeButton(tr("F&older…")))
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
    folder->addWidget(m_choose);
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
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(unit, unit / 2, unit, unit / 2);
    column->setSpacing(unit / 2);
    column->addLayout(folder);
    column->addLayout(formats);
    column->addWidget(m_files, 1);
    connect(m_choose, &QPushButton::clicked, this, &ExportPanel::chooseTargetFolder);
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
