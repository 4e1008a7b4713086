// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/pgfdevice.h"

#include "core/report/tables/latextext.h"
#include "ui/text/words.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPen>

#include <cmath>
#include <initializer_list>
#include <iterator>
#include <string>

#include <fmt/format.h>

namespace loupe::ui {

namespace {

constexpr double texPointsInPoint = 72.27 / 72.0;

/// Returns a number with at most three decimals: "12.5", "0".
std::string pgfNumberText(double value)
{
    std::string out = fmt::format("{:.3f}", value);
    out.erase(out.find_last_not_of('0') + 1);
    if (out.ends_with('.'))
        out.pop_back();
    return out == "-0" ? "0" : out;
}

std::string pgfColorText(const QColor &color)
{
    return fmt::format("{{{},{},{}}}", color.red(), color.green(), color.blue());
}

const char *capText(Qt::PenCapStyle cap)
{
    switch (cap) {
    case Qt::RoundCap:
        return "\\pgfsetroundcap";
    case Qt::SquareCap:
        return "\\pgfsetrectcap";
    default:
        return "\\pgfsetbuttcap";
    }
}

const char *joinText(Qt::PenJoinStyle join)
{
    switch (join) {
    case Qt::RoundJoin:
        return "\\pgfsetroundjoin";
    case Qt::BevelJoin:
        return "\\pgfsetbeveljoin";
    default:
        return "\\pgfsetmiterjoin";
    }
}

/// Defines the short commands of the picture, within its group.
constexpr const char *pgfCommands
    = "\\def\\LM#1#2{\\pgfpathmoveto{\\pgfqpoint{#1bp}{#2bp}}}%\n"
      "\\def\\LL#1#2{\\pgfpathlineto{\\pgfqpoint{#1bp}{#2bp}}}%\n"
      "\\def\\LC#1#2#3#4#5#6{\\pgfpathcurveto{\\pgfqpoint{#1bp}{#2bp}}"
      "{\\pgfqpoint{#3bp}{#4bp}}{\\pgfqpoint{#5bp}{#6bp}}}%\n"
      "\\def\\LF#1{\\definecolor{loupe}{RGB}{#1}\\pgfsetfillcolor{loupe}}%\n"
      "\\def\\LS#1{\\definecolor{loupe}{RGB}{#1}\\pgfsetstrokecolor{loupe}}%\n"
      "\\def\\LW#1#2{\\setbox0\\hbox{#2}\\ifdim\\wd0>#1bp\\resizebox{#1bp}{\\height}{\\copy0}"
      "\\else\\copy0\\fi}%\n"
      "\\def\\LT#1#2#3#4#5#6{\\begin{pgfscope}\\pgfsetfillopacity{1}\\LF{#4}\\pgftext[x=#1bp,y=#"
      "2bp,"
      "base,#3]{\\color{loupe}\\LW{#5}{#6}}\\end{pgfscope}}%\n";

} // namespace

class PgfEngine final : public QPaintEngine
{
public:
    PgfEngine(double height, double unitsInPoint)
        : QPaintEngine(PrimitiveTransform | PainterPaths | Antialiasing | AlphaBlend
                       | ConstantOpacity | BrushStroke | PaintOutsidePaintEvent)
        , m_height(height)
        , m_unitsInPoint(unitsInPoint)
    {
    }

    bool begin(QPaintDevice * /*device*/) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState & /*state*/) override { }
    /// Charts draw no pictures.
    void drawPixmap(const QRectF & /*box*/, const QPixmap & /*pixmap*/,
                    const QRectF & /*source*/) override
    {
        Q_UNREACHABLE();
    }

