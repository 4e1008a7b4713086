// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/exporttables.h"

#include <limits>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

SqlAnswer answer()
{
    SqlAnswer out;
    out.columns = {"n", "x", "t", "b", "nothing"};
    out.rows = {{std::int64_t{-1}, 0.1, std::string("=A1"), CellBytes{12}, std::monostate()},
                {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<double>::infinity(),
                 std::string(), CellBytes{0}, std::monostate()}};
    return out;
}

} // namespace

TEST(SqlTable, EveryKindOfCellIsWritten)
{
    EXPECT_EQ(toCsv(toDataTable(answer())),
              "n,x,t,b,nothing\r\n"
              "-1,0.1,'=A1,(12 bytes),\r\n"
              "9223372036854775807,,,(0 bytes),\r\n");
}

TEST(SqlTable, NullIsADashInTablesAndNullInJson)
{
    const DataTable table = toDataTable(answer());
    EXPECT_EQ(toTable(table).rows[0][4], "–");
    EXPECT_EQ(toTable(table).rows[1][1], "–") << "what is not finite is no number";
    EXPECT_EQ(jsonLine(table.columns, table.rows[1]),
              "{\"n\":9223372036854775807,\"x\":null,\"t\":\"\",\"b\":\"(0 bytes)\","
              "\"nothing\":null}\n");
}

TEST(SqlTable, AnAnswerWithoutRowsKeepsItsColumns)
{
    SqlAnswer empty = answer();
    empty.rows.clear();
    const DataTable table = toDataTable(empty);
    EXPECT_EQ(toCsv(table), "n,x,t,b,nothing\r\n");
    EXPECT_EQ(toText(toTable(table)), "n  x  t  b  nothing\n-  -  -  -  -------\n");
    EXPECT_FALSE(toTable(table).columns[0].rightAligned) << "no number says that it is a number's";
}

using SqlTableOfAStore = StoreTest;

TEST_F(SqlTableOfAStore, ShowsBlobsAsByteCounts)
{
    openWriter().reset();
    const SqlAnswer read = must(queryReadOnly(
        storeFile(), "SELECT x'00ff10' AS bytes, 1.5 AS x, NULL AS none, 'a,b' AS t"));
    EXPECT_EQ(toCsv(toDataTable(read)), "bytes,x,none,t\r\n(3 bytes),1.5,,\"a,b\"\r\n");
}

} // namespace loupe::test
