// SPDX-License-Identifier: Apache-2.0
#include "core/store/merge/mergesource.h"

#include "core/store/file/storefile.h"

namespace loupe {

namespace {
constexpr const char *versionSql = "PRAGMA data_version";
}

Result<MergeSource> MergeSource::open(const std::filesystem::path &file)
{
    auto database = openForReading(file, currentSchema());
    if (!database)
        return std::move(database).error();
    MergeSource out(std::move(*database));
    auto reading = Transaction::begin(*out.m_database, Transaction::Kind::Read);
    if (!reading)
        return std::move(reading).error();
    out.m_reading.emplace(std::move(*reading));
    // A transaction sees the state at its first read.
    if (const auto read = out.m_database->lookup("PRAGMA user_version"); !read)
        return read.error();
    const auto version = out.m_database->lookup(versionSql);
    if (!version)
        return version.error();
    out.m_version = *version;
    return out;
}

Status MergeSource::confirm(Database &merging, const std::string &schema)
{
    const auto read = merging.lookup("PRAGMA " + schema + ".user_version");
    if (!read)
        return read.error();
    // Without a commit between the start of the checks and now, both transactions see one state.
    m_reading.reset();
    const auto version = m_database->lookup(versionSql);
    if (!version)
        return version.error();
    if (*version == m_version)
        return {};
    return Error{Errc::Busy, "the store changed between its check and the merge",
                 m_database->file().string(), "try again when no program writes to it"};
}

} // namespace loupe
