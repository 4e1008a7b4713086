// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"

#include "tests/core/store/oldstore.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

/// The schema of version 0.3: every later version reads its stores.
constexpr int firstPromised = 9;

using ReleasedStores = StoreTest;

} // namespace

TEST_F(ReleasedStores, EverySchemaHasAReadableFixture)
{
    for (int version = firstPromised; version <= currentSchema().version; ++version) {
        const std::string name = "store-v" + std::to_string(version) + ".sql";
        SCOPED_TRACE(name);
        ASSERT_TRUE(fs::exists(fs::path(LOUPE_SOURCE_DIR) / "tests/core/store" / name))
            << "a new schema needs a fixture: see CONTRIBUTING.md, a change of "
               "the store's schema";
        const fs::path file = folder() / ("v" + std::to_string(version) + ".kloupe");
        makeOldStore(file, version, name);
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
