// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/style/theme.h"

#include <QStringList>

#include <optional>

namespace loupe::app {

/// What the command line of kernelloupe asks for.
struct Options {
    QString store;
    QString renderFolder; ///< empty: do not render
    QString figure;       ///< a spec to draw, with its store and the file to write; empty: none
    QString figureFile;
    int dotsPerInch = 300; ///< of a PNG
    std::optional<ui::ThemeChoice> theme;
    bool isBothThemes = false;
    bool isSmoke = false;
    bool wantsHelp = false;
    bool wantsVersion = false;
};

/// Refuses with InvalidInput what it does not know. `arguments` without the program's name.
Result<Options> parseOptions(const QStringList &arguments);
QString usage();

} // namespace loupe::app
