// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/storecomparison.h"
#include "ui/models/comparedpairmodel.h"
#include "ui/models/transitionmodel.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/tables/resulttable.h"

#include <QLabel>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QFrame;
class QPushButton;
class QStackedLayout;
class QTabWidget;

namespace loupe::ui {

class ComparedRunModel;
class EmptyState;
class TextTableModel;

/// Named subset of a comparison's attempts.
struct PairChoice {
    QString text; ///< "Broken (3)"
    ComparedPairModel::Condition condition;
};

/// Compares runs with a baseline run, attempt by attempt: fixed and broken tasks, speed changes
/// beyond the noise, and different settings. Every number equals that of `kloupe compare`.
class RunComparisonView final : public Page
{
    Q_OBJECT
public:
    explicit RunComparisonView(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override { return Page::isLoading() || m_reading.isRunning(); }
    QString keys() const override;
    void takeFocus() override { m_runTable->setFocus(); }

    /// Selects the baseline and the run to compare with it.
    void compare(const QString &baseline, const QString &other);

    QComboBox *baselineBox() const { return m_baseline; }
    QComboBox *showBox() const { return m_show; }
    ResultTable *runTable() const { return m_runTable; }
    ResultTable *matrixTable() const { return m_matrixTable; }
    ResultTable *pairTable() const { return m_pairTable; }
    ResultTable *figureTable() const { return m_figureTable; }
    ResultTable *settingTable() const { return m_settingTable; }
    QTabWidget *tabs() const { return m_tabs; }
    QCheckBox *onlyDifferences() const { return m_onlyDifferences; }
    QPushButton *anywayButton() const { return m_anyway; }
    QPushButton *resultsButton() const { return m_toResults; }
    QString heading() const { return m_heading->text(); }
    /// Returns the reason why the displayed run was not compared; empty if it was.
    QString refusal() const;

protected:
    void reload() override;

private:
    struct Compared {
        std::shared_ptr<const StoreComparison> stored;
        std::shared_ptr<const ComparedPairModel::Intervals> intervals;
    };
    /// Compares the first comparable pair among `choices` instead, if there is one.
    static Result<Compared> compare(StoreReader &reader, ComparisonRequest request,
                                    const std::vector<std::string> &choices,
                                    const std::string &star, const std::stop_token &stop);
    void buildLayout();
    QWidget *makeHead();
    QWidget *makeSummary();
    QWidget *makePairs();
    QWidget *makeSettings();
    QFrame *makeRefusal();
    void connectAll();
    /// Clears everything before another store is opened.
    void forget();
    void takeRuns();
    void takeStar();
    std::string baseline() const; ///< name of the baseline run; empty if there is none
    void fillRuns();
    void listRuns();
    /// Shows the runs with these names as chosen, the baseline first.
    void adopt(const std::vector<std::string> &names);
    void chooseOthers();
    void deliver(const Result<Compared> &result);
    void showCurrent();
    void showFigures(const RunComparison *comparison);
    /// Hides the columns of attempts that are empty for all of them.
    void showColumns(const RunComparison &comparison);
    void fillChoices(const RunComparison &comparison);
    void pickCell(const QModelIndex &index);
    void pickRows();
    void showSettings();
    void showInResults();
    void openTask(const QModelIndex &index);
    void say();
    void sayEmpty();
    void sayNotCompared();
    /// Returns the comparison of the current run; null if there is none.
    std::shared_ptr<const RunComparison> shown() const;

    ComparedRunModel *m_runModel;
    TransitionModel *m_matrixModel;
    ComparedPairModel *m_pairModel;
    TextTableModel *m_figureModel;
    TextTableModel *m_settingModel;
    ResultTable *m_runTable;
    ResultTable *m_matrixTable;
    ResultTable *m_pairTable;
    ResultTable *m_figureTable;
    ResultTable *m_settingTable;
    QLabel *m_heading;
    QLabel *m_definition;
    QLabel *m_matrixNote;
    ChoiceBox *m_baseline;
    ChoiceBox *m_show;
    QPushButton *m_toResults;
    QCheckBox *m_onlyDifferences;
    QTabWidget *m_tabs;
    QFrame *m_refused = nullptr;
    QLabel *m_reason;
    QPushButton *m_anyway;
    QStackedLayout *m_figureStack = nullptr;
    QStackedLayout *m_pairStack = nullptr;
    QStackedLayout *m_stack = nullptr;
    EmptyState *m_noFigures;
    EmptyState *m_noPairs;
    EmptyState *m_empty;

    std::vector<std::string> m_runs; ///< runs with evaluations
    std::vector<std::string> m_others;
    QString m_star;           ///< baseline marked by the user
    bool m_isUnchosen = true; ///< the user has chosen no run of this store yet
    bool m_allowsChangedTasks = false;
    bool m_isChoosing = false; ///< the page itself fills lists, so changes are not choices of the
                               ///< user
    QString m_error;
    std::vector<PairChoice> m_choices;           ///< entries for the task table
    std::optional<TransitionModel::Cell> m_cell; ///< last clicked one
    Compared m_compared;
    PageStudy<Compared> m_reading{[this] { invalidate(); }};
};

} // namespace loupe::ui
