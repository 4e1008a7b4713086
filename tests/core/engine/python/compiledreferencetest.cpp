// SPDX-License-Identifier: Apache-2.0
//
// Tests that compiled code of a reference reaches its next process, and no other task.
#include "core/base/files.h"
#include "core/engine/python/pythontask.h"

#include <gtest/gtest.h>

#include "tests/core/engine/fakeoracle.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

class CompiledReferences : public test::FolderTest
{
protected:
    void SetUp() override
    {
        test::FolderTest::SetUp();
        context.programs.cache = root() / "cache";
        task.implementation = "def double(x):\n    return 2 * x\n";
        task.testSegment = "double(torch.ones(3))\n";
    }

    /// Returns the first request to a new process of the task.
    Json given(const BenchmarkTask &of) const
    {
        const test::FakeReference quiet;
        test::FakeOracleChild child(quiet);
        EXPECT_TRUE(CompiledReference(of, context).give(child, {}));
        return quiet.asked.empty() ? Json() : quiet.asked.front();
    }

    Status keep(const std::string &compiled) const
    {
        const test::FakeReference reference{.compiled = compiled};
        test::FakeOracleChild child(reference);
        return CompiledReference(task, context).keep(child, {});
    }

    PythonContext context;
    BenchmarkTask task;
};

} // namespace

TEST_F(CompiledReferences, AreReusedByTheNextProcessOfTheSameTask)
{
    EXPECT_TRUE(given(task).is_null());
    ASSERT_TRUE(keep("Q09NUElMRUQ="));
    const Json taken = given(task);
    EXPECT_EQ(taken.value("do", ""), "take_compiled");
    EXPECT_EQ(taken.value("artifacts", ""), "Q09NUElMRUQ=");
}

TEST_F(CompiledReferences, AreDroppedIfReferenceOrTestChanges)
{
    ASSERT_TRUE(keep("Q09NUElMRUQ="));
    BenchmarkTask other = task;
    other.implementation += "# changed\n";
    EXPECT_TRUE(given(other).is_null());
    other = task;
    other.testSegment += "# changed\n";
    EXPECT_TRUE(given(other).is_null());
    context.environment.packages["triton"] = "3.6.0";
    EXPECT_TRUE(given(task).is_null());
}

TEST_F(CompiledReferences, StayUnchangedWithoutNewFiles)
{
    ASSERT_TRUE(keep("Q09NUElMRUQ="));
    ASSERT_TRUE(keep(""));
    EXPECT_EQ(given(task).value("artifacts", ""), "Q09NUElMRUQ=");
}

TEST_F(CompiledReferences, AreNotRequestedWithoutATest)
{
    task.testSegment.clear();
    const test::FakeReference reference{.compiled = "Q09NUElMRUQ="};
    test::FakeOracleChild child(reference);
    EXPECT_TRUE(CompiledReference(task, context).keep(child, {}));
    EXPECT_TRUE(reference.asked.empty());
    EXPECT_TRUE(given(task).is_null());
}

TEST_F(CompiledReferences, ReportWhyTheyAreNotSaved)
{
    ASSERT_TRUE(writeFileAtomic(root() / "cache", "a file in the way"));
    const Status kept = keep("Q09NUElMRUQ=");
    ASSERT_FALSE(kept);
    EXPECT_NE(kept.error().text().find("cannot make the build cache"), std::string::npos);
}

} // namespace loupe
