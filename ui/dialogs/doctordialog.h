// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/doctor/doctorreport.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/runlauncher.h"

#include <QDialog>
#include <QLabel>

#include <vector>

class QPushButton;

namespace loupe::ui {

class DoctorModel;
class ResultTable;
class Theme;

/// Shows the report of `kloupe doctor`: requirements, their state on this machine, and commands to
/// copy that fix the rest.
class DoctorDialog final : public QDialog
{
    Q_OBJECT
public:
    DoctorDialog(const Theme &theme, MachineExaminer examine, QWidget *parent = nullptr);
    ~DoctorDialog() override;

    /// Examines the machine again, in the background.
    void examine();
    bool isExamining() const { return m_examining.isRunning(); }
    DoctorModel *model() const { return m_model; }
    ResultTable *table() const { return m_table; }
    QString heading() const { return m_heading->text(); }
    QPushButton *copyFixButton() const { return m_copyFix; }
    QPushButton *copyAllButton() const { return m_copyAll; }

private:
    void buildLayout(const Theme &theme);
    void update();

    MachineExaminer m_examine;
    DoctorModel *m_model;
    ResultTable *m_table;
    QLabel *m_heading;
    QLabel *m_fix;
    QPushButton *m_copyFix;
    QPushButton *m_copyAll;
    QPushButton *m_again;
    LatestJob<std::vector<DoctorSection>> m_examining;
};

} // namespace loupe::ui
