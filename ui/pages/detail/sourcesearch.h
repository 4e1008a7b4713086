// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/sourcesearch.h"
#include "ui/pages/frame/pagestudy.h"

#include <QDialog>
#include <QLabel>
#include <QTimer>

#include <atomic>
#include <cstddef>
#include <memory>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace loupe::ui {

class ResultTable;
class SourceHitModel;
class StoreSession;
class Theme;

/// Finds words in the sources of all attempts in the scope, those at the present task first. Enter
/// on a found line opens its kernel; the list stays open.
class SourceSearch final : public QDialog
{
    Q_OBJECT
public:
    SourceSearch(const Theme &theme, StoreSession &session, QWidget *parent = nullptr);

    const StoreSession &session() const { return m_session; }
    /// Shows the dialog. `current` is the displayed kernel, whose task comes first. `words` replace
    /// the line's if there are any.
    void appear(RowId current, const QString &words);
    /// Returns true while it searches, or waits for the attempts in the scope.
    bool isRunning() const { return m_reading.isRunning() || m_isWaiting; }

    QLineEdit *line() const { return m_line; }
    QCheckBox *caseBox() const { return m_case; }
    QPushButton *searchButton() const { return m_start; }
    QPushButton *cancelButton() const { return m_cancel; }
    ResultTable *table() const { return m_table; }
    SourceHitModel *model() const { return m_model; }
    QString state() const { return m_state->text(); }

signals:
    /// Emitted to open a kernel at a line (1-based) of its source.
    void kernelRequested(loupe::RowId id, int line);

public slots:
    void reject() override;

private:
    void buildLayout(const Theme &theme);
    void connectAll();
    void search();
    void populationCame();
    void begin(const std::shared_ptr<const Population> &population);
    void cancel();
    void deliver(Result<SourceHits> result);
    void showProgress();
    void updateButtons();

    StoreSession &m_session;
    SourceHitModel *m_model;
    QLineEdit *m_line;
    QCheckBox *m_case;
    QPushButton *m_start;
    QPushButton *m_cancel;
    QLabel *m_state;
    ResultTable *m_table;
    RowId m_current;
    bool m_isWaiting = false; ///< for the population
    QTimer m_tick;
    std::shared_ptr<std::atomic<std::size_t>> m_searched;
    std::size_t m_all = 0;
    PageStudy<SourceHits> m_reading;
};

} // namespace loupe::ui
