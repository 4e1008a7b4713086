// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/figurespec.h"

#include "core/base/asciicase.h"
#include "core/base/json.h"
#include "core/model/saved/filter.h"
#include "core/report/figures/chartrequestjson.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr int specVersion = 1;
constexpr double minInches = 0.5;
constexpr double maxInches = 60.0;
constexpr double minPoints = 4.0;
constexpr double maxPoints = 96.0;
constexpr std::size_t maxNameLength = 100;

constexpr std::array sizes{
    FigureSize{"icml-single", "ICML, one column", 3.25, 2.25, 7},
    FigureSize{"icml-double", "ICML, two columns", 6.75, 2.75, 7},
    FigureSize{"neurips-half", "NeurIPS, half the width", 2.65, 2.0, 7},
    FigureSize{"neurips-full", "NeurIPS, full width", 5.5, 2.75, 7},
    FigureSize{"acl-single", "ACL, one column", 3.03, 2.25, 7},
    FigureSize{"acl-double", "ACL, two columns", 6.3, 2.75, 7},
    FigureSize{"ieee-single", "IEEE, one column", 3.5, 2.25, 7},
    FigureSize{"ieee-double", "IEEE, two columns", 7.16, 2.75, 7},
    FigureSize{"acm-single", "ACM, one column", 3.33, 2.25, 7},
    FigureSize{"acm-double", "ACM, two columns", 7.0, 2.75, 7},
    FigureSize{"slide", "Slide", 10.0, 5.5, 18},
    FigureSize{"poster", "Poster", 16.0, 10.0, 28},
};

/// Converts version 0, which had no groups of fields:
/// {"version": 0, "name": …, "chart": "fast_p", "group_by": …, "preset": …, "width": …, "height":
/// …, "font_size": …, "grey": …, "caption": …}.
Json fromVersion0(const Json &old)
{
    Json out{{"version", 1}, {"size", Json::object()}, {"font", Json::object()}};
    Json chart = Json::object();
    for (const auto &[key, value] : old.items()) {
        if (key == "version")
            continue;
        if (key == "chart")
            chart["kind"] = value;
        else if (key == "group_by" || key == "split_by")
            chart[key] = value;
        else if (key == "preset")
            out["size"]["preset"] = value;
        else if (key == "width" || key == "height")
            out["size"][key + "_inches"] = value;
        else if (key == "font_size")
            out["font"]["points"] = value;
        else if (key == "grey" && value.is_boolean())
            out["palette"] = value.get<bool>() ? "grey" : "colour-blind-safe";
        else
            out[key] = value;
    }
    if (!chart.empty())
        out["chart"] = std::move(chart);
    return out;
}

double bounded(const JsonReader &json, std::string_view key, double usual, double least,
               double most)
{
    const double value = json.optionalNumber(key, usual);
    if (value >= least && value <= most)
        return value;
    json.problem(key, fmt::format("must be from {} to {}", least, most));
    return usual;
}

void readSize(const JsonReader &json, FigureSpec &spec)
{
    spec.preset = json.optionalString("preset");
    if (!spec.preset.empty()) {
        const FigureSize *size = figureSize(spec.preset);
        if (size == nullptr) {
            std::string known;
            for (const FigureSize &each : figureSizes())
                known += (known.empty() ? "" : ", ") + std::string(each.id);
            json.problem("preset", "is none of " + known);
            return;
        }
        spec.widthInches = size->widthInches;
        spec.heightInches = size->heightInches;
        spec.fontPoints = size->fontPoints;
    }
    spec.widthInches = bounded(json, "width_inches", spec.widthInches, minInches, maxInches);
    spec.heightInches = bounded(json, "height_inches", spec.heightInches, minInches, maxInches);
    json.allowOnly({"preset", "width_inches", "height_inches"});
}

void readFont(const JsonReader &json, FigureSpec &spec)
{
    spec.fontFamily = json.optionalString("family");
    spec.fontPoints = bounded(json, "points", spec.fontPoints, minPoints, maxPoints);
    json.allowOnly({"family", "points"});
}

void readFilter(const JsonReader &json, FigureSpec &spec)
{
    spec.filter = json.optionalString("filter");
    if (const auto filter = parseFilter(spec.filter); !filter)
        json.problem("filter", "is no filter: " + filter.error().text());
}

FigurePalette paletteOf(const JsonReader &json)
{
    const std::string text = json.optionalString("palette", "colour-blind-safe");
    for (const FigurePalette palette : {FigurePalette::ColorBlindSafe, FigurePalette::Grey}) {
        if (name(palette) == text)
            return palette;
    }
    json.problem("palette", "is none of colour-blind-safe, grey");
    return FigurePalette::ColorBlindSafe;
}

int countOf(const JsonReader &json, std::string_view key, int usual, int least, int most)
{
    const std::int64_t count = json.has(key) ? json.requiredInteger(key) : usual;
    if (count >= least && count <= most)
        return static_cast<int>(count);
    json.problem(key, fmt::format("must be from {} to {}", least, most));
    return usual;
}

