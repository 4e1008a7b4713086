// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/runoverview.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/session/workbench.h"

#include <QLabel>
#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QStandardItemModel;

namespace loupe::ui {

class ElidedLabel;
class ResultTable;
class TextTableModel;

/// Summary of one run: results by outcome, open questions, largest changes against the baseline,
/// and its origin. Enter on a row shows its evaluations.
class RunSummaryView final : public QWidget
{
    Q_OBJECT
public:
    explicit RunSummaryView(const Workbench &bench, QWidget *parent = nullptr);

    /// Loads a run in the background. An empty run name clears the view; an empty baseline means
    /// none.
    void load(const std::string &run, const std::string &baseline);
    bool isLoading() const { return m_readingRun.isRunning() || m_readingMovers.isRunning(); }

    ResultTable *outcomeTable() const { return m_outcomes; }
    ResultTable *moverTable() const { return m_movers; }
    ResultTable *settingTable() const { return m_settings; }
    QCheckBox *onlyDifferences() const { return m_onlyDifferences; }
    QString headline() const { return m_headline->text(); }
    QString questions() const { return m_questions->text(); }
    /// Returns the text above the largest changes: their number, or the reason why there are none.
    QString moverNote() const { return m_moverNote->text(); }

signals:
    /// Emitted to show the results of this filter.
    void filterRequested(const loupe::Filter &filter);
    /// Emitted to show these results; `description` is that of Selection::set().
    void evaluationsRequested(const std::vector<loupe::RowId> &ids, const QString &description);

private:
    QWidget *makeResults();
    QWidget *makeMovers();
    QWidget *makeSettings();
    void loadMovers();
    void loadAgain();
    void showOverview(const Result<RunOverview> &overview);
    void showMovers(const Result<MoverTable> &movers);
    void showSettings();
    void sayMovers(const QString &text);

    const Workbench m_bench;
    std::string m_run;
    std::string m_baseline;
    RunOverview m_overview;
    bool m_isAgain = false; ///< the store changed during the read
    std::vector<RowId> m_moved;
    ElidedLabel *m_name;
    QLabel *m_headline;
    QLabel *m_questions;
    QStandardItemModel *m_outcomeModel;
    ResultTable *m_outcomes;
    QLabel *m_moverNote;
    TextTableModel *m_moverModel;
    ResultTable *m_movers;
    QCheckBox *m_onlyDifferences;
    TextTableModel *m_settingModel;
    ResultTable *m_settings;
    PageStudy<RunOverview> m_readingRun;
    PageStudy<MoverTable> m_readingMovers;
};

} // namespace loupe::ui
