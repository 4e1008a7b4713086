// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QString>

class QAction;
class QBoxLayout;
class QHBoxLayout;
class QPushButton;
class QScrollArea;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

/// Small widgets shared by all pages; the style sheet defines their look.
namespace loupe::ui {

class Theme;

/// Creates a frame with a border; `layout()` is vertical, without margins.
QFrame *makePanel(QWidget *parent = nullptr);
/// Creates such a frame around one widget.
QFrame *makePanelAround(QWidget *inside);
/// Creates a spin box for integers from 1, without arrows.
QSpinBox *makeCount(int most, const QString &name);
/// Creates a button named by its text that is not a dialog's default button.
QPushButton *makeButton(const QString &text);
/// Creates a small button with a sign as its text, named by its tool tip.
QToolButton *makeRoundButton(const QString &sign, const QString &name);
/// Creates a button for a temporary action, visible while the action is enabled.
QToolButton *makePassingButton(QAction *action);
QLabel *makeHeading(const Theme &theme, const QString &text = {});
QLabel *makeDim(const QString &text = {});
QLabel *makeCaption(const Theme &theme, const QString &text = {});
/// Shows the text of a label as an error, or dim.
void setTone(QLabel &label, bool isError);

/// Creates a scroll area without a frame; its content fills it where there is room.
QScrollArea *makeScrolled(QWidget *inside);

/// Create a layout with `spacing` pixels between its items and `margin` around them; that of
/// `inside`, unless it is null.
QVBoxLayout *makeColumn(int spacing, QWidget *inside = nullptr, int margin = 0);
QHBoxLayout *makeRow(int spacing, QWidget *inside = nullptr, int margin = 0);

/// Keeps the height that a part of a splitter needs for its wrapped text at its width. A splitter
/// ignores that height, and the text would overlap its neighbours.
void keepTextHeight(QWidget *part);

/// Label that elides its text instead of widening its parent.
class ElidedLabel final : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(const QString &text = {}, QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace loupe::ui
