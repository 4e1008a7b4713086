// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/bulkinsert.h"

#include "core/store/rows/evaluationrows.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/write/evaluationchunks.h"
#include "core/store/write/evaluationkey.h"
#include "core/store/write/evaluationwriter.h"
#include "core/store/write/packedevaluation.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Maximum ratio of old to new rows for which rebuilding the indexes pays off.
constexpr std::int64_t maxOldRows = 1;
/// Maximum ratio for indexes that exceed SQLite's cache (64 MB), so that each update would read the
/// file.
constexpr std::int64_t maxOldRowsOfLarge = 4;
constexpr std::int64_t largeRows = 250'000;

bool isIndexedAnew(std::int64_t newRows, std::int64_t oldRows)
{
    const std::int64_t most = newRows + oldRows < largeRows ? maxOldRows : maxOldRowsOfLarge;
    return oldRows <= most * newRows;
}

/// Drops the indexes of the evaluations temporarily.
class DeferredIndexes
{
public:
    explicit DeferredIndexes(Database &database) : m_database(database) { }

    /// Drops them if there are at least `enough` new rows.
    Status drop(std::size_t newRows, std::size_t enough)
    {
        const auto known = m_database.lookup("SELECT max(id) FROM evaluation");
        if (!known)
            return known.error();
        if (newRows < enough
            || !isIndexedAnew(static_cast<std::int64_t>(newRows), known->value_or(0)))
            return {};
        auto indexes = readList<std::pair<std::string, std::string>>(
            m_database,
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = "
            "'evaluation' AND sql IS NOT NULL ORDER BY rowid");
        if (!indexes)
            return std::move(indexes).error();
        m_indexes = std::move(*indexes);
        for (const auto &[name, sql] : m_indexes) {
            if (Status dropped = m_database.execute("DROP INDEX " + name); !dropped)
                return dropped;
        }
        return {};
    }

    Status restore() const
    {
        for (const auto &[name, sql] : m_indexes) {
            if (Status made = m_database.execute(sql); !made)
                return made;
        }
        return {};
    }

private:
    Database &m_database;
    std::vector<std::pair<std::string, std::string>> m_indexes; ///< names and SQL
};

/// Finds the owners of each evaluation, and marks the last known rounds of samples.
class PlaceFinder
{
public:
    PlaceFinder(Database &database, RunId run, const StoredNames &names)
        : m_database(database)
        , m_run(run)
        , m_names(names)
    {
    }

    /// Returns places that refer to data of the finder.
    Result<std::vector<EvaluationOwners>> find(const EvaluationParts &evaluations)
    {
        if (Status known = readCategories(); !known)
            return known.error();
        std::vector<EvaluationOwners> places;
        places.reserve(evaluations.size());
        std::vector<RoundOfSample> rounds; // per evaluation
        rounds.reserve(evaluations.size());
        const Status found = evaluations.forEach([&](const Evaluation &each) -> Status {
            const auto place = placeOf(each.candidate);
            if (!place)
                return place.error();
            places.push_back(*place);
            rounds.push_back(roundOf(*place, each));
            return {};
        });
        if (!found)
            return found.error();
        for (std::size_t i = 0; i < places.size(); ++i)
            places[i].isLastRound = rounds[i].last != nullptr && *rounds[i].last == rounds[i].round;
        return places;
    }

private:
    using Sample = std::tuple<TaskId, MethodId, int>;
    /// Round of an evaluation, and the last known one of its sample; null if its own is not known.
    struct RoundOfSample {
        const int *last = nullptr;
        int round = 0;
    };

    RoundOfSample roundOf(const EvaluationOwners &place, const Evaluation &evaluation)
    {
        const int round = evaluation.candidate.round;
        if (!hasKnownOutcome(evaluation))
            return {nullptr, round};
        int &last
            = m_lastRounds.try_emplace(sampleOf(place, evaluation.candidate), round).first->second;
        last = std::max(last, round);
        return {&last, round};
    }

    static Sample sampleOf(const EvaluationOwners &place, const Candidate &candidate)
    {
        return {place.task, place.method, candidate.sample};
    }

