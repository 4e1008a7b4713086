// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/sourcerows.h"

#include "core/store/sqlite/rowlisting.h"

#include <optional>
#include <string>
#include <utility>

namespace loupe {

namespace {

Result<CandidateSource> readSource(Database &database, RowId id)
{
    std::optional<CandidateSource> out;
    std::optional<Error> damage;
    Status read = readRows(
        database,
        "SELECT c.id, b.data, b.codec, b.size FROM evaluation e JOIN candidate c ON c.id = "
        "e.candidate_id LEFT JOIN blob b ON b.id = c.source_blob WHERE e.id = ?",
        [&](const Statement &row) {
            const auto [candidate, packed] = readValues<CandidateId, BlobRow>(row);
            out = CandidateSource{candidate, {}};
            auto text = packed.content();
            if (text)
                out->text = std::move(*text);
            else
                damage = std::move(text).error();
        },
        id.value);
    if (!read)
        return std::move(read).error();
    if (damage) {
        damage->where = database.file().string() + ":evaluation " + std::to_string(id.value);
        return std::move(*damage);
    }
    if (!out)
        return Error{Errc::NotFound, "the store has no evaluation " + std::to_string(id.value),
                     database.file().string(), "kloupe query STORE lists the evaluations"};
    return std::move(*out);
}

} // namespace

Result<std::vector<CandidateSource>> readSources(Database &database,
                                                 std::span<const RowId> evaluations)
{
    std::vector<CandidateSource> out;
    out.reserve(evaluations.size());
    for (const RowId id : evaluations) {
        auto source = readSource(database, id);
        if (!source)
            return std::move(source).error();
        out.push_back(std::move(*source));
    }
    return out;
}

} // namespace loupe
