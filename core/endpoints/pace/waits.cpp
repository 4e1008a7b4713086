// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/pace/waits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <string>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

std::optional<int> digitsAt(std::string_view text, std::size_t at, std::size_t count)
{
    int value = 0;
    const char *begin = text.data() + at;
    const auto read = std::from_chars(begin, begin + count, value);
    if (read.ec != std::errc() || read.ptr != begin + count || value < 0)
        return std::nullopt;
    return value;
}

/// Parses "Sun, 06 Nov 1994 08:49:37 GMT". strptime() would expect the locale's language.
std::optional<std::time_t> httpDate(std::string_view text)
{
    if (text.size() != 29 || text.substr(25) != " GMT" || text[3] != ',')
        return std::nullopt;
    const auto month = std::find(months.begin(), months.end(), text.substr(8, 3));
    const auto day = digitsAt(text, 5, 2);
    const auto year = digitsAt(text, 12, 4);
    const auto hour = digitsAt(text, 17, 2);
    const auto minute = digitsAt(text, 20, 2);
    const auto second = digitsAt(text, 23, 2);
    if (month == months.end() || !day || !year || !hour || !minute || !second)
        return std::nullopt;
    std::tm parts{};
    parts.tm_mday = *day;
    parts.tm_mon = static_cast<int>(month - months.begin());
    parts.tm_year = *year - 1900;
    parts.tm_hour = *hour;
    parts.tm_min = *minute;
    parts.tm_sec = *second;
    return timegm(&parts);
}

} // namespace

std::optional<double> retryAfterSeconds(std::string_view value,
                                        std::chrono::system_clock::time_point now)
{
    if (const auto date = httpDate(value)) {
        const std::chrono::duration<double> left
            = std::chrono::system_clock::from_time_t(*date) - now;
        return std::max(0.0, left.count());
    }
    double seconds = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), seconds);
    if (read.ec != std::errc() || read.ptr != value.data() + value.size() || !std::isfinite(seconds)
        || seconds < 0)
        return std::nullopt;
    return seconds;
}

double backoffSeconds(int failures, double first, double most, double part)
{
    const int doublings = std::clamp(failures - 1, 0, 60);
    return std::min(most, std::ldexp(first, doublings)) * std::clamp(part, 0.0, 1.0);
}

} // namespace loupe
