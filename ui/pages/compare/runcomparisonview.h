// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/storecomparison.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/pages/frame/pairchoices.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QFrame;
class QLabel;
class QPushButton;
class QStackedLayout;
class QTabWidget;

namespace loupe::ui {

class ChoiceBox;
class ComparedRunModel;
class ElidedLabel;
class EmptyState;
class ResultTable;
class TextTableModel;

/// Runs against a baseline run, attempt by attempt: what was fixed and broken, what became faster
/// or slower beyond the noise, which settings differ. Every number is that of `kloupe compare`.
class RunComparisonView final : public Page
{
    Q_OBJECT
public:
    explicit RunComparisonView(const Workbench &bench, QWidget *parent = nullptr);
    ~RunComparisonView() override;

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override;

    /// Chooses the baseline and the one run that is held against it.
    void compare(const QString &baseline, const QString &other);

    QComboBox *baselineBox() const;
    QComboBox *showBox() const;
    ResultTable *runTable() const { return m_runTable; }
    ResultTable *matrixTable() const { return m_matrixTable; }
    ResultTable *pairTable() const { return m_pairTable; }
    ResultTable *figureTable() const { return m_figureTable; }
    ResultTable *settingTable() const { return m_settingTable; }
    QTabWidget *tabs() const { return m_tabs; }
    QCheckBox *onlyDifferences() const { return m_onlyDifferences; }
    QPushButton *anywayButton() const { return m_anyway; }
    QPushButton *resultsButton() const { return m_toResults; }
    QString heading() const;
    /// Why the shown run was not compared; empty if it was.
    QString refusal() const;

protected:
    void reload() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Compared {
        std::shared_ptr<const StoreComparison> stored;
        std::shared_ptr<const ComparedPairModel::Intervals> intervals;
    };
    static Result<Compared> compare(StoreReader &reader, const ComparisonRequest &request,
                                    const std::stop_token &stop);
    void buildLayout();
    QWidget *makeHead();
    QWidget *makeSummary();
    QWidget *makePairs();
    QWidget *makeSettings();
    QFrame *makeRefusal();
    void connectAll();
    /// Another store is about to come: nothing of this one is chosen or shown any more.
    void forget();
    void takeRuns();
    void takeStar();
    void fillRuns();
    void chooseOthers();
    void deliver(const Result<Compared> &result);
    void showCurrent();
    void showFigures(const RunComparison *comparison);
    void fillChoices(const RunComparison &comparison);
    void pickCell(const QModelIndex &index);
    void pickRows();
    void showSettings();
    void showInResults();
    void openTask(const QModelIndex &index);
    void say();
    void sayEmpty();
    void sayNotCompared();
    /// The comparison of the current run; null where there is none.
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
    ElidedLabel *m_heading;
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

    std::vector<std::string> m_runs; ///< those with evaluations
    std::vector<std::string> m_others;
    QString m_star; ///< the baseline as people marked it
    bool m_allowsChangedTasks = false;
    bool m_isChoosing = false; ///< the page itself fills lists; nobody chose anything
    QString m_error;
    std::vector<PairChoice> m_choices;           ///< of what the task table can show
    std::optional<TransitionModel::Cell> m_cell; ///< that was clicked last
    Compared m_compared;
    PageStudy<Compared> m_reading{[this] { invalidate(); }};
};

} // namespace loupe::ui
