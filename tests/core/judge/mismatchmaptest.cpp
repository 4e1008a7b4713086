// SPDX-License-Identifier: Apache-2.0
#include "core/judge/mismatchmap.h"

#include <functional>
#include <numeric>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Shape = std::vector<std::int64_t>;

/// Marks the elements (row, column) for which `wrong` holds.
MismatchGatherer gathered(const Shape &shape,
                          const std::function<bool(std::int64_t, std::int64_t)> &wrong)
{
    MismatchGatherer gatherer(shape);
    const std::int64_t elements
        = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    const std::int64_t columns = shape.empty() ? 1 : shape.back();
    for (std::int64_t i = 0; i < elements; ++i) {
        if (wrong(i / columns, i % columns))
            gatherer.add(i / columns, i % columns);
    }
    return gatherer;
}

std::string textOf(const Shape &shape, const std::function<bool(std::int64_t, std::int64_t)> &wrong)
{
    return gathered(shape, wrong).text();
}

} // namespace

TEST(MismatchMap, isEmptyWhereNothingDiffers)
{
    const MismatchGatherer none(Shape{4, 4});
    EXPECT_EQ(none.map(), MismatchMap());
    EXPECT_EQ(none.text(), "");
    EXPECT_EQ(none.count(), 0);
}

TEST(MismatchMap, showsSmallTensorsElementByElement)
{
    const MismatchMap map
        = gathered({2, 3}, [](auto row, auto column) { return row == 1 && column == 2; }).map();
    EXPECT_EQ(map.rows, 2);
    EXPECT_EQ(map.columns, 3);
    EXPECT_EQ(map.cellRows, 1);
    EXPECT_EQ(map.share, (std::vector<std::uint8_t>{0, 0, 0, 0, 0, 255}));
}

TEST(MismatchMap, downsamplesAndKeepsOneWrongElementVisible)
{
    const Shape shape{2, 500, 1030}; // 1000 rows of 1030 columns
    const MismatchMap map = gathered(shape, [](auto row, auto column) {
                                return (row == 999 && column == 1029) || row < 4;
                            }).map();
    EXPECT_EQ(map.cellRows, 4);
    EXPECT_EQ(map.cellColumns, 5);
    EXPECT_EQ(map.rows, 250);
    EXPECT_EQ(map.columns, 206);
    EXPECT_EQ(map.share.size(), 250U * 206U);
    EXPECT_LE(map.share.size(), std::size_t{64} << 10);
    EXPECT_EQ(map.share.front(), 255);
    EXPECT_EQ(map.share[206], 0);
    EXPECT_EQ(map.share.back(), 13) << "1 of 20: 12.75";
    const MismatchMap one = gathered({3000, 3000}, [](auto row, auto column) {
                                return row == 0 && column == 0;
                            }).map();
    EXPECT_EQ(one.share.front(), 2) << "1 of 144: 1.77";
    const MismatchMap nearlyAll
        = gathered({600, 512}, [](auto row, auto column) { return row + column > 0; }).map();
    EXPECT_EQ(nearlyAll.share.front(), 213) << "5 of 6";
}

TEST(MismatchMap, countsRaggedCellsByTheirOwnSize)
{
    const MismatchMap map
        = gathered({1, 257}, [](auto, auto column) { return column == 256; }).map();
    EXPECT_EQ(map.columns, 129);
    EXPECT_EQ(map.share.back(), 255) << "the last cell holds one element";
}

TEST(MismatchMap, findsPeriodicColumns)
{
    EXPECT_EQ(textOf({64, 1024}, [](auto, auto column) { return column % 128 == 127; }),
              "every 128th column, from column 127");
    EXPECT_EQ(textOf({64, 1000}, [](auto, auto column) { return column % 10 == 0; }),
              "every 10th column");
    EXPECT_EQ(textOf({64, 1024}, [](auto, auto column) { return column % 64 >= 48; }),
              "16 of every 64 columns, from column 48");
    // across the border of the tile
    EXPECT_EQ(
        textOf({64, 1024}, [](auto, auto column) { return column % 64 == 63 || column % 64 == 0; }),
        "2 of every 64 columns, from column 63");
}

