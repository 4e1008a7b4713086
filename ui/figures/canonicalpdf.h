// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace loupe::ui {

/// A PDF of QPdfWriter in a form that depends on what it shows alone. Qt writes the time of the day
/// in the local time zone into it, and its fonts in the order of a hash of where their files lie.
/// Here the date is a fixed one, and objects are numbered and written in the order in which they
/// are first referred to, beginning with the trailer. A file that is not laid out as Qt 6 does it
/// stays as it is.
QByteArray canonicalPdf(const QByteArray &pdf);

} // namespace loupe::ui
