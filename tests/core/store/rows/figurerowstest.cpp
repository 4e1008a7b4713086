// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"
#include "core/store/merge/mergestores.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class Figures : public StoreTest
{
};

StoredFigure sampleFigure(const std::string &name, const std::string &spec)
{
    StoredFigure figure;
    figure.name = name;
    figure.spec = spec;
    figure.savedAt = "2026-11-22T10:00:00Z";
    return figure;
}

StoredFigure exported(StoredFigure figure)
{
    figure.dataHash = std::string(64, 'a');
    figure.numbers = "x,value\r\n1,2\r\n";
    figure.exportedAt = "2026-11-22T11:00:00Z";
    return figure;
}

} // namespace

TEST_F(Figures, AreKeptReplacedAndRemovedByName)
{
    auto writer = openWriter();
    const StoredFigure first = sampleFigure("Speedups", R"({"version": 1})");
    mustSucceed(writer->saveFigure(first));
    mustSucceed(writer->saveFigure(sampleFigure("rates", "{}")));
    const std::vector<StoredFigure> expected{sampleFigure("rates", "{}"), first};
    EXPECT_EQ(must(openReader()->figures()), expected);
    mustSucceed(writer->recordExport(exported(first)));
    EXPECT_EQ(must(openReader()->figures()).at(1), exported(first));
    // Changing the spec keeps the export's data, so that the figure can be called stale.
    mustSucceed(writer->saveFigure(sampleFigure("SPEEDUPS", R"({"version": 2})")));
    const StoredFigure replaced = must(openReader()->figures()).at(1);
    EXPECT_EQ(replaced.name, "SPEEDUPS");
    EXPECT_EQ(replaced.spec, R"({"version": 2})");
    EXPECT_EQ(replaced.dataHash, exported(first).dataHash);
    mustSucceed(writer->removeFigure("speedups"));
    EXPECT_EQ(must(openReader()->figures()).size(), 1U);
}

TEST_F(Figures, RefusesInvalidFigures)
{
    auto writer = openWriter();
    EXPECT_EQ(writer->saveFigure(sampleFigure(" ", "{}")).error().code, Errc::InvalidInput);
    EXPECT_EQ(writer->saveFigure(sampleFigure("a", "{")).error().code, Errc::InvalidInput);
    EXPECT_EQ(writer->recordExport(sampleFigure("a", "{}")).error().code, Errc::NotFound);
    EXPECT_EQ(writer->removeFigure("a").error().code, Errc::NotFound);
    EXPECT_TRUE(must(openReader()->figures()).empty());
}

TEST_F(Figures, MergeKeepsFiguresOfBothStores)
{
    const fs::path other = folder() / "other.kloupe";
    const fs::path merged = folder() / "merged.kloupe";
    {
        auto writer = openWriter();
        mustSucceed(writer->saveFigure(sampleFigure("a", "{}")));
        mustSucceed(writer->saveFigure(sampleFigure("b", "{}")));
        auto second = must(StoreWriter::open(other));
        mustSucceed(second->saveFigure(sampleFigure("A", R"({"version": 1})")));
        mustSucceed(second->saveFigure(sampleFigure("b", "{}")));
        mustSucceed(second->recordExport(exported(sampleFigure("b", "{}"))));
    }
    const auto report = must(mergeStores(std::vector{storeFile(), other}, merged));
    const auto figures = must(must(StoreReader::open(merged))->figures());
    ASSERT_EQ(figures.size(), 3U);
    EXPECT_EQ(figures[0].name, "a");
    EXPECT_EQ(figures[1].name, "A (2)");
    EXPECT_EQ(figures[1].spec, R"({"version": 1})");
    EXPECT_EQ(figures[2].name, "b");
}

} // namespace loupe::test
