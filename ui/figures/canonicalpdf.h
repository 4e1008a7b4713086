// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace loupe::ui {

/// Converts a PDF of QPdfWriter into a form that depends only on its content. Qt writes the local
/// time into it, and orders fonts by a hash of their paths. The result has a fixed date, and its
/// objects are numbered in the order in which they are first referenced from the trailer. A file
/// with an unexpected structure is returned unchanged.
QByteArray canonicalPdf(const QByteArray &pdf);

} // namespace loupe::ui
