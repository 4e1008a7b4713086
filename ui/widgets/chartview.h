// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/chartpainter.h"
#include "ui/widgets/chartcursor.h"
#include "ui/widgets/chartpages.h"

#include <QPixmap>
#include <QPolygonF>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace loupe::ui {

class Theme;

/// A chart to look at and to pick from: the same picture as on paper, in the theme's colours. A
/// click picks a mark, dragging a range of bars or points or a lasso around dots and cells; with
/// Ctrl they add to what is picked. Arrow keys move a cursor over the marks, Space picks; what the
/// cursor is on is said to screen readers. More panels than are readable at once have pages.
class ChartView final : public QWidget
{
    Q_OBJECT
public:
    explicit ChartView(const Theme &theme, QWidget *parent = nullptr);
    ~ChartView() override;

    void setChart(Chart chart);
    /// What is looked at: the panels of one page, within the limits.
    const Chart &chart() const { return m_painter.chart(); }
    /// All panels, and which of them have their turn.
    const ChartPages &pages() const { return m_pages; }
    void setPage(int page);
    void setLimits(const ChartLimits &limits);
    /// The ends of axes around what is picked; none where nothing is, or nothing that has a place
    /// on axes like those of the first panel.
    std::optional<ChartLimits> limitsOfPicked() const;
    const Theme &theme() const { return m_theme; }
    const std::vector<PlacedMark> &marks() const { return m_painter.marks(); }
    /// What is picked: marks without any of it are paled. Nothing: none is.
    void setBrush(const std::vector<RowId> &ids);
    /// Takes the height it is given, for a small panel; otherwise a height at which charts are
    /// comfortable is asked for.
    void setFitted(bool isFitted) { m_isFitted = isFitted; }
    /// The reference of the x axes can be dragged, e.g. p of fast_p.
    void setReferenceDraggable(bool isDraggable) { m_isReferenceDraggable = isDraggable; }

    std::optional<std::size_t> cursor() const { return m_cursor; }
    QString cursorText() const;
    /// As the arrow keys, and Space, do.
    void step(CursorStep step);
    void pickMark(std::size_t mark, bool isAdded = false);
    /// What a drag from `begin` to the end of `path` picks, in the widget's coordinates.
    void pickAlong(const QPolygonF &path, bool isAdded = false);

signals:
    /// Ids in order, each once; none: what was picked is let go. `text` completes "37 selected: …".
    void brushed(const std::vector<loupe::RowId> &ids, const QString &text);
    /// Enter on what is picked.
    void filterRequested();
    /// Another page, or as many as there was not before.
    void pageChanged();
    void limitsChanged();
    void referenceMoved(double value);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    enum class Drag { None, Pressed, Range, Lasso, Reference };
    void layOut();
    void showPage();
    /// The panel that the cursor or what is picked is in, among all panels.
    std::optional<std::size_t> heldPanel() const;
    void limitHeight();
    void forgetPicture();
    void setCursorMark(std::optional<std::size_t> mark);
    void announce();
    void pick(const std::vector<std::size_t> &picked, const QString &text, bool isAdded);
    bool isOnReference(const QPointF &position) const;
    void drawOverlay(QPainter &painter) const;

    const Theme &m_theme;
    ChartPages m_pages;
    ChartPainter m_painter;
    std::vector<RowId> m_brush;
    std::vector<bool> m_shown; ///< for each mark; empty: all
    QPixmap m_picture;
    std::optional<std::size_t> m_cursor;
    bool m_isPicked = false; ///< what the cursor is on, or what was dragged over
    bool m_isReferenceDraggable = false;
    bool m_isFitted = false;
    Drag m_drag = Drag::None;
    QPolygonF m_path;
};

} // namespace loupe::ui
