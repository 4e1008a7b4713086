// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/chartmenu.h"

#include "core/report/figures/charttable.h"
#include "core/report/figures/paperfigure.h"
#include "core/report/tables/datatable.h"
#include "ui/figures/figureexport.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/axislimitsdialog.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/input/filechooser.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr double pixelsPerInch = 96;
constexpr double pointsPerInch = 72;
constexpr int dotsPerInch = 192; ///< of a PNG: twice the screen's

/// Returns the spec of a picture with the widget's size, letters and columns.
FigureSpec specOf(const ChartView &view)
{
    FigureSpec spec;
    spec.name = "chart";
    spec.preset.clear();
    spec.widthInches = view.width() / pixelsPerInch;
    spec.heightInches = view.height() / pixelsPerInch;
    spec.fontPoints = view.fontMetrics().height() * 0.6 * pointsPerInch / pixelsPerInch;
    spec.hasTitle = true;
    spec.columns = view.pages().hasPages() ? view.pages().columns() : 0;
    return spec;
}

} // namespace

ChartMenu::ChartMenu(ChartView &view)
    : QMenu(&view)
    , m_view(view)
    , m_limits(addAction(tr("&Axis limits…")))
    , m_zoom(addAction(tr("&Zoom to what is selected")))
    , m_reset(addAction(tr("&Reset axes")))
    , m_copyImage(nullptr)
    , m_copyData(nullptr)
    , m_save(nullptr)
{
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&view, &QWidget::customContextMenuRequested, this,
            [this](const QPoint &place) { popup(m_view.mapToGlobal(place)); });
    addSeparator();
    m_copyImage = addAction(tr("&Copy image"));
    m_copyData = addAction(tr("Copy &data"));
    m_save = addAction(tr("&Save as…"));
    connect(m_limits, &QAction::triggered, this, &ChartMenu::askLimits);
    connect(m_zoom, &QAction::triggered, this, &ChartMenu::zoom);
    connect(m_reset, &QAction::triggered, this, [this] { m_view.setLimits({}); });
    connect(m_copyImage, &QAction::triggered, this, &ChartMenu::copyImage);
    connect(m_copyData, &QAction::triggered, this, &ChartMenu::copyData);
    connect(m_save, &QAction::triggered, this, &ChartMenu::askAndSave);
    connect(this, &QMenu::aboutToShow, this, &ChartMenu::follow);
    follow();
}

ChartMenu::~ChartMenu() = default;

AxisLimitsDialog *ChartMenu::limitsDialog() const
{
    return m_dialog;
}

void ChartMenu::follow()
{
    const Chart &chart = m_view.pages().whole();
    const bool hasMarks = !m_view.marks().empty();
    m_limits->setEnabled(canLimitX(chart) || canLimitY(chart));
    m_zoom->setEnabled(m_view.limitsOfPicked().has_value());
    m_reset->setEnabled(m_view.pages().limits().isAny());
    for (QAction *action : {m_copyImage, m_copyData, m_save})
        action->setEnabled(hasMarks);
}

void ChartMenu::askLimits()
{
    m_dialog = new AxisLimitsDialog(m_view.theme(), m_view.pages(), &m_view);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::accepted, this, [this] { m_view.setLimits(m_dialog->limits()); });
    m_dialog->open();
}

void ChartMenu::zoom()
{
    if (const auto limits = m_view.limitsOfPicked())
        m_view.setLimits(*limits);
}

void ChartMenu::copyImage() const
{
    QGuiApplication::clipboard()->setImage(m_view.grab().toImage());
}

void ChartMenu::copyData() const
{
    // Copies all panels, not only those of this page.
    const DataTable table = chartTable(m_view.pages().limited());
    DataRow names;
    names.reserve(table.columns.size());
    for (const std::string &column : table.columns)
        names.emplace_back(column);
    std::string text = tsvLine(names);
    for (const DataRow &row : table.rows)
        text += tsvLine(row);
    QGuiApplication::clipboard()->setText(toQt(text));
}

void ChartMenu::askAndSave()
{
    const QString file = chooseTarget(&m_view, tr("Save the chart"), u"chart.svg"_s,
                                      tr("Pictures (*.svg *.pdf *.png)"));
    if (!file.isEmpty())
        saveTo(file);
}

void ChartMenu::saveTo(const QString &file)
{
    m_saving.start(
        [chart = m_view.chart(), spec = specOf(m_view),
         place = toPath(file)](const std::stop_token &) -> Status {
            const auto figure = figureOf(chart, spec);
            return figure ? exportFigure(*figure, place, dotsPerInch) : Status(figure.error());
        },
        [this](const Status &saved) {
            if (saved)
                return;
            auto *box = new QMessageBox(QMessageBox::Warning, tr("Save the chart"),
                                        errorText(saved.error()), QMessageBox::Ok, &m_view);
            box->setAttribute(Qt::WA_DeleteOnClose);
            box->open();
        });
}

} // namespace loupe::ui
