// SPDX-License-Identifier: Apache-2.0
//
// Tests that the listed columns of each table equal those of its schema. roundtriptest and
// mergetest test that their values survive.
#include "core/store/sqlite/rowlisting.h"

#include "core/store/rows/evaluationcolumns.h"

#include <set>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class RowListing : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        openWriter().reset();
        m_database = must(Database::open(storeFile(), Database::Mode::Reading));
    }

    std::multiset<std::string> columnsInSchema(const std::string &table) const
    {
        const auto names = must(
            readList<std::string>(*m_database, "SELECT name FROM pragma_table_info(?)", table));
        return {names.begin(), names.end()};
    }

    template <typename Row>
    static std::multiset<std::string> columnsListed(std::multiset<std::string> keys)
    {
        const std::string list = columnNames<Row>().list() + ", ";
        for (std::size_t at = 0, end = 0; (end = list.find(", ", at)) != std::string::npos;
             at = end + 2)
            keys.insert(list.substr(at, end - at));
        return keys;
    }

private:
    std::unique_ptr<Database> m_database;
};

TEST_F(RowListing, HasEveryColumnOfItsTableOnce)
{
    EXPECT_EQ(columnsListed<Trial>({"id", "evaluation_id"}), columnsInSchema("trial"));
    EXPECT_EQ(columnsListed<OutputComparison>({"trial_id", "position"}),
              columnsInSchema("trial_output"));
    EXPECT_EQ(columnsListed<TimingSeries>({"evaluation_id", "position"}),
              columnsInSchema("timing"));
    EXPECT_EQ(columnsListed<Diagnostic>({"evaluation_id", "position"}),
              columnsInSchema("diagnostic"));
}

TEST_F(RowListing, MergesTakeBlobsByTheirNewIds)
{
    EXPECT_EQ(columnNames<TimingSeries>().mergedList(),
              "o.role, o.clock, o.case_name, o.overhead_ms, o.sample_count, "
              "blob[o.samples_ms], blob[o.calls], o.samples_by_process");
}

TEST_F(RowListing, AnInsertHasAMarkForEachColumn)
{
    EXPECT_EQ(
        insertStatement("timing", {"evaluation_id", "position"}, columnNames<TimingSeries>()),
        "INSERT INTO timing (evaluation_id, position, role, clock, case_name, overhead_ms, "
        "sample_count, samples_ms, calls, samples_by_process) VALUES (?, ?, ?, ?, ?, ?, ?, ?, "
        "?, ?)");
}

} // namespace

} // namespace loupe::test
