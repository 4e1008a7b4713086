// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/figures/figurefit.h"
#include "core/report/figures/figurespec.h"
#include "core/report/figures/paperfigure.h"
#include "ui/async/latestjob.h"
#include "ui/async/readerpool.h"

#include <QDialog>
#include <QLabel>
#include <QList>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <string>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPushButton;
class QHBoxLayout;
class QSpinBox;

namespace loupe::ui {

class ChoiceBox;
class FigurePreview;
class Theme;

/// Creates or edits a figure, with a preview. If the content does not fit the size, it
/// offers alternatives that fit. Parts of a spec without a field are preserved.
class FigureDialog final : public QDialog
{
    Q_OBJECT
public:
    FigureDialog(const Theme &theme, std::shared_ptr<ReaderPool> pool, QWidget *parent = nullptr);

    /// Sets the names of other stored figures, so that overwriting one shows a warning.
    void setTaken(const QStringList &names) { m_taken = names; }
    void setSpec(const FigureSpec &spec);
    /// Returns the spec in the fields, which may be invalid.
    FigureSpec spec() const;
    bool isLoading() const { return m_later.isActive() || m_job.isRunning(); }
    QPushButton *saveButton() const { return m_save; }
    QLineEdit *nameLine() const { return m_name; }
    QLineEdit *titleLine() const { return m_title; }
    QSpinBox *columnsBox() const { return m_columns; }
    QString problem() const { return m_problem->text(); }
    /// Returns the buttons of alternatives that fit the size.
    QList<QPushButton *> offers() const { return m_offers; }

private:
    /// Result of drawing in the background.
    struct Drawn {
        Result<PaperFigure> figure;
        FigureFit fit;
        std::string title; ///< of the chart
    };
    static Result<Drawn> draw(StoreReader &reader, const FigureSpec &spec,
                              const std::stop_token &stop);
    void buildLayout();
    void showDrawn(const Result<Drawn> &drawn);
    void showOffers(const FigureFit &fit);
    void chooseFont(const std::string &family);
    ChoiceBox *makeGroupings(const QString &name, bool withNone);
    void presetChosen();
    /// Draws the preview shortly after the last change.
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
    ChoiceBox *m_font;
    QSpinBox *m_columns;
    QSpinBox *m_panels;
    QSpinBox *m_page;
    QCheckBox *m_letters;
    QCheckBox *m_showTitle;
    QCheckBox *m_notes;
    QCheckBox *m_sound;
    QPushButton *m_save;
    QLabel *m_problem;
    QLabel *m_room;
    QHBoxLayout *m_offerRow = nullptr;
    QList<QPushButton *> m_offers;
    FigurePreview *m_preview;
    QTimer m_later;
    LatestJob<Result<Drawn>> m_job;
};

} // namespace loupe::ui
