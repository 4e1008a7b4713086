// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <filesystem>
#include <utility>
#include <vector>

class QCheckBox;

namespace loupe::ui {

class ElidedLabel;
class ResultTable;
class TextTableModel;
class Theme;

/// Folder and formats of all exports of a store.
struct ExportTargets {
    QString folder; ///< empty: not chosen yet
    QStringList formats{QStringLiteral("pdf")};

    friend bool operator==(const ExportTargets &, const ExportTargets &) = default;
};

/// Returns the formats of figureFile(), in the order of the boxes.
QStringList exportFormats();

/// Targets of each store, saved in the window's settings file. Without one nothing is saved.
class ExportMemory
{
public:
    explicit ExportMemory(std::filesystem::path settings) : m_settings(std::move(settings)) { }

    ExportTargets of(const std::filesystem::path &store) const;
    void keep(const ExportTargets &targets, const std::filesystem::path &store) const;

private:
    std::filesystem::path m_settings;
};

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
    QList<QCheckBox *> m_boxes;
    ResultTable *m_files;
    TextTableModel *m_model;
};

} // namespace loupe::ui
