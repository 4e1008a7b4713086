// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/bulkinsert.h"

#include "core/analysis/failures/failurefingerprint.h"
#include "core/model/record/evaluation.h"
#include "core/model/verdict/diagnostic.h"
#include "core/store/rows/evaluationrows.h"
#include "core/store/rows/failurerows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowinsert.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/write/evaluationwriter.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Derived data of one evaluation that takes long to compute: its texts in the form of the blob
/// table, and the cause of failure.
struct PackedEvaluation {
    PackedBlob source;
    PackedBlob feedback;
    PackedBlob buildLog;
    PackedBlob runLog;
    PackedBlob originalRecord;
    std::optional<Failure> failure; ///< set if the evaluation failed
};

/// Some consecutive evaluations, and their derived data in the same order.
struct PackedEvaluations {
    EvaluationPart evaluations;
    std::vector<PackedEvaluation> packed;
};

constexpr std::size_t maxReady = 8; ///< chunks

PackedEvaluation packed(const Evaluation &evaluation)
{
    return {packBlob(evaluation.candidate.source), packBlob(evaluation.candidate.feedback),
            packBlob(evaluation.buildLog),         packBlob(evaluation.runLog),
            packBlob(evaluation.originalRecord),   failureOf(evaluation)};
}

/// Packs evaluations on another thread, in their order and some hundreds ahead of the caller.
class EvaluationPacker
{
public:
    /// The evaluations must outlive the packer.
    explicit EvaluationPacker(const EvaluationParts &evaluations)
        : m_evaluations(evaluations)
        , m_thread([this] { work(); })
    {
    }

    EvaluationPacker(const EvaluationPacker &) = delete;
    EvaluationPacker &operator=(const EvaluationPacker &) = delete;

    ~EvaluationPacker()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isStopped = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }

    /// Returns the next evaluations, at most some hundred; none at the end. Valid until the next
    /// call. Fails if they cannot be read.
    Result<const PackedEvaluations *> next()
    {
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return !m_ready.empty(); });
            m_used.push_back(std::exchange(m_current, std::move(m_ready.front())));
            m_ready.pop_front();
        }
        m_changed.notify_all();
        if (!m_current)
            return m_current.error();
        return &*m_current;
    }

private:
    using Chunk = Result<PackedEvaluations>;

    void work()
    {
        EvaluationReading reading(m_evaluations);
        for (bool isLast = false; !isLast;) {
            Chunk chunk = made(reading);
            isLast = !chunk || chunk->packed.empty();
            std::vector<Chunk> used;
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_isStopped || m_ready.size() < maxReady; });
            if (m_isStopped)
                return;
            m_ready.push_back(std::move(chunk));
            used.swap(m_used);
            lock.unlock();
            m_changed.notify_all();
        }
    }

    Chunk made(EvaluationReading &reading)
    {
        auto part = reading.next();
        if (!part)
            return std::move(part).error();
        PackedEvaluations out{std::move(*part), {}};
        const std::span<const Evaluation> all = out.evaluations.all();
        out.packed.reserve(all.size());
        for (const Evaluation &each : all)
            out.packed.push_back(packed(each));
        if (!all.empty())
            all.back().originalRecord.giveBack();
        return out;
    }

    EvaluationParts m_evaluations;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Chunk> m_ready; ///< guarded by m_mutex
    std::vector<Chunk> m_used; ///< guarded by m_mutex; freed by the packing thread
    bool m_isStopped = false;  ///< guarded by m_mutex
    Chunk m_current{PackedEvaluations()};
    std::thread m_thread;
};

/// Returns a function that binds a row's values in a statement of many rows.
auto into(Statement &statement, int first)
{
    return
        [&statement, first](const auto &...values) { statement.bindInPlaceFrom(first, values...); };
}

Status done(const Result<std::size_t> &inserted)
{
    return inserted ? Status() : Status(inserted.error());
}

/// Inserts the evaluations of a new run in chunks of some hundred, table by table. The caller must
/// hold a transaction and ensure that places refer to existing rows.
class EvaluationChunks
{
public:
    explicit EvaluationChunks(Database &database)
        : m_database(database)
        , m_blobs(database)
        , m_candidateRows(database, candidateInto, candidateColumns, candidateConflict)
        , m_evaluationRows(database, evaluationInto, evaluationColumns)
        , m_extraRows(database, extraInto, extraColumns)
        , m_failureRows(database, failureInto, failureColumns)
    {
    }

    /// Must be called once before the first chunk, with the total number of evaluations.
    Status begin(std::size_t evaluations)
    {
        constexpr std::size_t usualTexts = 3; // a source, a log and a record
        m_blobs.expect(usualTexts * evaluations);
        const auto candidate = lastRowId(m_database, "SELECT max(id) FROM candidate");
        if (!candidate)
            return candidate.error();
        const auto evaluation = lastRowId(m_database, "SELECT max(id) FROM evaluation");
        if (!evaluation)
            return evaluation.error();
        m_lastCandidate = *candidate;
        m_lastEvaluation = *evaluation;
        return {};
    }

