// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/verdict/verdict.h"
#include "ui/dialogs/headedview.h"

#include <QPointer>

#include <map>
#include <vector>

class QPlainTextEdit;
class QProgressBar;

namespace loupe::ui {

class ElidedLabel;
class RunJob;

/// Progress of a run: counts by outcome, current items, and the end of the log.
class RunProgressView final : public HeadedView
{
    Q_OBJECT
public:
    explicit RunProgressView(const Theme &theme, QWidget *parent = nullptr);

    void show(const RunJob &job);

private:
    QWidget *makeCounts(const Theme &theme);
    void showCurrent(const RunJob &job);
    void showLog(const RunJob &job);
    QString headingOf(const RunJob &job) const;

    QProgressBar *m_bar;
    std::map<Outcome, QLabel *> m_counts;
    std::vector<ElidedLabel *> m_current;
    QPlainTextEdit *m_log;
    QPointer<const RunJob> m_job; ///< of the last show()
    std::size_t m_maxAtWork = 1;  ///< maximum number of concurrent items
    std::size_t m_logged = 0;     ///< displayed lines of the job's log
};

} // namespace loupe::ui
