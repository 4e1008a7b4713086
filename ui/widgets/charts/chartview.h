// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/chartpainter.h"
#include "ui/widgets/charts/chartcursor.h"
#include "ui/widgets/charts/chartpages.h"

#include <QPixmap>
#include <QPolygonF>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace loupe::ui {

class Theme;

/// Interactive chart in the theme's colours. A click selects a mark, a drag selects a range of bars
/// or points, or a lasso of dots and cells; Ctrl adds to the selection. Arrow keys move a cursor
/// over the marks, Space selects; screen readers get the mark under the cursor. Charts with too
/// many panels have pages.
class ChartView final : public QWidget
{
    Q_OBJECT
public:
    explicit ChartView(const Theme &theme, QWidget *parent = nullptr);
    ~ChartView() override;

    void setChart(Chart chart);
    /// Returns the displayed chart: the panels of one page, within the limits.
    const Chart &chart() const { return m_painter.chart(); }
    /// Returns all panels and the current page.
    const ChartPages &pages() const { return m_pages; }
    void setPage(int page);
    void setLimits(const ChartLimits &limits);
    /// Returns axis limits around the selected marks; nothing without any on the axes of the first
    /// panel.
    std::optional<ChartLimits> limitsOfPicked() const;
    const Theme &theme() const { return m_theme; }
    const std::vector<PlacedMark> &marks() const { return m_painter.marks(); }
    /// Sets the selected evaluations, and dims marks without any of them and the rest of strips'
    /// parts. An empty list dims none.
    void setBrush(const std::vector<RowId> &ids);
    /// Accepts any height from `minUnits` units, for a small panel; otherwise requests a
    /// comfortable height.
    void setFitted(int minUnits = 15) { m_minUnits = minUnits; }
    /// Makes the reference of the x axes draggable, e.g. p of fast_p.
    void setReferenceDraggable(bool isDraggable) { m_isReferenceDraggable = isDraggable; }

    std::optional<std::size_t> cursor() const { return m_cursor; }
    QString cursorText() const;
    /// Returns title and note of the panel with texts at that position, if they are cut.
    QString cutTextAt(const QPointF &position) const;
    /// Acts like the arrow keys and Space.
    void step(CursorStep step);
    void pickMark(std::size_t mark, bool isAdded = false);
    /// Acts like a drag along `path`, in widget coordinates.
    void pickAlong(const QPolygonF &path, bool isAdded = false);

signals:
    /// Emitted with sorted ids without duplicates; none clears the selection. `text` completes "37
    /// selected: …".
    void brushed(const std::vector<loupe::RowId> &ids, const QString &text);
    /// Emitted on Enter with a selection, and on a double click on a mark.
    void filterRequested();
    /// Emitted when the page or the number of pages changed.
    void pageChanged();
    void referenceMoved(double value);

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
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
    /// Returns the panel of the cursor or selection, as an index among all panels.
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
    std::vector<double> m_shown; ///< share of each mark; empty: all
    QPixmap m_picture;
    std::optional<std::size_t> m_cursor;
    bool m_isPicked = false; ///< the mark under the cursor, or a dragged range, is selected
    bool m_isReferenceDraggable = false;
    int m_minUnits = 0; ///< of a small panel; 0: a comfortable height
    Drag m_drag = Drag::None;
    QPolygonF m_path;
};

} // namespace loupe::ui
