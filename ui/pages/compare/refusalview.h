// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/sidescomparison.h"

#include <QLabel>
#include <QWidget>

#include <vector>

class QPushButton;
class QVBoxLayout;

namespace loupe::ui {

class ResultTable;
class TextTableModel;
class Theme;

/// Explains why A and B cannot be compared: common settings, differences, and alternatives.
class RefusalView final : public QWidget
{
    Q_OBJECT
public:
    explicit RefusalView(const Theme &theme, QWidget *parent = nullptr);

    /// `error` is that of the comparison, or of the whole study.
    void say(const Error &error, const std::vector<SideFact> &facts,
             const std::vector<SideWay> &ways);
    /// Returns the displayed sentence; empty if there is no error.
    QString reason() const { return m_reason->text(); }
    const std::vector<QPushButton *> &buttons() const { return m_buttons; }

signals:
    void wayChosen(const loupe::SideWay &way);
    /// Emitted when the user accepts tasks with the same name but another hash.
    void changedTasksAllowed();

private:
    void showFacts(const std::vector<SideFact> &facts);
    void addWay(const QString &title, const QString &reason, QPushButton *button);
    void clearWays();

    const Theme &m_theme;
    QLabel *m_reason;
    QLabel *m_hint;
    QWidget *m_factPanel;
    QWidget *m_wayPanel;
    ResultTable *m_table;
    TextTableModel *m_facts;
    QVBoxLayout *m_ways;
    std::vector<QPushButton *> m_buttons;
};

} // namespace loupe::ui
