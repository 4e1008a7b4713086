// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/claims.h"

#include "core/analysis/population/population.h"
#include "core/analysis/population/populationtext.h"
#include "core/base/json.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Reads a non-negative integer.
int claimedCount(const JsonReader &json, std::string_view key)
{
    const std::int64_t count = json.requiredInteger(key);
    constexpr std::int64_t most = 1'000'000'000;
    if (count >= 0 && count <= most)
        return static_cast<int>(count);
    json.problem(key, fmt::format("must be a whole number from 0 to {}", most));
    return 0;
}

int claimedCount(const JsonReader &json, std::string_view key, int usual)
{
    return json.has(key) ? claimedCount(json, key) : usual;
}

ClaimedFigure::Base baseIn(const JsonReader &json)
{
    json.allowOnly({"built", "correct", "of", "source"});
    ClaimedFigure::Base base{claimedCount(json, "built"), claimedCount(json, "correct"),
                             claimedCount(json, "of"), json.requiredString("source")};
    if (base.of < 1 || base.built > base.of || base.correct > base.of)
        json.problem("of", "must be above 0 and at least the numbers of built and of correct");
    return base;
}

void readClaimed(const JsonReader &json, FigureOfClaim &out)
{
    out.claimedText = json.optionalString("claimed");
    if (out.claimedText.empty())
        return;
    double value = 0;
    const char *end = out.claimedText.data() + out.claimedText.size();
    const auto [rest, code]
        = std::from_chars(out.claimedText.data(), end, value, std::chars_format::fixed);
    if (code != std::errc() || rest != end || !std::isfinite(value)) {
        json.problem("claimed", "must be a number as it was printed, such as \"52.3\"");
        return;
    }
    out.claimed = value;
    const std::size_t point = out.claimedText.find('.');
    if (point != std::string::npos)
        out.digits = static_cast<int>(out.claimedText.size() - point - 1);
}

FigureOfClaim figureIn(const JsonReader &json)
{
    json.allowOnly(
        {"figure", "filter", "claimed", "of", "methods", "devices", "round", "from", "to", "base"});
    FigureOfClaim out;
    out.figure.figure = json.requiredString("figure");
    const auto names = claimedFigureNames();
    if (std::ranges::find(names, out.figure.figure) == names.end())
        json.problem("figure",
                     "\"" + out.figure.figure + "\" is not a figure that can be computed");
    out.figure.round = claimedCount(json, "round", 0);
    out.figure.fromRound = claimedCount(json, "from", 0);
    out.figure.toRound = json.has("to") ? claimedCount(json, "to") : out.figure.fromRound + 1;
    if (const auto base = json.object("base", false))
        out.figure.base = baseIn(*base);
    out.methods = claimedCount(json, "methods", 0);
    out.devices = claimedCount(json, "devices", 0);
    if (json.has("of"))
        out.of = claimedCount(json, "of");
    auto filter = parseFilter(json.optionalString("filter"));
    if (filter)
        out.filter = std::move(*filter);
    else
        json.problem("filter", filter.error().message);
    readClaimed(json, out);
    return out;
}

/// Result of the comparison of one number.
enum class ClaimFinding { Agrees, Differs, InPart, OtherPopulation, NotRecorded, Told };
constexpr std::array<const char *, 6> claimWords{
    "agrees", "differs", "recorded in part", "another population", "not recorded", "context"};

struct ComparedClaim {
    const FigureOfClaim *claimed;
    RecordedFigure recorded;
    ClaimFinding finding;
    std::string population; ///< description of its population
};

ClaimFinding findingOf(const FigureOfClaim &claimed, const RecordedFigure &recorded)
{
    if (!recorded.value)
        return ClaimFinding::NotRecorded;
    if (!claimed.claimed)
        return ClaimFinding::Told;
    // More kernels than in the claim are other kernels, which neither support nor contradict it.
    if (recorded.n
        > claimed.of.value_or(claimed.figure.base ? claimed.figure.base->of : recorded.n))
        return ClaimFinding::OtherPopulation;
    if ((claimed.of && recorded.n < *claimed.of) || recorded.methods < claimed.methods
        || recorded.devices < claimed.devices)
        return ClaimFinding::InPart;
    const double step = std::pow(10.0, -claimed.digits);
    // Published numbers are rounded; the tolerance is slightly larger for values on the border.
    return std::abs(*recorded.value - *claimed.claimed) <= 0.5 * step * (1 + 1e-9)
        ? ClaimFinding::Agrees
        : ClaimFinding::Differs;
}

