// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

/// Replaces options of the command line in a message by the window's labels: "give --platform cpu"
/// becomes "give “Platform” cpu". Options without a label stay.
QString inWindowWords(QString message);

/// Translates the note of a profile, which is stored in English. Unknown parts stay.
QString profileNoteText(QString note);

} // namespace loupe::ui
