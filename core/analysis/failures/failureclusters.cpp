// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failureclusters.h"

#include "core/analysis/rows/namenumbers.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view anyName = "…";

bool isNameCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'
        || c == '-';
}

/// Returns true for "odd/normal", the name of a shape case and a distribution.
bool isTrialName(std::string_view word)
{
    const std::size_t slash = word.find('/');
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == word.size())
        return false;
    return std::ranges::all_of(word.substr(0, slash), isNameCharacter)
        && std::ranges::all_of(word.substr(slash + 1), isNameCharacter);
}

struct Quotes {
    std::string_view opening;
    std::string_view closing;
};
constexpr std::array allQuotes{Quotes{"\"", "\""}, Quotes{"'", "'"}, Quotes{"`", "`"},
                               Quotes{"`", "'"},   Quotes{"‘", "’"}, Quotes{"“", "”"}};

bool isWordBefore(std::string_view text, std::size_t at)
{
    return at > 0 && isNameCharacter(text[at - 1]);
}

/// Returns the position after the closing quotation mark, if a quoted name begins here. An
/// apostrophe within a word opens and closes nothing.
std::optional<std::size_t> quotedEnd(std::string_view text, std::size_t begin)
{
    if (isWordBefore(text, begin))
        return std::nullopt;
    for (const auto &[opening, closing] : allQuotes) {
        if (!text.substr(begin).starts_with(opening))
            continue;
        const std::size_t first = begin + opening.size();
        for (std::size_t at = text.find(closing, first); at != std::string_view::npos;
             at = text.find(closing, at + 1)) {
            const std::size_t end = at + closing.size();
            if (at > first && (end == text.size() || !isNameCharacter(text[end])))
                return end;
        }
    }
    return std::nullopt;
}

} // namespace

std::string_view withoutTrial(std::string_view summary)
{
    constexpr std::string_view separator = ": ";
    const std::size_t end = summary.find(separator);
    if (end == std::string_view::npos || end + separator.size() == summary.size())
        return summary;
    const std::string_view before = summary.substr(0, end);
    const bool isTrial
        = before.starts_with("fresh inputs ") || isTrialName(before.substr(0, before.find(' ')));
    return isTrial ? summary.substr(end + separator.size()) : summary;
}

std::string groupedCause(std::string_view summary)
{
    const std::string_view text = withoutTrial(summary);
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (const auto end = quotedEnd(text, at)) {
            out += anyName;
            at = *end;
        } else {
            out += text[at++];
        }
    }
    return out;
}

namespace {

/// A cluster and what is known about each of its fingerprints.
struct Growing {
    FailureCluster cluster;
    struct Member {
        const FailureCount *first = nullptr;
        std::int64_t count = 0;
    };
    std::map<Name, Member> members;
};

/// Names the cluster after its members.
FailureCluster finished(Growing &&growing)
{
    FailureCluster out = std::move(growing.cluster);
    const Growing::Member *most = nullptr;
    bool isOneSummary = true;
    for (const auto &[fingerprint, member] : growing.members) {
        out.fingerprints.push_back(fingerprint);
        const Name summary = withoutTrial(member.first->summary.text());
        isOneSummary = isOneSummary && (most == nullptr || summary == out.summary);
        out.summary = summary;
        if (most == nullptr || member.count > most->count)
            most = &member;
    }
    out.fingerprint = most->first->fingerprint;
    out.kind = most->first->kind;
    if (!isOneSummary)
        out.summary = out.cause;
    return out;
}

} // namespace

Name GroupedCauses::of(Name fingerprint, Name summary)
{
    const auto [place, isNew] = m_known.try_emplace(fingerprint);
    if (isNew)
        place->second = groupedCause(summary.text());
    return place->second;
}

std::vector<FailureCount> failureCounts(std::span<const MetricRow> rows,
                                        std::span<const FailureReason> reasons)
{
    std::unordered_map<std::int64_t, const FailureReason *> byEvaluation;
    for (const FailureReason &each : reasons)
        byEvaluation.emplace(each.evaluation.value, &each);
    std::map<std::tuple<Name, Name, Name, int>, FailureCount> counts;
    for (const MetricRow &row : rows) {
        const auto found = byEvaluation.find(row.id.value);
        if (found == byEvaluation.end())
            continue;
        const FailureReason &why = *found->second;
        FailureCount &count = counts[{why.fingerprint, row.category, row.method, row.round}];
        const std::int64_t before = count.count;
        count = {why.fingerprint, why.kind,  why.summary, row.method,
                 row.category,    row.round, before + 1};
    }
    std::vector<FailureCount> out;
    out.reserve(counts.size());
    for (const auto &[_, count] : counts)
        out.push_back(count);
    return out;
}