FigureSpec readSpec(const JsonReader &json)
{
    FigureSpec spec;
    spec.name = json.requiredString("name");
    if (json.has("name") && !isFigureName(spec.name))
        json.problem(
            "name", "must be letters, digits, blanks and . _ - ( ), as a file name without folder");
    spec.title = json.optionalString("title");
    readFilter(json, spec);
    if (const auto chart = json.object("chart"))
        spec.chart = chartRequestFrom(*chart);
    if (const auto size = json.object("size", false))
        readSize(*size, spec);
    if (const auto font = json.object("font", false))
        readFont(*font, spec);
    spec.palette = paletteOf(json);
    spec.hasTitle = json.optionalBool("show_title", spec.hasTitle);
    spec.hasLetters = json.optionalBool("letters", spec.hasLetters);
    spec.hasNotes = json.optionalBool("notes", spec.hasNotes);
    constexpr int maxColumns = 12;
    constexpr int maxPanels = 999;
    spec.columns = countOf(json, "columns", spec.columns, 0, maxColumns);
    spec.panels = countOf(json, "panels", spec.panels, 0, maxPanels);
    spec.page = countOf(json, "page", spec.page, 1, maxPanels);
    spec.caption = json.optionalString("caption", spec.caption);
    if (const auto filled = filledCaption(spec, {}, 0); !filled)
        json.problem("caption", filled.error().message);
    json.allowOnly({"version", "name", "title", "filter", "chart", "size", "font", "palette",
                    "show_title", "letters", "notes", "columns", "panels", "page", "caption"});
    return spec;
}

/// Returns true for names that Windows reserves for devices, with any extension.
bool isDeviceOfWindows(std::string_view name)
{
    const std::string stem = lowered(name.substr(0, name.find('.')));
    if (stem == "con" || stem == "prn" || stem == "aux" || stem == "nul")
        return true;
    constexpr std::size_t portLength = 4;
    return stem.size() == portLength && (stem.starts_with("com") || stem.starts_with("lpt"))
        && stem.back() >= '0' && stem.back() <= '9';
}

Error newerVersion(const std::string &source, std::int64_t version)
{
    return Error{Errc::Unsupported,
                 fmt::format("the figure spec has version {}, this program knows up to {}", version,
                             specVersion),
                 source + ":version", "use a newer KernelLoupe"};
}

} // namespace

std::string_view name(FigurePalette palette)
{
    return palette == FigurePalette::Grey ? "grey" : "colour-blind-safe";
}

std::span<const FigureSize> figureSizes()
{
    return sizes;
}

const FigureSize *figureSize(std::string_view id)
{
    const auto *const found = std::ranges::find(sizes, id, &FigureSize::id);
    return found == sizes.end() ? nullptr : found;
}

bool isFigureName(std::string_view name)
{
    const auto isWord = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    return !name.empty() && name.size() <= maxNameLength && isWord(name.front())
        && name.back() != ' ' && name.back() != '.' && !isDeviceOfWindows(name)
        && std::ranges::all_of(name, [&](char c) {
               return isWord(c) || std::string_view("._-() ").find(c) != std::string_view::npos;
           });
}

Result<FigureSpec> parseFigureSpec(std::string_view text, const std::string &source)
{
    auto json = parseJson(text, source);
    if (!json)
        return std::move(json).error();
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, source, {}, problems);
    const std::int64_t version = problems.empty() ? reader.requiredInteger("version") : 0;
    if (problems.empty() && version > specVersion)
        return newerVersion(source, version);
    if (problems.empty() && version < 0)
        reader.problem("version", "must not be negative");
    if (!problems.empty())
        return toError(problems);
    const Json present = version == 0 ? fromVersion0(*json) : *json;
    FigureSpec spec = readSpec(JsonReader(present, source, {}, problems));
    if (!problems.empty())
        return toError(problems);
    return spec;
}

std::string text(const FigureSpec &spec)
{
    nlohmann::ordered_json out;
    out["version"] = specVersion;
    out["name"] = spec.name;
    out["title"] = spec.title;
    out["filter"] = spec.filter;
    out["chart"] = nlohmann::ordered_json::parse(toJson(spec.chart).dump());
    if (!spec.preset.empty())
        out["size"]["preset"] = spec.preset;
    out["size"]["width_inches"] = spec.widthInches;
    out["size"]["height_inches"] = spec.heightInches;
    if (!spec.fontFamily.empty())
        out["font"]["family"] = spec.fontFamily;
    out["font"]["points"] = spec.fontPoints;
    out["palette"] = name(spec.palette);
    out["show_title"] = spec.hasTitle;
    out["letters"] = spec.hasLetters;
    out["notes"] = spec.hasNotes;
    out["columns"] = spec.columns;
    // Omitted by default, so that the text of older figures does not change.
    if (spec.panels != 0)
        out["panels"] = spec.panels;
    if (spec.page != 1)
        out["page"] = spec.page;
    out["caption"] = spec.caption;
    // Texts may come from user input, so invalid UTF-8 is replaced instead of rejected.
    return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<std::string> filledCaption(const FigureSpec &spec, std::string_view definition, int n)
{
    std::string out;
    const std::string_view caption = spec.caption;
    for (std::size_t at = 0; at < caption.size();) {
        const std::size_t open = std::min(caption.find('{', at), caption.size());
        out += caption.substr(at, open - at);
        if (open == caption.size())
            break;
        const std::size_t close = caption.find('}', open);
        const std::string_view place = close == std::string_view::npos
            ? caption.substr(open)
            : caption.substr(open + 1, close - open - 1);
        if (place == "title")
            out += spec.title;
        else if (place == "definition")
            out += definition;
        else if (place == "n")
            out += std::to_string(n);
        else if (place == "filter")
            out += spec.filter.empty() ? "everything" : spec.filter;
        else
            return Error{Errc::InvalidInput,
                         "names the place \"" + std::string(place)
                             + "\", which is none of {title}, {definition}, {n}, {filter}",
                         "caption"};
        at = close + 1;
    }
    return out;
}

} // namespace loupe
