// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/style/language.h"
#include "ui/style/theme.h"

#include <QSize>
#include <QStringList>

#include <optional>

namespace loupe::app {

/// Command line of kernelloupe.
struct Options {
    QString store;
    QString renderFolder; ///< empty: do not render
    QString figure;       ///< spec of the figure to draw; empty: none
    QString figureFile;
    int dotsPerInch = 300; ///< resolution of a PNG
    std::optional<ui::ThemeChoice> theme;
    bool isBothThemes = false;
    bool isAllThemes = false;             ///< render light, dark and high contrast
    std::optional<ui::Language> language; ///< nothing: as in the last session, pictures English
    std::optional<int> textPercent;       ///< nothing: as in the last session
    double scale = 1;                     ///< picture pixels per window pixel
    QSize size{1440, 900};                ///< of the window in the pictures of the pages
    bool isSmoke = false;
    bool wantsHelp = false;
    bool wantsVersion = false;
    bool wantsManual = false;
};

/// Returns InvalidInput for unknown arguments. `arguments` exclude the program name.
Result<Options> parseOptions(const QStringList &arguments);
QString usage();
/// Returns the manual page, for man.
QString manual();

} // namespace loupe::app
