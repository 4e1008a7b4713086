// SPDX-License-Identifier: Apache-2.0
#include "core/store/merge/absorb.h"

#include "core/store/merge/mergesource.h"
#include "core/store/merge/mergesteps.h"
#include "core/store/read/storecheck.h"

namespace loupe {

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
    return Error{Errc::Unsupported, "the store holds reviews or marks of people",
                 other.file().string(), "kloupe merge makes one store of both"};
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