    Status readCategories()
    {
        for (const auto &[name, task] : m_names.tasks) {
            auto category = storedCategory(m_database, task);
            if (!category)
                return std::move(category).error();
            if (*category)
                m_categories.emplace(task, std::move(**category));
        }
        for (const auto &[name, method] : m_names.methods) {
            const auto known = m_database.lookup("SELECT 1 FROM method WHERE id = ?", method.value);
            if (!known)
                return known.error();
            if (*known)
                m_methods.insert(method);
        }
        return {};
    }

    Result<EvaluationOwners> placeOf(const Candidate &candidate) const
    {
        const auto task = m_names.tasks.find(candidate.task);
        const auto method = m_names.methods.find(candidate.method);
        if (task != m_names.tasks.end() && method != m_names.methods.end()) {
            const auto category = m_categories.find(task->second);
            if (category != m_categories.end() && m_methods.count(method->second) > 0)
                return EvaluationOwners{m_run, task->second, method->second, category->second,
                                        false};
        }
        return Error{Errc::InvalidInput,
                     "\"" + candidate.task + "\" or \"" + candidate.method
                         + "\" has not been added to the store"};
    }

    Database &m_database;
    RunId m_run;
    const StoredNames &m_names;
    std::map<TaskId, std::string> m_categories; ///< of tasks in the store
    std::set<MethodId> m_methods;               ///< methods in the store
    std::map<Sample, int> m_lastRounds;
};

/// Returns true if the store has the run and all verdicts of this program, so that references to
/// them need no check per row.
Result<bool> hasRunAndVerdicts(Database &database, RunId run)
{
    const auto stored = database.lookup("SELECT 1 FROM run WHERE id = ?", run.value);
    if (!stored)
        return stored.error();
    bool all = stored->has_value();
    for (const VerdictFacts &each : allVerdicts()) {
        const auto known = database.lookup("SELECT 1 FROM verdict WHERE id = ?", each.id);
        if (!known)
            return known.error();
        all = all && *known;
    }
    return all;
}

/// Adds to the error which evaluation is a duplicate.
Error explainedFailure(Error error, const Database &database, const EvaluationParts &evaluations)
{
    if (!database.lastFailureWasDuplicate())
        return error;
    std::set<EvaluationKey> seen;
    const Status explained = evaluations.forEach([&](const Evaluation &each) -> Status {
        const Candidate &candidate = each.candidate;
        const bool isNew = seen.insert({candidate.task, candidate.method, candidate.sample,
                                        candidate.round, each.attempt})
                               .second;
        return isNew ? Status() : Status(alreadyRecorded(error, each));
    });
    return explained ? error : explained.error();
}

Status insertChunks(Database &database, const EvaluationParts &evaluations,
                    std::span<const EvaluationOwners> places,
                    const std::function<Status()> &advance)
{
    EvaluationChunks chunks(database);
    if (Status begun = chunks.begin(evaluations.size()); !begun)
        return begun;
    EvaluationPacker packer(evaluations);
    std::size_t at = 0;
    for (;;) {
        const auto next = packer.next();
        if (!next)
            return next.error();
        const PackedEvaluations &chunk = **next;
        const std::size_t count = chunk.packed.size();
        if (count == 0)
            break;
        if (Status stored
            = chunks.insert(chunk.evaluations.all(), places.subspan(at, count), chunk.packed);
            !stored)
            return explainedFailure(stored.error(), database, evaluations);
        at += count;
        for (std::size_t i = 0; i < count; ++i) {
            if (Status going = advance(); !going)
                return going;
        }
    }
    return {};
}

} // namespace

Status insertAllEvaluations(Database &database, RunId run, const EvaluationParts &evaluations,
                            const StoredNames &names, const std::function<Status()> &advance,
                            std::size_t deferredFrom)
{
    PlaceFinder finder(database, run, names);
    const auto places = finder.find(evaluations);
    if (!places)
        return places.error();
    DeferredIndexes indexes(database);
    if (Status dropped = indexes.drop(evaluations.size(), deferredFrom); !dropped)
        return dropped;
    const auto known = hasRunAndVerdicts(database, run);
    if (!known)
        return known.error();
    std::optional<UncheckedRows> unchecked;
    if (*known)
        unchecked.emplace(database);
    if (Status stored = insertChunks(database, evaluations, *places, advance); !stored)
        return stored;
    return indexes.restore();
}

} // namespace loupe