    /// Inserts a chunk; the spans are parallel.
    Status insert(std::span<const Evaluation> evaluations, std::span<const EvaluationOwners> places,
                  std::span<const PackedEvaluation> packed)
    {
        m_evaluations = evaluations;
        m_places = places;
        m_packed = packed;
        m_ids.assign(evaluations.size(), {});
        for (const auto step : {&EvaluationChunks::addTexts, &EvaluationChunks::addCandidates,
                                &EvaluationChunks::addEvaluations, &EvaluationChunks::addExtras,
                                &EvaluationChunks::addFailures, &EvaluationChunks::addParts}) {
            if (Status added = (this->*step)(); !added)
                return added;
        }
        return {};
    }

private:
    struct Ids {
        CandidateReferences references;
        ExtraTexts texts;
        std::int64_t candidate = 0;
        std::int64_t evaluation = 0;
    };

    Status addTexts()
    {
        if (Status begun = m_blobs.begin(); !begun)
            return begun;
        for (std::size_t i = 0; i < m_ids.size(); ++i) {
            Ids &ids = m_ids[i];
            const PackedEvaluation &packed = m_packed[i];
            const std::array<std::pair<const PackedBlob *, StoredId *>, 5> texts{{
                {&packed.source, &ids.references.source},
                {&packed.feedback, &ids.references.feedback},
                {&packed.buildLog, &ids.texts.buildLog},
                {&packed.runLog, &ids.texts.runLog},
                {&packed.originalRecord, &ids.texts.original},
            }};
            for (const auto &[text, id] : texts) {
                const auto put = m_blobs.put(*text);
                if (!put)
                    return put.error();
                *id = *put;
            }
        }
        return m_blobs.end();
    }

    Status addCandidates()
    {
        for (std::size_t i = 0; i < m_ids.size(); ++i) {
            m_ids[i].candidate = ++m_lastCandidate;
            const auto request = requestOf(m_database, m_evaluations[i].candidate.request);
            if (!request)
                return request.error();
            m_ids[i].references.request = *request;
        }
        const auto added
            = m_candidateRows.insert(m_ids.size(), [&](Statement &row, int first, std::size_t i) {
                  bindCandidate(m_ids[i].candidate, m_places[i].task, m_places[i].method,
                                m_evaluations[i].candidate, m_ids[i].references, into(row, first));
              });
        if (!added)
            return added.error();
        if (*added == m_ids.size())
            return {};
        // Some existed already, and SQLite does not report which.
        for (std::size_t i = 0; i < m_ids.size(); ++i) {
            const auto known = storedCandidate(
                m_database, m_places[i].task, m_places[i].method, m_evaluations[i].candidate,
                m_ids[i].references.source, m_ids[i].references.feedback);
            if (!known)
                return known.error();
            m_ids[i].candidate = *known;
        }
        return {};
    }

    Status addEvaluations()
    {
        for (Ids &ids : m_ids)
            ids.evaluation = ++m_lastEvaluation;
        return done(
            m_evaluationRows.insert(m_ids.size(), [&](Statement &row, int first, std::size_t i) {
                bindEvaluation(m_ids[i].evaluation, m_places[i], m_ids[i].candidate,
                               m_evaluations[i], into(row, first));
            }));
    }

    Status addExtras()
    {
        return done(m_extraRows.insert(m_ids.size(), [&](Statement &row, int first, std::size_t i) {
            bindExtra(m_ids[i].evaluation, m_evaluations[i], m_ids[i].texts, into(row, first));
        }));
    }

    Status addFailures()
    {
        std::vector<std::size_t> failed;
        failed.reserve(m_packed.size());
        for (std::size_t i = 0; i < m_packed.size(); ++i) {
            if (m_packed[i].failure)
                failed.push_back(i);
        }
        return done(
            m_failureRows.insert(failed.size(), [&](Statement &row, int first, std::size_t i) {
                const Failure &failure = *m_packed[failed[i]].failure;
                row.bindInPlaceFrom(first, m_ids[failed[i]].evaluation, failure.kind,
                                    failure.fingerprint, failure.summary);
            }));
    }

    Status addParts()
    {
        for (std::size_t i = 0; i < m_ids.size(); ++i) {
            if (Status added = insertParts(m_database, m_ids[i].evaluation, m_evaluations[i]);
                !added)
                return added;
        }
        return {};
    }

    Database &m_database;
    BlobAppender m_blobs;
    RowInsert m_candidateRows;
    RowInsert m_evaluationRows;
    RowInsert m_extraRows;
    RowInsert m_failureRows;
    std::int64_t m_lastCandidate = 0;
    std::int64_t m_lastEvaluation = 0;
    std::span<const Evaluation> m_evaluations; ///< of the chunk, as are the next members
    std::span<const EvaluationOwners> m_places;
    std::span<const PackedEvaluation> m_packed;
    std::vector<Ids> m_ids;
};

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