    void drawPath(const QPainterPath &path) override { paintPath(path, true); }

    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        if (count < 2)
            return;
        QPainterPath path(points[0]);
        for (int i = 1; i < count; ++i)
            path.lineTo(points[i]);
        if (mode != PolylineMode)
            path.closeSubpath();
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        paintPath(path, mode != PolylineMode);
    }

    /// Texts that drawChartText() does not draw keep their left end.
    void drawTextItem(const QPointF &left, const QTextItem &item) override
    {
        text(*painter(), left, item.text(), TextAnchor::Left);
    }

    void text(const QPainter &painter, const QPointF &left, const QString &text, TextAnchor anchor)
    {
        if (text.isEmpty())
            return;
        const QTransform &transform = painter.transform();
        const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
        double along = 0;
        std::string options = "left";
        if (anchor == TextAnchor::Middle) {
            along = width / 2;
            options.clear();
        } else if (anchor == TextAnchor::Right) {
            along = width;
            options = "right";
        }
        constexpr double halfTurn = 180.0;
        const double angle
            = -std::atan2(transform.m12(), transform.m11()) * halfTurn / std::acos(-1.0);
        if (std::abs(angle) > 1e-6)
            options += fmt::format("{}rotate={}", options.empty() ? "" : ",", pgfNumberText(angle));
        const double size = painter.font().pixelSize() / m_unitsInPoint * texPointsInPoint;
        fmt::format_to(std::back_inserter(m_out),
                       "\\LT{}{{{}}}{}{{{}}}{{\\fontsize{{{}}}{{{}}}\\selectfont{} {}}}%\n",
                       point(transform.map(left + QPointF(along, 0))), options,
                       pgfColorText(painter.pen().color()), number(width), pgfNumberText(size),
                       pgfNumberText(size * 1.2), painter.font().bold() ? "\\bfseries" : "",
                       latexText(toCore(text)));
    }

    const std::string &commands() const { return m_out; }

private:
    std::string number(double units) const { return pgfNumberText(units / m_unitsInPoint); }

    /// Returns "{x}{y}"; PGF's y grows upwards.
    std::string point(const QPointF &at) const
    {
        return fmt::format("{{{}}}{{{}}}", number(at.x()), number(m_height - at.y()));
    }

    void set(std::string &known, std::string now)
    {
        if (known == now)
            return;
        m_out += now;
        m_out += "%\n";
        known = std::move(now);
    }

    void setPen(const QPen &pen, double opacity)
    {
        const double width = pen.widthF() > 0 ? pen.widthF() : 1.0;
        std::string dashes;
        if (pen.style() != Qt::SolidLine) {
            for (const double each : pen.dashPattern())
                dashes += fmt::format("{{{}bp}}", number(each * width));
        }
        set(m_stroke, fmt::format("\\LS{}", pgfColorText(pen.color())));
        set(m_line,
            fmt::format("\\pgfsetlinewidth{{{}bp}}\\pgfsetdash{{{}}}{{0bp}}{}{}", number(width),
                        dashes, capText(pen.capStyle()), joinText(pen.joinStyle())));
        set(m_strokeOpacity,
            fmt::format("\\pgfsetstrokeopacity{{{}}}",
                        pgfNumberText(opacity * pen.color().alphaF())));
    }

    void setBrush(const QBrush &brush, Qt::FillRule rule, double opacity)
    {
        set(m_fill, fmt::format("\\LF{}", pgfColorText(brush.color())));
        set(m_fillOpacity,
            fmt::format("\\pgfsetfillopacity{{{}}}",
                        pgfNumberText(opacity * brush.color().alphaF())));
        set(m_rule, rule == Qt::WindingFill ? "\\pgfsetnonzerorule" : "\\pgfseteorule");
    }

    void paintPath(const QPainterPath &path, bool canFill)
    {
        const QPainter &by = *painter();
        const bool isFilled = canFill && by.brush().style() != Qt::NoBrush;
        const bool isStroked = by.pen().style() != Qt::NoPen;
        // TeX has no numbers like NaN.
        if (path.isEmpty() || (!isFilled && !isStroked) || !isFinite(path))
            return;
        if (isFilled)
            setBrush(by.brush(), path.fillRule(), by.opacity());
        if (isStroked)
            setPen(by.pen(), by.opacity());
        writePath(by.transform().map(path));
        m_out += isFilled && isStroked ? "\\pgfusepath{stroke,fill}%\n"
            : isFilled                 ? "\\pgfusepath{fill}%\n"
                                       : "\\pgfusepath{stroke}%\n";
    }

    static bool isFinite(const QPainterPath &path)
    {
        const QRectF box = path.controlPointRect();
        return std::isfinite(box.left()) && std::isfinite(box.top()) && std::isfinite(box.right())
            && std::isfinite(box.bottom());
    }

    void command(const char *name, std::initializer_list<QPointF> points)
    {
        m_out += name;
        for (const QPointF &each : points)
            m_out += point(each);
    }

    void writePath(const QPainterPath &path)
    {
        QPointF start;
        for (int i = 0; i < path.elementCount(); ++i) {
            const QPainterPath::Element &at = path.elementAt(i);
            if (at.isMoveTo()) {
                start = at;
                command("\\LM", {at});
            } else if (at.isCurveTo()) {
                command("\\LC", {at, path.elementAt(i + 1), path.elementAt(i + 2)});
                i += 2;
            } else {
                command("\\LL", {at});
            }
            const bool isEnd = i + 1 == path.elementCount() || path.elementAt(i + 1).isMoveTo();
            if (isEnd && !at.isMoveTo() && QPointF(path.elementAt(i)) == start)
                m_out += "\\pgfpathclose";
        }
    }

    double m_height;
    double m_unitsInPoint;
    std::string m_out;
    std::string m_stroke;
    std::string m_line;
    std::string m_strokeOpacity;
    std::string m_fill;
    std::string m_fillOpacity;
    std::string m_rule;
};

