// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QString>

class QBoxLayout;
class QHBoxLayout;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

/// Small pieces that every page is put together from; their look comes from the style sheet.
namespace loupe::ui {

class Theme;

/// A frame with a line around it; `layout()` is vertical, without margins.
QFrame *makePanel(QWidget *parent = nullptr);
/// Such a frame around one widget.
QFrame *makePanelAround(QWidget *inside);
/// For a whole number from 1, without arrows.
QSpinBox *makeCount(int most, const QString &name);
/// Named by its text; no dialog's Enter presses it.
QPushButton *makeButton(const QString &text);
QLabel *makeHeading(const Theme &theme, const QString &text = {});
QLabel *makeDim(const QString &text = {});
QLabel *makeCaption(const Theme &theme, const QString &text = {});

/// A layout without margins and with `spacing` pixels between its items.
QVBoxLayout *makeColumn(int spacing);
QHBoxLayout *makeRow(int spacing);

/// A label that shortens its text with an ellipsis instead of widening its parent.
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
