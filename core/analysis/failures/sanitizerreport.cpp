// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/sanitizerreport.h"

#include "core/analysis/text/linelinks.h"
#include "core/analysis/text/logtext.h"
#include "core/base/counted.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxFindings = 200;
constexpr std::size_t maxPlaces = 8;         ///< of a finding that are looked up in the candidate
constexpr std::size_t maxFindingBytes = 600; ///< of a message; names of templates are long

/// One entry of a report: a title, and indented lines about it.
struct ReportEntry {
    std::string_view title;
    std::vector<std::string_view> lines;
};

/// Splits a report at its lines that begin with "=========". Other lines are output of the
/// candidate and are skipped.
std::vector<ReportEntry> entriesOf(std::string_view report)
{
    std::vector<ReportEntry> entries;
    bool isOpen = false;
    for (std::string_view line : textLines(report)) {
        constexpr std::string_view mark = "=========";
        if (!line.starts_with(mark))
            continue;
        line.remove_prefix(mark.size());
        const std::string_view text = trimmedText(line);
        const bool isTitle = line.size() > 1 && line[0] == ' ' && line[1] != ' ';
        if (isTitle && !text.empty())
            entries.push_back({text, {}});
        else if (isOpen && !text.empty())
            entries.back().lines.push_back(text);
        isOpen = !text.empty() && (isOpen || isTitle);
    }
    return entries;
}

/// Removes a severity from the beginning of a title; nothing if it has none.
std::optional<Severity> takeSeverity(std::string_view &title)
{
    constexpr std::array<std::pair<std::string_view, Severity>, 4> words{
        {{"Error: ", Severity::Error},
         {"ERROR: ", Severity::Error},
         {"Warning: ", Severity::Warning},
         {"WARNING: ", Severity::Warning}}};
    for (const auto &[word, severity] : words) {
        if (!title.starts_with(word))
            continue;
        title.remove_prefix(word.size());
        return severity;
    }
    return std::nullopt;
}

bool isRace(std::string_view title)
{
    return title.starts_with("Race ") || title.starts_with("Potential ");
}

/// Returns whether compute-sanitizer says that it failed itself.
bool isOwnFailure(std::string_view title)
{
    if (title.starts_with("Internal Sanitizer Error"))
        return true;
    const auto severity = takeSeverity(title);
    return severity == Severity::Error && !isRace(title);
}

/// Returns whether a title is neither about the candidate nor a failure.
bool isRemark(std::string_view title)
{
    constexpr std::array<std::string_view, 5> beginnings{"COMPUTE-SANITIZER", "ERROR SUMMARY",
                                                         "RACECHECK SUMMARY", "LEAK SUMMARY",
                                                         "Target application "};
    return std::ranges::any_of(
        beginnings, [title](std::string_view words) { return title.starts_with(words); });
}

/// Position in a source as "at add(float *)+0x70 in candidate.cu:12" names it.
struct ReportedPlace {
    std::string_view file;
    int line = 0;
};

std::optional<ReportedPlace> placeIn(std::string_view text)
{
    constexpr std::string_view mark = " in ";
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view place = text.substr(at + mark.size());
    const std::size_t colon = place.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const std::string_view digits = place.substr(colon + 1);
    int line = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
    if (error != std::errc() || end == digits.data())
        return std::nullopt;
    return ReportedPlace{place.substr(0, colon), line};
}

bool isOfHost(std::string_view line)
{
    return line.starts_with("Host Frame") || line.starts_with("Saved host backtrace");
}

/// Places of an entry, the innermost first.
std::vector<ReportedPlace> placesOf(const ReportEntry &entry)
{
    std::vector<ReportedPlace> places;
    const auto add = [&places](std::string_view text) {
        if (const auto place = placeIn(text))
            places.push_back(*place);
    };
    add(entry.title);
    for (const std::string_view line : entry.lines) {
        if (!isOfHost(line) && places.size() < maxPlaces)
            add(line);
    }
    return places;
}

/// Joins the lines of an entry to a sentence, without its frames.
std::string messageOf(std::string_view title, const ReportEntry &entry)
{
    std::string message(title);
    for (const std::string_view line : entry.lines) {
        if (!isOfHost(line) && !line.starts_with("Device Frame"))
            message.append(" ").append(line);
    }
    const std::string_view kept = wholeCharacters(message, maxFindingBytes);
    return kept.size() == message.size() ? message : std::string(kept) + "…";
}

/// Returns the same text for entries of different threads about one line.
std::string keyOf(const ReportEntry &entry, const std::vector<ReportedPlace> &places)
{
    std::string key(entry.title);
    if (!places.empty())
        key.append("\n").append(places.front().file).append(std::to_string(places.front().line));
    else if (!entry.lines.empty())
        key.append("\n").append(entry.lines.front());
    return key;
}

Diagnostic findingOf(const ReportEntry &entry, const std::vector<ReportedPlace> &places,
                     const SourceLineFinder &lineAt, const std::string &fileName)
{
    Diagnostic finding;
    std::string_view title = entry.title;
    finding.severity = takeSeverity(title).value_or(Severity::Error);
    finding.message = messageOf(title, entry);
    for (const ReportedPlace &place : places) {
        finding.line = lineAt(place.file, place.line);
        if (finding.line == 0)
            continue;
        const bool isExtension = fileNameOf(place.file) == extensionSource;
        finding.file = fileNameOf(isExtension ? fileName : place.file);
        break;
    }
    return finding;
}

} // namespace

std::vector<Diagnostic> sanitizerFindings(std::string_view report, const Candidate &candidate)
{
    struct Known {
        std::size_t finding = 0;
        std::size_t reports = 1;
    };
    const SourceLineFinder lineAt = sourceLineFinder(candidate);
    std::vector<Diagnostic> findings;
    std::map<std::string, Known> known;
    for (const ReportEntry &entry : entriesOf(report)) {
        if (isRemark(entry.title) || isOwnFailure(entry.title))
            continue;
        const std::vector<ReportedPlace> places = placesOf(entry);
        std::string key = keyOf(entry, places);
        if (const auto found = known.find(key); found != known.end()) {
            ++found->second.reports;
        } else if (findings.size() < maxFindings) {
            known.emplace(std::move(key), Known{findings.size()});
            findings.push_back(findingOf(entry, places, lineAt, candidate.fileName));
        }
    }
    for (const auto &[key, each] : known) {
        if (each.reports > 1)
            findings[each.finding].message += " (" + counted(each.reports, "report") + ")";
    }
    return findings;
}

std::map<std::string_view, const CounterProfile *>
lastReports(const std::vector<CounterProfile> &profiles)
{
    std::map<std::string_view, const CounterProfile *> last;
    for (const CounterProfile &profile : profiles) {
        if (profile.source == sanitizerSource)
            last[profile.tool] = &profile;
    }
    return last;
}

std::vector<Diagnostic> sanitizerFindings(const std::vector<CounterProfile> &profiles,
                                          const Candidate &candidate)
{
    std::vector<Diagnostic> all;
    for (const auto &[tool, profile] : lastReports(profiles)) {
        for (Diagnostic &finding : sanitizerFindings(profile->original, candidate)) {
            finding.message.insert(0, std::string(tool) + ": ");
            all.push_back(std::move(finding));
        }
    }
    return all;
}

std::string sanitizerFailure(std::string_view report)
{
    for (const ReportEntry &entry : entriesOf(report)) {
        if (isOwnFailure(entry.title))
            return messageOf(entry.title, {{}, {}});
    }
    return {};
}

} // namespace loupe
