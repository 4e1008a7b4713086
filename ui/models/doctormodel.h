// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/doctor/doctorreport.h"
#include "ui/models/heldrows.h"

#include <vector>

namespace loupe::ui {

/// A line of the doctor's report.
struct DoctorLine {
    const DoctorSection *section = nullptr;
    const DoctorItem *item = nullptr; ///< null: the section's own line
};

/// What this machine has and lacks: a line for each section, then its items.
class DoctorModel final : public HeldRows<DoctorLine>
{
    Q_OBJECT
public:
    enum Column { StateColumn, TitleColumn, FoundColumn, NeededColumn, FixColumn, ColumnCount };

    explicit DoctorModel(QObject *parent = nullptr);

    void setSections(std::vector<DoctorSection> sections);
    const std::vector<DoctorSection> &sections() const { return m_sections; }
    /// The command or the step that adds what the row's item lacks; empty where it is there.
    QString fixAt(int row) const;
    bool isSection(int row) const;
    /// What is missing, by section; or that nothing is.
    QString summary() const;
    /// Everything as `kloupe doctor` prints it.
    QString text() const;

private:
    static Columns columns();

    std::vector<DoctorSection> m_sections;
};

} // namespace loupe::ui
