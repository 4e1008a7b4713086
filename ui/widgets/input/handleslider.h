// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace loupe::ui {

class Theme;

/// Slider with a name, one or more handles at integers, and a text for their values: "Range ├──┤ ⅛
/// to 8×". Handles are dragged or moved by arrow keys; Space selects the next one.
class HandleSlider final : public QWidget
{
    Q_OBJECT
public:
    /// Inclusive range of a handle. Ranges of neighbouring handles must not overlap.
    struct Reach {
        int least = 0;
        int most = 0;
        int value = 0;
    };
    using Words = std::function<QString(const std::vector<int> &values)>;

    HandleSlider(const QString &name, std::vector<Reach> handles, Words words, const Theme &theme,
                 QWidget *parent = nullptr);

    std::vector<int> values() const;
    int value(std::size_t handle = 0) const { return m_handles[handle].value; }
    void setValue(std::size_t handle, int value);
    QString words() const { return m_words(values()); }
    /// Returns the handle that keys move.
    std::size_t current() const { return m_current; }
    const Reach &currentReach() const { return m_handles[m_current]; }
    QPointF handleCentre(std::size_t handle) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void changed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QRectF track() const;
    int valueAt(double x) const;
    double nameWidth() const;
    double wordsWidth() const;
    void announce();

    const Theme &m_theme;
    QString m_name;
    std::vector<Reach> m_handles;
    Words m_words;
    std::size_t m_current = 0;
    bool m_isDragged = false;
};

} // namespace loupe::ui
