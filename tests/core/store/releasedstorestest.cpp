// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/store/file/storefile.h"
#include "core/store/file/storeschema.h"
#include "core/store/sqlite/sqlite.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

/// The schema of version 0.3: every later version reads its stores.
constexpr int firstPromised = 9;

class ReleasedStores : public StoreTest
{
protected:
    /// Makes a store by the statements that a program of this schema left, and returns its path.
    fs::path makeStore(int version, const std::string &statements) const
    {
        const fs::path file = folder() / ("v" + std::to_string(version) + ".kloupe");
        auto database = must(Database::open(file, Database::Mode::Create));
        mustSucceed(
            database->execute("PRAGMA application_id = " + std::to_string(storeApplicationId)
                              + "; PRAGMA user_version = " + std::to_string(version)));
        mustSucceed(database->execute(statements));
        return file;
    }
};

} // namespace

TEST_F(ReleasedStores, EverySchemaHasAReadableFixture)
{
    for (int version = firstPromised; version <= currentSchema().version; ++version) {
        const std::string name = "store-v" + std::to_string(version) + ".sql";
        SCOPED_TRACE(name);
        const auto statements = readFile(fs::path(LOUPE_SOURCE_DIR) / "tests/core/store" / name);
        ASSERT_TRUE(statements) << "a new schema needs a fixture: see CONTRIBUTING.md, a change of "
                                   "the store's schema";
        const fs::path file = makeStore(version, *statements);
        must(StoreWriter::open(file)); // brings it up to date
        // Differs if the schema changed and its version did not.
        EXPECT_EQ(must(foreignSchema(file)), std::vector<std::string>());
        const auto reader = must(StoreReader::open(file));
        EXPECT_EQ(must(reader->check()), std::vector<std::string>());
        const std::vector<RowId> ids = must(reader->ids(Filter()));
        ASSERT_EQ(ids.size(), 3U);
        EXPECT_EQ(must(reader->detail(ids[0])).evaluation.verdict, Verdict::Correct);
        EXPECT_EQ(must(reader->detail(ids[1])).evaluation.verdict, Verdict::CompileError);
        const EvaluationDetail native = must(reader->detail(ids[2]));
        EXPECT_EQ(native.evaluation.verdict, Verdict::Correct);
        EXPECT_FALSE(native.evaluation.trials.empty());
        EXPECT_EQ(native.evaluation.generatedCode.empty(), version < 10);
    }
}

} // namespace loupe::test
