// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/settingwords.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::string_view environmentPrefix = "environment.";

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> environmentLabels{
    {{"processor", "processor"},
     {"processors", "usable processors"},
     {"memory_bytes", "main memory"},
     {"kernel", "operating system"},
     {"machine", "architecture"},
     {"tool_version", "tool version on the machine"},
     {"compiler", "compiler"},
     {"compiler_flags", "compiler flags"},
     {"target_cpu", "target processor"},
     {"nvcc_flags", "nvcc flags"},
     {"device", "selected device"},
     {"devices", "visible devices"},
     {"driver", "GPU driver"},
     {"max_sm_mhz", "maximum SM clock"},
     {"python", "Python"}}};

/// Units of numbers by the suffix of their key, which the label of an unknown key loses.
constexpr std::string_view bytesSuffix = "_bytes";
constexpr std::string_view megahertzSuffix = "_mhz";

std::string exactBytes(std::int64_t bytes)
{
    return fmt::format("{} bytes", bytes);
}

std::string roundedBytes(std::int64_t bytes)
{
    constexpr double mega = 1e6;
    constexpr double giga = 1e9;
    const auto number = static_cast<double>(bytes);
    if (number >= giga)
        return fmt::format("{:.1f} GB", number / giga);
    return number >= mega ? fmt::format("{:.1f} MB", number / mega) : exactBytes(bytes);
}

std::optional<std::int64_t> wholeNumber(const std::string &text)
{
    std::int64_t out = 0;
    const char *const end = text.data() + text.size();
    const auto [next, failure] = std::from_chars(text.data(), end, out);
    return failure == std::errc() && next == end ? std::optional(out) : std::nullopt;
}

template <typename FormatBytes>
std::vector<std::string> textsOf(const ConfigurationSetting &setting, FormatBytes formatBytes)
{
    std::vector<std::string> out;
    for (const std::optional<std::string> &value : setting.values) {
        const auto number = value ? wholeNumber(*value) : std::nullopt;
        if (number && setting.key.ends_with(bytesSuffix))
            out.push_back(formatBytes(*number));
        else if (number && setting.key.ends_with(megahertzSuffix))
            out.push_back(fmt::format("{} MHz", *number));
        else
            out.push_back(value.value_or("–"));
    }
    return out;
}

} // namespace

std::string settingLabel(std::string_view key)
{
    if (!key.starts_with(environmentPrefix))
        return std::string(key);
    const std::string_view rest = key.substr(environmentPrefix.size());
    const auto *const known = std::ranges::find(
        environmentLabels, rest, &std::pair<std::string_view, std::string_view>::first);
    if (known != environmentLabels.end())
        return std::string(known->second);
    constexpr std::string_view packages = "packages.";
    if (rest.starts_with(packages))
        return "package " + std::string(rest.substr(packages.size()));
    std::string words(rest);
    if (words.ends_with(bytesSuffix))
        words.resize(words.size() - bytesSuffix.size());
    std::ranges::replace(words, '.', ' ');
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::vector<std::string> settingTexts(const ConfigurationSetting &setting)
{
    std::vector<std::string> rounded = textsOf(setting, roundedBytes);
    const bool isAlike
        = std::ranges::adjacent_find(rounded, std::not_equal_to<>()) == rounded.end();
    return setting.differs && isAlike ? textsOf(setting, exactBytes) : rounded;
}

} // namespace loupe
