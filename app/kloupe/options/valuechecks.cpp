// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/valuechecks.h"

#include "core/base/nearest.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>
#include <strings.h>

namespace loupe::cli {

namespace {

/// Removes the blank that kloupe puts before arguments that begin with a minus.
std::string trimmed(const std::string &text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == std::string::npos ? std::string() : text.substr(begin);
}

template <typename Number>
struct Given {
    Number value;
    bool fits = true; ///< false: out of range, and `value` is the nearest limit
};

/// Parses the whole text as a number; nothing if that fails.
template <typename Number>
std::optional<Given<Number>> numberIn(const std::string &text)
{
    const char *end = text.data() + text.size();
    Number value = 0;
    const auto parsed = std::from_chars(text.data(), end, value);
    if (parsed.ptr != end)
        return std::nullopt;
    if (parsed.ec == std::errc())
        return std::isfinite(static_cast<double>(value)) ? std::optional(Given<Number>{value})
                                                         : std::nullopt;
    // For floating point, from_chars does not tell overflow from underflow.
    if (!std::is_integral_v<Number> || parsed.ec != std::errc::result_out_of_range)
        return std::nullopt;
    using Limits = std::numeric_limits<Number>;
    return Given<Number>{text.starts_with('-') ? Limits::lowest() : Limits::max(), false};
}

std::string notThis(const std::string &text)
{
    return text.empty() ? "is empty" : "not " + text;
}

/// Returns the range as it follows "a number". Omits bounds that only prevent overflow.
template <typename Number>
std::string rangeWords(Number least, Number most)
{
    constexpr Number worthSaying = 1'000'000;
    return most > worthSaying ? fmt::format(", {} or more", least)
                              : fmt::format(" from {} to {}", least, most);
}

template <typename Number>
CLI::Validator checked(const std::string &wanted, Number most,
                       const std::function<bool(Number)> &isEnough)
{
    return {[=](const std::string &given) {
                const std::string text = trimmed(given);
                const auto number = numberIn<Number>(text);
                const bool isLargeEnough = number && isEnough(number->value);
                if (isLargeEnough && number->fits && number->value <= most)
                    return std::string();
                return isLargeEnough && wanted.ends_with("more")
                    ? fmt::format("must be at most {}, not {}", most, text)
                    : fmt::format("must be {}, {}", wanted, notThis(text));
            },
            wanted};
}

} // namespace

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most)
{
    return checked<std::int64_t>("a whole number" + rangeWords(least, most), most,
                                 [=](std::int64_t value) { return value >= least; });
}

CLI::Validator number(double least, double most)
{
    return checked<double>("a number" + rangeWords(least, most), most,
                           [=](double value) { return value >= least; });
}

CLI::Validator numberAboveZero(double most)
{
    return checked<double>(fmt::format("a number above 0, up to {}", most), most,
                           [](double value) { return value > 0; });
}

CLI::Validator oneOf(const std::vector<std::string> &words)
{
    const std::string list = fmt::format("{}", fmt::join(words, ", "));
    return {[=](std::string &text) {
                for (const std::string &word : words) {
                    if (strcasecmp(word.c_str(), text.c_str()) != 0)
                        continue;
                    text = word;
                    return std::string();
                }
                return fmt::format("must be one of {}; not \"{}\"\n{}", list, text,
                                   hintWithNearest(text, words, {}));
            },
            "one of " + list};
}

std::string refusalText(const Error &error)
{
    return error.hint.empty() ? error.message : error.message + "; " + error.hint;
}

} // namespace loupe::cli
