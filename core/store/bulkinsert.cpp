// SPDX-License-Identifier: Apache-2.0
#include "core/store/bulkinsert.h"

#include "core/store/evaluationwriter.h"
#include "core/store/readqueries.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Below this, indexes are kept up row by row.
constexpr std::size_t worthDeferring = 5'000;
/// A table of this many times the new rows costs more to index anew than it saves.
constexpr std::int64_t mostOldRows = 4;

/// The indexes of the evaluations, taken away for a while.
class DeferredIndexes
{
public:
    explicit DeferredIndexes(Database &database) : m_database(database) { }

    Status drop(std::size_t newRows)
    {
        const auto known = m_database.lookup("SELECT max(id) FROM evaluation");
        if (!known)
            return known.error();
        if (newRows < worthDeferring
            || known->value_or(0) > mostOldRows * static_cast<std::int64_t>(newRows))
            return {};
        auto query = m_database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' "
                                        "AND tbl_name = 'evaluation' AND sql IS NOT NULL ORDER BY "
                                        "rowid");
        if (!query)
            return std::move(query).error();
        Status read = forEachRow(*query, [this](const Statement &row) {
            m_indexes.emplace_back(row.text(0), row.text(1));
        });
        if (!read)
            return read;
        query->reset();
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
    std::vector<std::pair<std::string, std::string>> m_indexes; ///< names and what makes them
};

bool hasKnownOutcome(const Evaluation &evaluation)
{
    const Outcome outcome = outcomeOf(evaluation.verdict);
    return outcome != Outcome::Unknown && outcome != Outcome::InfraError;
}

struct StoredPlace {
    TaskId task;
    MethodId method;
    bool isLastRound = false;
};

/// Where each evaluation belongs, and which of them are the last known rounds of their samples.
Result<std::vector<StoredPlace>> placesOf(std::span<const Evaluation> evaluations,
                                          const StoredNames &names)
{
    std::vector<StoredPlace> places;
    places.reserve(evaluations.size());
    std::map<std::tuple<TaskId, MethodId, int>, int> lastRounds;
    for (const Evaluation &each : evaluations) {
        const Candidate &candidate = each.candidate;
        const auto task = names.tasks.find(candidate.task);
        const auto method = names.methods.find(candidate.method);
        if (task == names.tasks.end() || method == names.methods.end())
            return Error{Errc::InvalidInput,
                         "\"" + candidate.task + "\" or \"" + candidate.method
                             + "\" has not been added to the store",
                         {},
                         {},
                         {}};
        places.push_back({task->second, method->second, false});
        if (!hasKnownOutcome(each))
            continue;
        const auto [last, isFirst] = lastRounds.try_emplace(
            {task->second, method->second, candidate.sample}, candidate.round);
        if (!isFirst)
            last->second = std::max(last->second, candidate.round);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Candidate &candidate = evaluations[i].candidate;
        const auto last = lastRounds.find({places[i].task, places[i].method, candidate.sample});
        places[i].isLastRound = last != lastRounds.end() && last->second == candidate.round;
    }
    return places;
}

} // namespace

Status insertAllEvaluations(Database &database, RunId run, std::span<const Evaluation> evaluations,
                            const StoredNames &names, const std::function<Status()> &advance)
{
    const auto places = placesOf(evaluations, names);
    if (!places)
        return places.error();
    DeferredIndexes indexes(database);
    if (Status dropped = indexes.drop(evaluations.size()); !dropped)
        return dropped;
    TextPacker packer(evaluations);
    BlobAppender blobs(database);
    for (std::size_t i = 0; i < evaluations.size(); ++i) {
        const StoredPlace &place = (*places)[i];
        const auto stored
            = insertEvaluation(database, run, place.task, place.method, evaluations[i],
                               {place.isLastRound, packer.next(), blobs});
        if (!stored)
            return stored.error();
        if (Status going = advance(); !going)
            return going;
    }
    return indexes.restore();
}

} // namespace loupe
