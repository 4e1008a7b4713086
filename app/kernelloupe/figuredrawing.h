// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe::app {

/// Draws one figure of a store to a file, without a window. `spec`: see figureSpecNamed().
Status drawFigure(const std::string &spec, const std::filesystem::path &store,
                  const std::filesystem::path &file, int dotsPerInch);

} // namespace loupe::app
