// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace loupe::ui {

/// Puts a fixed date in the place of the one that Qt writes into a PDF: the time of the day in the
/// local time zone, whose length differs between zones. The table of places (xref) is made true
/// again. A file that is not as Qt 6 writes it stays as it is.
void fixPdfDate(QByteArray &pdf);

} // namespace loupe::ui
