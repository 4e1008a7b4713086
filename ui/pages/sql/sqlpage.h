// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/tables/datatable.h"
#include "core/store/file/readonlyquery.h"
#include "core/store/file/storefile.h"
#include "ui/async/latestjob.h"
#include "ui/pages/frame/page.h"
#include "ui/widgets/input/choicebox.h"

#include <QElapsedTimer>
#include <QLabel>

#include <filesystem>
#include <vector>

class QComboBox;
class QPushButton;
class QStackedLayout;

namespace loupe::ui {

class ResultTable;
class SqlEdit;
class TextTableModel;

/// Queries the store with one SELECT, like `kloupe sql`; read-only.
class SqlPage final : public Page
{
    Q_OBJECT
public:
    explicit SqlPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override
    {
        return Page::isLoading() || m_job.isRunning() || m_schemaJob.isRunning();
    }
    QString keys() const override;
    void takeFocus() override;

    void run();
    void cancel();
    /// Copies the selected rows, or all without a selection, with tabs between cells.
    void copy() const;
    /// Writes the result as CSV in full precision and reports errors on the page.
    void exportTo(const std::filesystem::path &file);

    SqlEdit *edit() const { return m_edit; }
    QComboBox *limitBox() const { return m_limit; }
    ResultTable *answerTable() const { return m_answer; }
    ResultTable *nameTable() const { return m_names; }
    ResultTable *columnTable() const { return m_columns; }
    QPushButton *runButton() const { return m_run; }
    QPushButton *cancelButton() const { return m_cancel; }
    /// Returns the message about the last statement.
    QString status() const { return m_status->text(); }

protected:
    void reload() override;

private:
    QWidget *makeQuestion();
    QWidget *makeAnswer();
    QWidget *makeSchema();
    void connectAll();
    void deliver(const Result<SqlAnswer> &result);
    void showColumns(int row);
    void insert(const QString &name);
    void chooseExport();
    void say(const QString &status, bool isError = false);
    void refresh();

    SqlEdit *m_edit;
    ChoiceBox *m_limit;
    QPushButton *m_run;
    QPushButton *m_cancel;
    QPushButton *m_copy;
    QPushButton *m_export;
    QLabel *m_status;
    ResultTable *m_answer;
    ResultTable *m_names;
    ResultTable *m_columns;
    TextTableModel *m_answerModel;
    TextTableModel *m_nameModel;
    TextTableModel *m_columnModel;
    QStackedLayout *m_stack;
    DataTable m_table; ///< result in full precision
    std::vector<SchemaTable> m_schema;
    QElapsedTimer m_clock;
    LatestJob<Result<SqlAnswer>> m_job;
    LatestJob<Result<std::vector<SchemaTable>>> m_schemaJob;
};

} // namespace loupe::ui
