// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "core/store/read/storereader.h"
#include "ui/pages/detail/sourcefilesview.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/session/workbench.h"

#include <QDialog>

#include <vector>

class QLabel;

namespace loupe::ui {

/// Shows the kernels of A and B for one task, side by side.
class KernelPairDialog final : public QDialog
{
    Q_OBJECT
public:
    explicit KernelPairDialog(const Workbench &bench, QWidget *parent = nullptr);

    /// Reads both in the background and shows them under these names.
    void showPair(const ComparedPair &pair, const QString &first, const QString &second);
    bool isLoading() const { return m_reading.isRunning() || diff()->isLoading(); }
    DiffView *diff() const { return m_sources->diff(); }
    /// Returns the sources with the tree of their files.
    SourceFilesView *sources() const { return m_sources; }

private:
    using Details = std::vector<EvaluationDetail>;
    void showSources(const Result<Details> &details, const std::vector<QString> &names);

    const Workbench m_bench;
    QLabel *m_task;
    QLabel *m_problem;
    SourceFilesView *m_sources;
    PageStudy<Details> m_reading;
};

} // namespace loupe::ui
