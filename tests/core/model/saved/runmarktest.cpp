// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/runmark.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

TEST(RunMarks, FoldInTheirOrder)
{
    const auto of = [](std::int64_t run, RunMarkKind kind) {
        return RunMark{"u", RunId{run}, kind, "ada", ""};
    };
    RunMarks marks = afterMarks({},
                                std::vector{of(1, RunMarkKind::Pin), of(2, RunMarkKind::Pin),
                                            of(2, RunMarkKind::Baseline)});
    EXPECT_EQ(marks, (RunMarks{{RunId{1}, RunId{2}}, RunId{2}}));
    marks = afterMarks(marks, std::vector{of(1, RunMarkKind::Unpin), of(3, RunMarkKind::Baseline)});
    EXPECT_EQ(marks, (RunMarks{{RunId{2}}, RunId{3}}));
    EXPECT_EQ(afterMarks(marks, std::vector{of(3, RunMarkKind::NoBaseline)}).baseline,
              std::nullopt);
}

} // namespace loupe
