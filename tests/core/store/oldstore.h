// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/file/storefile.h"
#include "core/store/sqlite/rowlisting.h"

#include <memory>
#include <string>
#include <vector>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

/// Makes a store of an older version from the file of statements, and returns its connection.
inline std::unique_ptr<Database> makeOldStore(const std::filesystem::path &store, int version,
                                              const std::string &statements)
{
    auto database = must(Database::open(store, Database::Mode::Create));
    mustSucceed(database->execute("PRAGMA application_id = " + std::to_string(storeApplicationId)
                                  + "; PRAGMA user_version = " + std::to_string(version)));
    const auto file = std::filesystem::path(LOUPE_SOURCE_DIR) / "tests/core/store" / statements;
    mustSucceed(database->execute(must(readFile(file))));
    return database;
}

/// Tests with a store of an older version.
class OldStore : public StoreTest
{
protected:
    /// Makes the test's store with the tables of a version, which schema-vN.sql has.
    std::unique_ptr<Database> makeOld(int version) const
    {
        return makeOldStore(storeFile(), version, "schema-v" + std::to_string(version) + ".sql");
    }

    /// Expects that the migrated store has the tables, views and indexes of a new one, and the same
    /// columns in each.
    void expectTablesOfANewStore() const
    {
        const std::filesystem::path fresh = folder() / "fresh.kloupe";
        ASSERT_TRUE(StoreWriter::open(fresh));
        const auto migrated = must(openForReading(storeFile(), currentSchema()));
        const auto made = must(openForReading(fresh, currentSchema()));
        const std::string names = "SELECT name FROM sqlite_schema ORDER BY name";
        const auto expected = must(readList<std::string>(*made, names));
        EXPECT_FALSE(expected.empty());
        EXPECT_EQ(must(readList<std::string>(*migrated, names)), expected);
        for (const std::string &each : expected)
            EXPECT_EQ(columnsOf(*migrated, each), columnsOf(*made, each)) << each;
    }

private:
    /// Returns the columns of a table as SQLite lists them.
    static std::vector<std::string> columnsOf(Database &database, const std::string &table)
    {
        return must(readList<std::string>(
            database,
            "SELECT name || ' ' || type || ' ' || \"notnull\" || ' ' || ifnull(dflt_value, '-') "
            "|| ' ' || pk FROM pragma_table_info(?)",
            table));
    }
};

} // namespace loupe::test
