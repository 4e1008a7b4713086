// SPDX-License-Identifier: Apache-2.0
#include "core/store/merge/mergestores.h"

#include "core/store/file/storefile.h"
#include "core/store/merge/mergesteps.h"
#include "core/store/read/storecheck.h"
#include "core/store/sqlite/rowlisting.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// SQLite attaches at most ten databases.
constexpr std::size_t maxStores = 8;

Error mergeError(Errc code, const fs::path &file, std::string message, std::string hint)
{
    return Error{code, std::move(message), file.string(), std::move(hint)};
}

/// The unfinished store. It is removed with SQLite's side files unless it got its final name.
class UnfinishedFile
{
public:
    explicit UnfinishedFile(const fs::path &target) : m_path(target)
    {
        m_path += ".merging";
        removeStoreFiles(m_path);
    }
    UnfinishedFile(const UnfinishedFile &) = delete;
    UnfinishedFile &operator=(const UnfinishedFile &) = delete;
    ~UnfinishedFile() { removeStoreFiles(m_path); }

    const fs::path &path() const { return m_path; }

    Status giveName(const fs::path &target)
    {
        const int descriptor = open(m_path.c_str(), O_RDONLY | O_CLOEXEC);
        const bool synced = descriptor >= 0 && fsync(descriptor) == 0;
        const int failure = errno;
        if (descriptor >= 0)
            close(descriptor);
        if (!synced)
            return mergeError(Errc::Io, m_path,
                              "the merged store cannot be written: "
                                  + std::system_category().message(failure),
                              "free some space and try again");
        return placeNewStore(m_path, target);
    }

private:
    fs::path m_path;
};

Status checkArguments(std::span<const fs::path> stores, const fs::path &target)
{
    if (stores.empty() || stores.size() > maxStores)
        return mergeError(Errc::InvalidInput, target,
                          fmt::format("a merge takes 1 to {} stores", maxStores),
                          "merge some of them first");
    std::error_code failed;
    if (fs::symlink_status(target, failed).type() != fs::file_type::not_found)
        return mergeError(Errc::InvalidInput, target, "the target exists already",
                          "choose a new name; a merge never overwrites");
    return {};
}

/// Returns the names and SQL of the indexes that can be recreated after the merge.
Result<std::vector<std::pair<std::string, std::string>>> laterIndexes(Database &database)
{
    return readList<std::pair<std::string, std::string>>(
        database,
        "SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND "
        "sql NOT LIKE 'CREATE UNIQUE%' AND tbl_name <> 'trial' ORDER BY name");
}

/// Settings for one fast, large transaction on a private file. A failure is undone by removing the
/// file.
constexpr const char *fastSettings
    = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; "
      "PRAGMA main.cache_size = -163840; PRAGMA foreign_keys = OFF; PRAGMA threads = 2;";

Status absorbAll(Database &database, std::span<MergeSource> sources, MergeSummary &summary)
{
    auto transaction = Transaction::begin(database, Transaction::Kind::Write);
    if (!transaction)
        return std::move(transaction).error();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (Status checked = sources[i].confirm(database, fmt::format("store{}", i)); !checked)
            return checked;
    }
    const auto indexes = laterIndexes(database);
    if (!indexes)
        return indexes.error();
    for (const auto &[name, sql] : *indexes) {
        if (Status dropped = database.execute("DROP INDEX main." + name); !dropped)
            return dropped;
    }
    for (std::size_t i = 0; i < summary.parts.size(); ++i) {
        if (Status added = absorbStore(database, fmt::format("store{}", i), summary.parts[i]);
            !added)
            return added;
    }
    if (Status finished = finishMerge(database); !finished)
        return finished;
    for (const auto &[name, sql] : *indexes) {
        if (Status made = database.execute(sql); !made)
            return made;
    }
    const auto evaluations = database.lookup("SELECT count(*) FROM main.evaluation");
    const auto reviews = database.lookup("SELECT count(*) FROM main.review");
    if (!evaluations || !reviews)
        return evaluations ? reviews.error() : evaluations.error();
    summary.evaluations = evaluations->value_or(0);
    summary.reviews = reviews->value_or(0);
    return transaction->commit();
}

} // namespace

Result<MergeSummary> mergeStores(std::span<const fs::path> stores, const fs::path &target,
                                 std::stop_token stop)
{
    if (const Status fits = checkArguments(stores, target); !fits)
        return fits.error();
    std::vector<MergeSource> sources;
    MergeSummary summary;
    for (const fs::path &store : stores) {
        auto source = MergeSource::open(store);
        if (!source)
            return std::move(source).error();
        {
            const Interruptible interruptible(source->database(), stop);
            if (const Status sound = checkSound(source->database()); !sound)
                return sound.error();
        }
        sources.push_back(std::move(*source));
        summary.parts.push_back({store, 0, 0, 0, 0, {}});
    }
    UnfinishedFile unfinished(target);
    {
        auto database = openForWriting(unfinished.path(), currentSchema());
        if (!database)
            return std::move(database).error();
        const Interruptible interruptible(**database, std::move(stop));
        if (const Status set = (*database)->execute(fastSettings); !set)
            return set.error();
        for (std::size_t i = 0; i < stores.size(); ++i) {
            if (const Status attached
                = attachStore(**database, stores[i], fmt::format("store{}", i));
                !attached)
                return attached.error();
        }
        if (const Status prepared = prepareMerge(**database); !prepared)
            return prepared.error();
        if (const Status absorbed = absorbAll(**database, sources, summary); !absorbed)
            return absorbed.error();
    }
    if (const Status named = unfinished.giveName(target); !named)
        return named.error();
    return summary;
}

namespace {

constexpr const char *schemaName = "absorbed";

Status checkAbsorbed(Database &other)
{
    const auto said = other.lookup("SELECT (SELECT count(*) FROM review) + (SELECT count(*) FROM "
                                   "annotation) + (SELECT count(*) FROM run_mark)");
    if (!said)
        return said.error();
    if (said->value_or(0) == 0)
        return {};
    return other.fileError(Errc::Unsupported, "the store holds reviews or marks of people",
                           "kloupe merge makes one store of both");
}

Status absorbAttached(Database &database, MergeSource &source, MergedPart &part)
{
    auto transaction = Transaction::begin(database, Transaction::Kind::Write);
    if (!transaction)
        return std::move(transaction).error();
    if (Status checked = source.confirm(database, schemaName); !checked)
        return checked;
    if (Status absorbed = absorbStore(database, schemaName, part); !absorbed)
        return absorbed;
    if (Status finished = finishMerge(database); !finished)
        return finished;
    return transaction->commit();
}

} // namespace

Result<MergedPart> absorbInto(Database &database, const std::filesystem::path &other)
{
    auto source = MergeSource::open(other);
    if (!source)
        return std::move(source).error();
    if (Status fits = checkAbsorbed(source->database()); !fits)
        return fits.error();
    if (Status sound = checkSound(source->database()); !sound)
        return sound.error();
    if (Status attached = attachStore(database, other, schemaName); !attached)
        return attached.error();
    MergedPart part{other, 0, 0, 0, 0, {}};
    Status done = prepareMerge(database);
    if (done)
        done = absorbAttached(database, *source, part);
    static_cast<void>(endMerge(database));
    static_cast<void>(database.execute(std::string("DETACH ") + schemaName));
    if (!done)
        return done.error();
    return part;
}

} // namespace loupe
