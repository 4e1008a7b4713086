// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/shell/session/services.h"
#include "ui/style/theme.h"

#include <QSize>
#include <QString>

#include <functional>
#include <optional>

namespace loupe::ui {
class ComparePage;
class MainWindow;
class NewRunDialog;
} // namespace loupe::ui

namespace loupe::app {

/// Draws every page of the application on a store to PNG files, offscreen.
class PageRenderer
{
public:
    /// `print` is called with the name of each written file. `mark` is added to the file names,
    /// `size` is that of the window.
    PageRenderer(ui::Services services, ui::Theme &theme, QString folder,
                 std::function<void(const QString &)> print, QString mark, QSize size);

    /// Renders every page in one theme.
    Status render(const std::filesystem::path &store, ui::ThemeChoice choice);
    /// Opens the store and paints its results once.
    Status smoke(const std::filesystem::path &store);

private:
    Status open(ui::MainWindow &window, const std::filesystem::path &store);
    Status renderStore(ui::MainWindow &window);
    Status renderDetail(ui::MainWindow &window, const QString &filter, const QString &name,
                        std::optional<ui::DetailTabs::Tab> tab);
    Status renderTriage(ui::MainWindow &window, const QString &filter, const QString &name);
    Status renderCompare(ui::MainWindow &window);
    Status renderRefusal(ui::MainWindow &window, ui::ComparePage &page);
    Status renderComparedRuns(ui::MainWindow &window, ui::ComparePage &page);
    Status renderTrajectories(ui::MainWindow &window);
    Status renderAudit(ui::MainWindow &window);
    Status renderFigures(ui::MainWindow &window);
    Status renderSql(ui::MainWindow &window);
    Status renderCharts(ui::MainWindow &window);
    Status renderSplit(ui::MainWindow &window);
    Status renderSelection(ui::MainWindow &window);
    Status renderDialogs(ui::MainWindow &window, const std::filesystem::path &store);
    Status renderGeneration(ui::MainWindow &window, const std::filesystem::path &store);
    Status renderAgents(ui::MainWindow &window, const std::filesystem::path &store);
    Status renderQueue(const std::filesystem::path &store);
    static ui::NewRunDialog &freshRunDialog(ui::MainWindow &window);
    Status settle(ui::MainWindow &window, const QString &what);
    Status save(QWidget &widget, const QString &page);
    /// Saves the picture of a page once it is loaded. `what` names it in errors, if not `page`.
    Status shoot(ui::MainWindow &window, const QString &page, const QString &what = {});

    ui::Services m_services;
    ui::Theme &m_theme;
    QString m_folder;
    std::function<void(const QString &)> m_print;
    QString m_mark;
    QSize m_size;
};

} // namespace loupe::app
