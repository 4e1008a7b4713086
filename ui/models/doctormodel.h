// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/doctor/doctorreport.h"
#include "ui/models/roles.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace loupe::ui {

/// What this machine has and lacks: a line for each section, then its items.
class DoctorModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { StateColumn, TitleColumn, FoundColumn, NeededColumn, FixColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setSections(std::vector<DoctorSection> sections);
    const std::vector<DoctorSection> &sections() const { return m_sections; }
    /// The command or the step that adds what the row's item lacks; empty where it is there.
    QString fixAt(int row) const;
    bool isSection(int row) const;
    /// What is missing, by section; or that nothing is.
    QString summary() const;
    /// Everything as `kloupe doctor` prints it.
    QString text() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line {
        const DoctorSection *section = nullptr;
        const DoctorItem *item = nullptr; ///< null: the section's own line
    };
    QString textOf(const Line &line, int column) const;

    std::vector<DoctorSection> m_sections;
    std::vector<Line> m_lines;
};

} // namespace loupe::ui