std::vector<FailureCluster> failureClusters(std::span<const FailureCount> counts)
{
    GroupedCauses causes;
    std::unordered_map<Name, Growing> found;
    for (const FailureCount &each : counts) {
        const Name cause = causes.of(each.fingerprint, each.summary);
        Growing &growing = found[cause];
        Growing::Member &member = growing.members[each.fingerprint];
        member.first = &each;
        member.count += each.count;
        FailureCluster &cluster = growing.cluster;
        cluster.cause = cause;
        cluster.count += each.count;
        cluster.byMethod[each.method] += each.count;
        cluster.byCategory[each.category] += each.count;
        cluster.byRound[each.round] += each.count;
    }
    std::vector<FailureCluster> out;
    out.reserve(found.size());
    for (auto &[cause, growing] : found)
        out.push_back(finished(std::move(growing)));
    std::sort(out.begin(), out.end(), [](const FailureCluster &a, const FailureCluster &b) {
        return std::tie(b.count, a.kind.text(), a.summary.text(), a.fingerprint.text())
            < std::tie(a.count, b.kind.text(), b.summary.text(), b.fingerprint.text());
    });
    return out;
}

namespace {

/// Suite, its version, task, hash, method, device, protocol, precision, clock, and the run if cells
/// of runs are separate. The baseline is missing, because verdicts do not depend on it.
using CellKey = NameKey<10>;

/// Numbers cells, so that one in the populations of several baselines is one.
class CellNumbers
{
public:
    std::uint32_t of(const Population &population, const MetricRow &row)
    {
        const std::vector<GroupBy> &apart = population.scope().apart;
        const bool hasRuns = std::ranges::find(apart, GroupBy::Run) != apart.end();
        const bool hasRounds = std::ranges::find(apart, GroupBy::Round) != apart.end();
        const std::uint32_t pair
            = m_pairs[{row.suite, row.suiteVersion, row.task, row.taskHash, row.method, row.device,
                       row.protocol, row.precision, row.clock, hasRuns ? row.run : Name()}];
        const auto [number, _]
            = m_cells.try_emplace({pair, hasRounds ? row.round : 0}, m_cells.size());
        return static_cast<std::uint32_t>(number->second);
    }

private:
    NameNumbers<std::tuple_size_v<CellKey>> m_pairs;
    std::map<std::pair<std::uint32_t, int>, std::size_t> m_cells;
};

} // namespace

FailedCells countFailedCells(std::vector<FailureCluster> &clusters,
                             std::span<const Population> populations,
                             std::span<const FailureReason> reasons)
{
    FailedCells out;
    CellNumbers numbers;
    std::unordered_set<std::uint32_t> judged;
    std::unordered_map<std::int64_t, std::uint32_t> failed; // cells by their result
    for (const Population &population : populations) {
        for (const MetricRow &cell : population.cells()) {
            const Outcome outcome = outcomeOf(cell.verdict);
            if (!isJudged(outcome))
                continue;
            const std::uint32_t number = numbers.of(population, cell);
            judged.insert(number);
            if (isFailure(outcome))
                failed.emplace(cell.id.value, number);
        }
    }
    out.judged = judged.size();
    std::unordered_set<std::uint32_t> failedCells;
    for (const auto &[_, number] : failed)
        failedCells.insert(number);
    out.failed = failedCells.size();
    std::unordered_map<Name, std::size_t> byFingerprint;
    for (const FailureReason &each : reasons) {
        const auto found = failed.find(each.evaluation.value);
        // Results of one cell may differ between baselines; the first one counts.
        if (found != failed.end() && failedCells.erase(found->second) > 0)
            ++byFingerprint[each.fingerprint];
    }
    for (FailureCluster &cluster : clusters) {
        cluster.cells = 0;
        for (const Name fingerprint : cluster.fingerprints) {
            const auto cells = byFingerprint.find(fingerprint);
            cluster.cells += cells == byFingerprint.end() ? 0 : cells->second;
        }
    }
    std::ranges::stable_sort(clusters, std::ranges::greater(), &FailureCluster::cells);
    return out;
}

} // namespace loupe