void drawChartText(QPainter &painter, const QPointF &left, const QString &text, TextAnchor anchor)
{
    if (auto *pgf = dynamic_cast<PgfDevice *>(painter.device()))
        pgf->drawText(painter, left, text, anchor);
    else
        painter.drawText(left, text);
}

PgfDevice::PgfDevice(const QSizeF &size, double unitsInPoint)
    : m_size(size)
    , m_unitsInPoint(unitsInPoint)
    , m_engine(std::make_unique<PgfEngine>(size.height(), unitsInPoint))
{
}

PgfDevice::~PgfDevice() = default;

QPaintEngine *PgfDevice::paintEngine() const
{
    return m_engine.get();
}

void PgfDevice::drawText(const QPainter &painter, const QPointF &left, const QString &text,
                         TextAnchor anchor)
{
    m_engine->text(painter, left, text, anchor);
}

QByteArray PgfDevice::picture() const
{
    return QByteArray::fromStdString(
        fmt::format("% \\usepackage{{pgf,textcomp}}\n\\begingroup\n{}\\begin{{pgfpicture}}%\n"
                    "\\pgfpathrectangle{{\\pgfpointorigin}}{{\\pgfqpoint{{{}bp}}{{{}bp}}}}%\n"
                    "\\pgfusepath{{use as bounding box}}%\n{}\\end{{pgfpicture}}\\endgroup\n",
                    pgfCommands, pgfNumberText(m_size.width() / m_unitsInPoint),
                    pgfNumberText(m_size.height() / m_unitsInPoint), m_engine->commands()));
}

int PgfDevice::metric(PaintDeviceMetric metric) const
{
    constexpr double pointsInInch = 72.0;
    constexpr double millimetresInInch = 25.4;
    const double unitsInInch = m_unitsInPoint * pointsInInch;
    switch (metric) {
    case PdmWidth:
        return static_cast<int>(std::lround(m_size.width()));
    case PdmHeight:
        return static_cast<int>(std::lround(m_size.height()));
    case PdmWidthMM:
        return static_cast<int>(std::lround(m_size.width() / unitsInInch * millimetresInInch));
    case PdmHeightMM:
        return static_cast<int>(std::lround(m_size.height() / unitsInInch * millimetresInInch));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return static_cast<int>(std::lround(unitsInInch));
    default:
        return QPaintDevice::metric(metric);
    }
}

} // namespace loupe::ui
