// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/figures/figurespec.h"
#include "core/report/figures/paperfigure.h"
#include "ui/async/latestjob.h"
#include "ui/async/readerpool.h"

#include <QDialog>
#include <QStringList>
#include <QTimer>

#include <memory>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace loupe::ui {

class ChoiceBox;
class FigurePreview;
class Theme;

/// Makes or changes a figure, with its preview at true size. What the fields do not show of a spec
/// stays as it is.
class FigureDialog final : public QDialog
{
    Q_OBJECT
public:
    FigureDialog(const Theme &theme, std::shared_ptr<ReaderPool> pool, QWidget *parent = nullptr);

    /// Names that the store keeps other figures by: to save by one of them is warned of.
    void setTaken(const QStringList &names) { m_taken = names; }
    void setSpec(const FigureSpec &spec);
    /// The spec as the fields say it; not yet checked.
    FigureSpec spec() const;
    bool isLoading() const { return m_later.isActive() || m_job.isRunning(); }
    QPushButton *saveButton() const { return m_save; }
    QLineEdit *nameLine() const { return m_name; }
    QString problem() const;

private:
    void buildLayout();
    ChoiceBox *makeGroupings(const QString &name, bool withNone);
    void presetChosen();
    /// Draws the preview a moment after the last change.
    void changed();
    void drawPreview();

    const Theme &m_theme;
    std::shared_ptr<ReaderPool> m_pool;
    FigureSpec m_spec;
    bool m_isFilling = false;
    QStringList m_taken;
    QLineEdit *m_name;
    QLineEdit *m_title;
    QLineEdit *m_filter;
    QLineEdit *m_caption;
    ChoiceBox *m_kind;
    ChoiceBox *m_group;
    ChoiceBox *m_split;
    ChoiceBox *m_preset;
    ChoiceBox *m_palette;
    ChoiceBox *m_vision;
    QDoubleSpinBox *m_width;
    QDoubleSpinBox *m_height;
    QDoubleSpinBox *m_points;
    QCheckBox *m_letters;
    QCheckBox *m_showTitle;
    QCheckBox *m_notes;
    QCheckBox *m_sound;
    QPushButton *m_save;
    QLabel *m_problem;
    FigurePreview *m_preview;
    QTimer m_later;
    LatestJob<Result<PaperFigure>> m_job;
};

} // namespace loupe::ui
