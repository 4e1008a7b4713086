// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/name.h"
#include "core/base/result.h"
#include "core/model/verdict.h"

#include <QString>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace loupe {
struct ResultRow;
}

/// Between core's UTF-8 and Qt's QString, and the one way each kind of number is written.
namespace loupe::ui {

/// Text as it is shown: what reorders, hides or steers letters is a mark (printabletext.h). Lines
/// and tabs stay.
QString toQt(std::string_view text);
/// Of a name, a cell and the like, which are one line: breaks and tabs are marks, too.
QString lineText(std::string_view text);
/// For a Name alone: what becomes one on the way is a text.
template <typename T, std::enable_if_t<std::is_same_v<T, Name>, int> = 0>
QString toQt(T name)
{
    return lineText(name);
}
QString pathText(const std::filesystem::path &path);
/// The text unchanged, for what a person edits and gives back.
QString exactQt(std::string_view text);
QString exactPath(const std::filesystem::path &path);
std::string toCore(const QString &text);
std::filesystem::path toPath(const QString &text);

/// "◆ wrong value": shape and word of a verdict.
QString verdictText(Verdict verdict);
QString label(Verdict verdict);

/// "1 run" or "1 200 runs": `one` for a count of one, else `many`; %1 in either is the count.
QString counted(std::int64_t count, const QString &one, const QString &many);
/// "18 420": whole numbers with thin spaces between thousands.
QString countText(std::int64_t count);
/// "1.42×", or an en dash where there is none.
QString speedupText(std::optional<double> speedup);
/// "1.40–1.44", or an en dash.
QString intervalText(std::optional<double> low, std::optional<double> high);
/// Milliseconds with three significant digits, or an en dash.
QString millisecondsText(std::optional<double> milliseconds);
/// "12.5 %" of a share from 0 to 1.
QString shareText(double share);
/// A measured value: four significant digits, "NaN" and "∞" in words.
QString valueText(double value);
/// "2026-11-21 07:30" in local time from ISO 8601; the text itself when it is none; en dash if
/// empty.
QString timeText(std::string_view isoTime);
/// "2 min 10 s".
QString durationText(double seconds);
/// "tester · sample 0 · round 1 · first": whose attempt a result is, and of which run.
QString attemptText(const ResultRow &row);
/// The error for a message line: place, message, hint.
QString errorText(const Error &error);
/// The character of a text, from 0, that an error's "character N" (a byte, from 1) is; 0 where it
/// names none.
int errorPosition(const Error &error, const QString &text);

} // namespace loupe::ui
