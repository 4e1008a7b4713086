// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/name.h"
#include "core/base/result.h"
#include "core/model/verdict/verdict.h"

#include <QString>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace loupe {
struct ResultRow;
enum class FindingSeverity;
} // namespace loupe

/// Conversions between core's UTF-8 and QString, and the only formats of each kind of number.
namespace loupe::ui {

/// Returns text for display. Characters that reorder, hide or control text become visible marks
/// (printabletext.h); line breaks and tabs stay.
QString toQt(std::string_view text);
/// Returns one line for display, e.g. of a name or cell: line breaks and tabs become marks, too.
QString lineText(std::string_view text);
/// Accepts only a Name; types that convert to Name are texts.
template <typename T, std::enable_if_t<std::is_same_v<T, Name>, int> = 0>
QString toQt(T name)
{
    return lineText(name);
}
QString pathText(const std::filesystem::path &path);
/// Returns the text unchanged, for fields that the user edits.
QString exactQt(std::string_view text);
QString exactPath(const std::filesystem::path &path);
std::string toCore(const QString &text);
std::filesystem::path toPath(const QString &text);

/// Returns shape and word of a verdict: "◆ wrong value".
QString verdictText(Verdict verdict);
QString label(Verdict verdict);
/// Returns "note", "suspicion" or "proof".
QString severityText(FindingSeverity severity);

/// Returns "1 run" or "1 200 runs": `one` for a count of one, else `many`. Either may have the
/// count as %1.
QString counted(std::int64_t count, const QString &one, const QString &many);
/// Returns an integer with thin spaces between thousands: "18 420".
QString countText(std::int64_t count);
/// Return these for other integers, such as sizes.
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
QString counted(T count, const QString &one, const QString &many)
{
    return counted(static_cast<std::int64_t>(count), one, many);
}
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
QString countText(T count)
{
    return countText(static_cast<std::int64_t>(count));
}
/// Returns "1.42×", or an en dash if absent.
QString speedupText(std::optional<double> speedup);
/// Returns "1.40–1.44", or an en dash.
QString intervalText(std::optional<double> low, std::optional<double> high);
/// Returns milliseconds with three significant digits, or an en dash.
QString millisecondsText(std::optional<double> milliseconds);
/// Returns "12.5 %" for a share from 0 to 1.
QString shareText(double share);
/// Returns a measured value with four significant digits; also "NaN" and "∞".
QString valueText(double value);
/// Returns "2026-11-21 07:30" in local time from ISO 8601; the text itself if invalid; an en dash
/// if empty.
QString timeText(std::string_view isoTime);
/// Returns a duration such as "2 min 10 s".
QString durationText(double seconds);
/// Returns the attempt of a result and its run: "tester · sample 0 · round 1 · first".
QString attemptText(const ResultRow &row);
/// Returns location, message and hint of an error for a message line.
QString errorText(const Error &error);
/// Returns errorText(), and below it the detail of the error if it has one.
QString detailedErrorText(const Error &error);

/// Makes the first letter a capital one.
QString capitalized(QString text);
/// Returns the index (from 0) of the character for "character N" in an error, which counts bytes
/// from 1; 0 if there is none.
int errorPosition(const Error &error, const QString &text);

} // namespace loupe::ui