std::string claimVerdict(const std::vector<ComparedClaim> &figures)
{
    std::map<ClaimFinding, int> counts;
    int given = 0;
    for (const ComparedClaim &each : figures) {
        if (!each.claimed->claimed)
            continue;
        ++counts[each.finding];
        given += each.finding == ClaimFinding::Agrees && each.claimed->figure.base ? 1 : 0;
    }
    const int agreeing = counts[ClaimFinding::Agrees];
    const int others = counts[ClaimFinding::OtherPopulation];
    const bool isWhole
        = counts[ClaimFinding::InPart] + counts[ClaimFinding::NotRecorded] + others == 0;
    if (counts[ClaimFinding::Differs] > 0)
        return agreeing > 0 ? "contradicted in part" : "contradicted";
    if (agreeing > 0 && isWhole)
        return given > 0 ? "supported, with a first round that is not recorded" : "supported";
    if (agreeing > 0)
        return "supported as far as it is recorded";
    if (others > 0)
        return "cannot be judged, because the records hold another population";
    return counts[ClaimFinding::InPart] > 0 ? "cannot be known whole" : "cannot be known";
}

std::string claimNumber(double value, const FigureOfClaim &claimed, bool isShare)
{
    const int digits = claimed.claimed ? claimed.digits + 2 : 4;
    return fmt::format("{:.{}f}{}", value, isShare ? std::min(digits, 2) : digits,
                       isShare ? " %" : "");
}

std::string claimCount(const RecordedFigure &recorded, const FigureOfClaim &claimed)
{
    const int of = claimed.of.value_or(recorded.of);
    std::string out = recorded.n > of && of > 0
        ? fmt::format("n = {}, the claim is about {}", recorded.n, of)
        : of > 0 ? fmt::format("n = {} of {}", recorded.n, of)
                 : fmt::format("n = {}", recorded.n);
    if (recorded.methods < claimed.methods)
        out += fmt::format(", {} of {} methods", recorded.methods, claimed.methods);
    if (recorded.devices < claimed.devices)
        out += fmt::format(", {} of {} devices", recorded.devices, claimed.devices);
    return out;
}

std::string claimSentence(const ComparedClaim &each)
{
    const FigureOfClaim &claimed = *each.claimed;
    const char *unit = each.recorded.isShare ? " %" : "";
    std::string out = each.recorded.basis + ": ";
    if (claimed.claimed)
        out += fmt::format("claimed {}{}, ", claimed.claimedText, unit);
    if (!each.recorded.value)
        return out + "not recorded; it needs " + each.recorded.lacking;
    return out
        + fmt::format("recorded {} ({})",
                      claimNumber(*each.recorded.value, claimed, each.recorded.isShare),
                      claimCount(each.recorded, claimed));
}

/// The rows that a claim's figure uses.
enum class ClaimedRows { Rounds, Cells, CellsByDevice };

ClaimedRows rowsOf(const std::string &figure)
{
    if (figure == "device_ratio")
        return ClaimedRows::CellsByDevice;
    return figure == "never_correct" || figure.starts_with("deviance") ? ClaimedRows::Cells
                                                                       : ClaimedRows::Rounds;
}

/// Pools several devices if the claim is about several.
Scope scopeOfClaim(Scope scope, const FigureOfClaim &claimed)
{
    using Kind = ConditionRule::Kind;
    if (rowsOf(claimed.figure.figure) == ClaimedRows::CellsByDevice)
        scope.rules.try_emplace(GroupBy::Device, ConditionRule{Kind::Split, {}});
    else if (claimed.devices > 1)
        scope.rules.try_emplace(GroupBy::Device, ConditionRule{Kind::Pool, {}});
    return scope;
}

/// Computes figures; rows shared by several figures are read once.
class ClaimComparer
{
public:
    ClaimComparer(StoreReader &reader, const Filter &filter, const Scope &scope)
        : m_reader(reader)
        , m_filter(filter)
        , m_scope(scope)
    {
    }

