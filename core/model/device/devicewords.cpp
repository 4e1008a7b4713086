// SPDX-License-Identifier: Apache-2.0
#include "core/model/device/devicewords.h"

#include "core/base/asciicase.h"
#include "core/model/values/dtype.h"

#include <algorithm>
#include <array>
#include <vector>

namespace loupe {

namespace {

/// Prefixes of words that look like a device's model, but are versions or element types.
constexpr std::array<std::string_view, 9> otherWords{"cu", "sm",    "gfx", "py", "rev",
                                                     "fp", "float", "int", "bf"};

bool isAsciiDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isAsciiLetter(char c)
{
    return c >= 'a' && c <= 'z';
}

/// Splits into lower-case words. A point belongs to a word, so that "2.10" does not contain "10".
std::vector<std::string> deviceWords(std::string_view text)
{
    std::vector<std::string> out(1);
    for (const char c : lowered(text)) {
        if (isAsciiDigit(c) || isAsciiLetter(c) || c == '.')
            out.back() += c;
        else if (!out.back().empty())
            out.emplace_back();
    }
    if (out.back().empty())
        out.pop_back();
    return out;
}

/// Returns whether a word has the form of a model: up to four letters, two to four digits, up to
/// two letters, such as "h200", "5090", "mi300x", "gtx1080ti".
bool isModelWord(std::string_view word)
{
    const auto first = std::ranges::find_if(word, isAsciiDigit);
    const auto last = std::find_if_not(first, word.end(), isAsciiDigit);
    const std::string_view letters(word.begin(), first);
    const auto digits = last - first;
    const bool shaped = letters.size() <= 4 && std::ranges::all_of(letters, isAsciiLetter)
        && digits >= 2 && digits <= 4 && word.end() - last <= 2
        && std::all_of(last, word.end(), isAsciiLetter);
    return shaped && std::ranges::find(otherWords, letters) == otherWords.end()
        && !dtypeFromName(word);
}

/// Returns whether two words name the same model, such as "rtx5090" and "5090". "l20" and "20" are
/// not compared, because two digits are too few.
bool isSameModel(std::string_view a, std::string_view b)
{
    if (a.size() < b.size())
        std::swap(a, b);
    if (a == b)
        return true;
    constexpr std::size_t telling = 3;
    return b.size() >= telling && isAsciiDigit(b.front()) && a.ends_with(b)
        && isAsciiLetter(a[a.size() - b.size() - 1]);
}

struct DeviceSheet {
    std::string_view model;
    double gigabytesPerSecond;
};
/// Bandwidths from the vendors' data sheets.
constexpr std::array<DeviceSheet, 24> sheets{{
    {"a10", 600},   {"a30", 933},     {"a40", 696},     {"a100", 2039},   {"a800", 2039},
    {"b200", 8000}, {"h20", 4000},    {"h100", 3938},   {"h200", 4890},   {"h800", 3350},
    {"l20", 864},   {"l40", 864},     {"l40s", 864},    {"v100", 1134},   {"a6000", 768},
    {"3090", 1008}, {"4080", 736},    {"4090", 1008},   {"5080", 960},    {"5090", 1792},
    {"l4", 300},    {"mi250x", 3277}, {"mi300x", 5325}, {"mi325x", 6000},
}};

struct SheetPeak {
    std::string_view model;
    std::string_view rate;
    double teraflops;
};
/// Peaks without sparsity, at the boost clock, of the fastest variant. Sources: NVIDIA's data
/// sheets of the A100, H100, H200 and L40S, and its white papers on the Ada and the RTX Blackwell
/// architecture.
constexpr std::array<SheetPeak, 18> sheetPeaks{{
    {"a100", "float64", 19.5},
    {"a100", "float32", 19.5},
    {"a100", "tf32", 156},
    {"a100", "bfloat16", 312},
    {"a100", "float16", 312},
    {"h100", "float64", 67},
    {"h100", "float32", 67},
    {"h100", "tf32", 494.5},
    {"h100", "bfloat16", 989.5},
    {"h100", "float16", 989.5},
    {"h200", "float64", 67},
    {"h200", "float32", 67},
    {"h200", "tf32", 494.5},
    {"h200", "bfloat16", 989.5},
    {"h200", "float16", 989.5},
    {"l40s", "float32", 91.6},
    {"4090", "float32", 82.6},
    {"5090", "float32", 104.8},
}};

/// Returns the part of a description in parentheses, or after "on" or "@", which names a device.
std::string placePart(std::string_view baseline)
{
    const std::size_t open = baseline.find('(');
    if (open != std::string_view::npos)
        return std::string(baseline.substr(open + 1, baseline.find(')', open) - open - 1));
    for (const std::string_view before : {" on ", "@"}) {
        const std::size_t found = baseline.find(before);
        if (found != std::string_view::npos)
            return std::string(baseline.substr(found + before.size()));
    }
    return {};
}

} // namespace

bool namesOtherDevice(std::string_view baseline, std::string_view device)
{
    const std::vector<std::string> own = deviceWords(device);
    bool namesOne = false;
    for (const std::string &word : deviceWords(placePart(baseline))) {
        if (!isModelWord(word))
            continue;
        namesOne = true;
        const auto isWord = [&](const std::string &each) { return isSameModel(each, word); };
        if (std::ranges::any_of(own, isWord))
            return false;
    }
    return namesOne && !own.empty();
}

std::optional<double> sheetBandwidth(std::string_view device)
{
    for (const std::string &word : deviceWords(device)) {
        const auto *const found = std::ranges::find_if(
            sheets, [&](const DeviceSheet &each) { return isSameModel(word, each.model); });
        if (found != sheets.end())
            return found->gigabytesPerSecond;
    }
    return std::nullopt;
}

std::optional<double> sheetTeraflops(std::string_view device, std::string_view rate)
{
    for (const std::string &word : deviceWords(device)) {
        const auto *const found = std::ranges::find_if(sheetPeaks, [&](const SheetPeak &each) {
            return each.rate == rate && isSameModel(word, each.model);
        });
        if (found != sheetPeaks.end())
            return found->teraflops;
    }
    return std::nullopt;
}

std::string deviceWithoutRemark(std::string_view device)
{
    std::string_view name = device.substr(0, device.find('('));
    while (!name.empty() && name.back() == ' ')
        name.remove_suffix(1);
    return std::string(name.empty() ? device : name);
}

} // namespace loupe
