// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/doctor/doctorreport.h"
#include "ui/models/heldrows.h"

#include <vector>

namespace loupe::ui {

/// Line of the doctor's report.
struct DoctorLine {
    const DoctorSection *section = nullptr;
    const DoctorItem *item = nullptr; ///< null for the section's own line
};

/// Report on this machine: a line for each section, followed by its items.
class DoctorModel final : public HeldRows<DoctorLine>
{
    Q_OBJECT
public:
    enum Column { StateColumn, TitleColumn, FoundColumn, NeededColumn, FixColumn, ColumnCount };

    explicit DoctorModel(QObject *parent = nullptr);

    void setSections(std::vector<DoctorSection> sections);
    const std::vector<DoctorSection> &sections() const { return m_sections; }
    /// Returns the command or step that fixes the row's item; empty if nothing is missing.
    QString fixAt(int row) const;
    bool isSection(int row) const { return rowAt(row).item == nullptr; }
    /// Summarises the missing items by section.
    QString summary() const;
    /// Returns the whole report as printed by `kloupe doctor`.
    QString text() const;

private:
    std::vector<DoctorSection> m_sections;
};

} // namespace loupe::ui
