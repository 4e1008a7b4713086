// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/figures/exporttargets.h"

#include <QList>
#include <QWidget>

#include <vector>

class QCheckBox;
class QPushButton;

namespace loupe::ui {

class ElidedLabel;
class ResultTable;
class TextTableModel;
class Theme;

/// Folder and formats of exports, and a list of the files of the selected figure.
class ExportPanel final : public QWidget
{
    Q_OBJECT
public:
    /// A file, and its state in words.
    struct File {
        QString name;
        QString state;
    };

    explicit ExportPanel(const Theme &theme, QWidget *parent = nullptr);

    const ExportTargets &targets() const { return m_targets; }
    /// Shows the targets, without a signal.
    void setTargets(const ExportTargets &targets);
    /// Asks for the folder. Returns false if the user cancels.
    bool chooseTargetFolder();
    /// Lists files. Without any, shows `why` instead.
    void showFiles(const std::vector<File> &files, const QString &why);

    ResultTable *files() const { return m_files; }
    /// Returns the boxes in the order of exportFormats().
    const QList<QCheckBox *> &boxes() const { return m_boxes; }

signals:
    /// Emitted when the user has changed folder or formats.
    void targetsChanged();

private:
    void takeBoxes();

    ExportTargets m_targets;
    ElidedLabel *m_folder;
    QPushButton *m_choose;
    QList<QCheckBox *> m_boxes;
    ResultTable *m_files;
    TextTableModel *m_model;
};

} // namespace loupe::ui
