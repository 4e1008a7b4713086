// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

#include "core/base/clock.h"
#include "core/base/ids.h"

#include <memory>
#include <set>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(ResultType, HoldsAValueOrAnError)
{
    Result<std::unique_ptr<int>> value(std::make_unique<int>(7));
    ASSERT_TRUE(value);
    EXPECT_EQ(*std::move(value).value(), 7);
    const Result<std::unique_ptr<int>> error(Error{Errc::Busy, "taken"});
    ASSERT_FALSE(error);
    EXPECT_EQ(error.error().code, Errc::Busy);
    EXPECT_TRUE(Status());
}

TEST(ResultType, ErrorsReadAsOneLine)
{
    EXPECT_EQ((Error{Errc::Io, "cannot read", "a.json:3", "check the disk", "long"}).text(),
              "a.json:3: cannot read (check the disk)");
    EXPECT_EQ((Error{Errc::Io, "cannot read"}).text(), "cannot read");
}

TEST(ResultType, EveryCodeHasANameOfItsOwn)
{
    std::set<std::string> names;
    for (int code = 0; code <= static_cast<int>(Errc::Internal); ++code)
        names.insert(name(static_cast<Errc>(code)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(Errc::Internal) + 1);
    EXPECT_TRUE(names.contains("invalid_input"));
}

TEST(ResultType, IdsAreFalseByDefault)
{
    EXPECT_FALSE(RowId());
    EXPECT_TRUE(RowId{3});
    EXPECT_LT(RowId{3}, RowId{4});
}

TEST(ClockType, TimesAreWrittenInUtc)
{
    using std::chrono::seconds;
    using std::chrono::system_clock;
    EXPECT_EQ(isoTime(system_clock::time_point()), "1970-01-01T00:00:00Z");
    // 2026-11-21T07:30:00Z, from `date -u -d @1795246200`.
    EXPECT_EQ(isoTime(system_clock::time_point(seconds(1795246200))), "2026-11-21T07:30:00Z");
    const auto before = systemClock().steadyNow();
    EXPECT_LE(before, systemClock().steadyNow());
}

} // namespace loupe::test