    Result<ComparedClaim> compare(const FigureOfClaim &claimed)
    {
        Filter filter = m_filter;
        filter.terms.insert(filter.terms.end(), claimed.filter.terms.begin(),
                            claimed.filter.terms.end());
        const std::string key = text(filter);
        auto known = m_rows.find(key);
        if (known == m_rows.end()) {
            auto rows = scopedRows(m_reader, filter, m_scope);
            if (!rows)
                return std::move(rows).error();
            known = m_rows.emplace(key, std::move(*rows)).first;
        }
        const Population population = populationOf(known->second, scopeOfClaim(m_scope, claimed));
        const bool isOfRounds = rowsOf(claimed.figure.figure) == ClaimedRows::Rounds;
        RecordedFigure recorded = isOfRounds
            ? recordedFigure(countedSamples(population), claimed.figure)
            : recordedFigure(population.cells(), claimed.figure);
        const ClaimFinding finding = findingOf(claimed, recorded);
        return ComparedClaim{&claimed, std::move(recorded), finding,
                             population.cells().empty() ? "" : captionOf(population)};
    }

private:
    StoreReader &m_reader;
    const Filter &m_filter;
    const Scope &m_scope;
    std::map<std::string, std::vector<MetricRow>> m_rows;
};

void addClaim(const Claim &claim, const std::vector<ComparedClaim> &figures, ReportSection &out)
{
    const std::string verdict = claimVerdict(figures);
    std::string point = fmt::format("{}: {}.", claim.text, verdict);
    std::string shown = claim.text;
    for (const ComparedClaim &each : figures) {
        point += " " + claimSentence(each) + ".";
        const RecordedFigure &recorded = each.recorded;
        const char *unit = recorded.isShare ? " %" : "";
        out.tables.front().rows.push_back(
            {std::exchange(shown, {}), recorded.basis,
             each.claimed->claimed ? each.claimed->claimedText + unit : "",
             recorded.value ? claimNumber(*recorded.value, *each.claimed, recorded.isShare) : "–",
             recorded.value ? claimCount(recorded, *each.claimed).substr(4) : "–",
             claimWords.at(static_cast<std::size_t>(each.finding))});
    }
    if (figures.empty())
        point += " No number of it can be computed from a store.";
    if (!claim.note.empty())
        point += " " + claim.note;
    out.points.push_back(std::move(point));
}

} // namespace

Result<ClaimList> parseClaims(const std::string &json, const std::string &file)
{
    const auto document = parseJson(json, file);
    if (!document)
        return document.error();
    std::vector<JsonProblem> problems;
    const JsonReader reader(*document, file, "", problems);
    reader.allowOnly({"source", "claims"});
    ClaimList out;
    out.source = reader.requiredString("source");
    for (const JsonReader &each : reader.objects("claims")) {
        each.allowOnly({"claim", "figures", "note"});
        Claim &claim = out.claims.emplace_back();
        claim.text = each.requiredString("claim");
        claim.note = each.optionalString("note");
        for (const JsonReader &figure : each.objects("figures", false))
            claim.figures.push_back(figureIn(figure));
    }
    if (!problems.empty())
        return toError(problems);
    return out;
}

Result<ReportSection> claimSection(StoreReader &reader, const ClaimList &claims,
                                   const Filter &filter, const Scope &scope)
{
    ReportSection out;
    out.heading = "Published claims";
    out.paragraphs.push_back(
        "Claims of " + claims.source
        + ", compared with the records of this store. Supported: all its numbers are as published, "
          "within rounding. Contradicted: the records are complete and give another number. For "
          "incomplete records, the missing part is named.");
    Table table;
    table.columns = {{"claim", false},   {"number", false}, {"claimed", true},
                     {"recorded", true}, {"n", true},       {"it", false}};
    table.caption = "Recorded: computed from this store's evaluations that the claim is about; n = "
                    "number used (of the number in the claim, if known). Context: a number that "
                    "explains the claim and has no published value.";
    out.tables.push_back(std::move(table));
    ClaimComparer comparer(reader, filter, scope);
    std::vector<std::string> populations;
    for (const Claim &claim : claims.claims) {
        std::vector<ComparedClaim> figures;
        figures.reserve(claim.figures.size());
        for (const FigureOfClaim &each : claim.figures) {
            auto compared = comparer.compare(each);
            if (!compared)
                return std::move(compared).error();
            figures.push_back(std::move(*compared));
            const std::string &counted = figures.back().population;
            if (!counted.empty() && std::ranges::find(populations, counted) == populations.end())
                populations.push_back(counted);
        }
        addClaim(claim, figures, out);
    }
    for (const std::string &each : populations)
        out.paragraphs.push_back("Counted: " + each);
    return out;
}

} // namespace loupe