TEST(MismatchMap, findsPeriodicRows)
{
    EXPECT_EQ(textOf({96, 50}, [](auto row, auto) { return row % 4 == 0; }), "every 4th row");
    EXPECT_EQ(textOf({8, 12, 50}, [](auto row, auto) { return row % 12 >= 10; }),
              "2 of every 12 rows, from row 10");
    EXPECT_EQ(textOf({96, 50}, [](auto row, auto column) { return row % 4 == 2 && column < 40; }),
              "every 4th row, from row 2");
}

TEST(MismatchMap, namesTheLastBlockAsATail)
{
    EXPECT_EQ(textOf({64, 1000}, [](auto, auto column) { return column >= 976; }),
              "the last 24 of every 1000 columns");
    EXPECT_EQ(textOf({64, 1000}, [](auto row, auto) { return row >= 60; }),
              "the last 4 of 64 rows");
}

TEST(MismatchMap, namesABlock)
{
    EXPECT_EQ(textOf({256, 256},
                     [](auto row, auto column) {
                         return row >= 64 && row < 128 && column >= 32 && column < 64;
                     }),
              "rows 64 to 127, columns 32 to 63");
    EXPECT_EQ(textOf({256, 16}, [](auto row, auto) { return row == 7; }), "row 7");
    EXPECT_EQ(textOf({1000}, [](auto, auto column) { return column >= 100 && column < 200; }),
              "elements 100 to 199");
    EXPECT_EQ(textOf({1024}, [](auto, auto column) { return column % 32 >= 24; }),
              "8 of every 32 elements, from element 24");
}

TEST(MismatchMap, isEmptyWithoutAPattern)
{
    EXPECT_EQ(textOf({64, 64}, [](auto, auto) { return true; }), "");
    EXPECT_EQ(
        textOf({61, 67}, [](auto row, auto column) { return (row * 31 + column * 17) % 7 < 3; }),
        "");
    EXPECT_EQ(textOf({64, 64}, [](auto row, auto column) { return row == 5 && column == 9; }), "");
    EXPECT_EQ(textOf({64, 64}, [](auto row, auto column) { return row == column; }),
              "every 65th element");
}

TEST(MismatchMap, foldsLongAxes)
{
    MismatchGatherer gatherer(Shape{2, 3'000'000});
    for (std::int64_t row = 0; row < 2; ++row) {
        for (std::int64_t column = 5; column < 3'000'000; column += 256)
            gatherer.add(row, column);
    }
    EXPECT_EQ(gatherer.text(), "every 256th column, from column 5");
    EXPECT_EQ(gatherer.map().columns, 256);
}

TEST(MismatchMap, mergesParts)
{
    const Shape shape{90, 64};
    const auto wrong = [](auto, auto column) { return column % 8 == 3; };
    const MismatchGatherer whole = gathered(shape, wrong);
    MismatchGatherer parts(shape);
    for (const std::int64_t from : {0, 30, 60}) {
        const MismatchGatherer part = gathered(shape, [&](auto row, auto column) {
            return row >= from && row < from + 30 && from != 30 && wrong(row, column);
        });
        parts.merge(part);
        if (from == 30)
            parts.merge(gathered(shape, [&](auto row, auto column) {
                return row >= 30 && row < 60 && wrong(row, column);
            }));
    }
    EXPECT_EQ(parts.map(), whole.map());
    EXPECT_EQ(parts.text(), whole.text());
    EXPECT_EQ(parts.count(), whole.count());
    EXPECT_EQ(parts.first(), 3);
    EXPECT_EQ(whole.text(), "every 8th column, from column 3");
}

} // namespace loupe
