// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/sidesummary.h"
#include "core/report/tables/table.h"

#include <QFrame>
#include <QString>

#include <vector>

class QLabel;
class QPushButton;

namespace loupe::ui {

class ResultTable;
class TextTableModel;
class Theme;

/// Summary of a comparison in one sentence, with foldable details of its tests.
class SentencePanel final : public QFrame
{
    Q_OBJECT
public:
    explicit SentencePanel(const Theme &theme, QWidget *parent = nullptr);

    void say(const SidesSummary &summary, const Table &figures);
    QString sentence() const { return m_plain; }
    QPushButton *howButton() const { return m_how; }
    ResultTable *figureTable() const { return m_figures; }

private:
    void write();
    void unfold(bool isOpen);

    const Theme &m_theme;
    std::vector<SentencePart> m_parts;
    QString m_plain;
    QLabel *m_sentence;
    QLabel *m_tests;
    QPushButton *m_how;
    QLabel *m_definition;
    ResultTable *m_figures;
    TextTableModel *m_figureModel;
};

} // namespace loupe::ui
