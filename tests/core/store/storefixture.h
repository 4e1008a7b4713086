// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

/// A folder of its own per test, and short ways to make store contents.
class StoreTest : public ::testing::Test
{
protected:
    void SetUp() override;

    std::filesystem::path folder() const { return m_folder->path(); }
    std::filesystem::path storeFile() const { return folder() / "results.kloupe"; }
    std::unique_ptr<StoreWriter> openWriter() const;
    std::unique_ptr<StoreReader> openReader() const;

private:
    std::unique_ptr<TemporaryFolder> m_folder;
};

Task sampleTask(const std::string &name, const std::string &category);
Method sampleMethod(const std::string &name, bool isDemo = false);
Run sampleRun(const std::string &name);
/// The smallest evaluation: correct, twice as fast.
Evaluation sampleEvaluation(const std::string &task, const std::string &method);
/// One with a value other than the default in every field there is.
Evaluation fullEvaluation(const std::string &task, const std::string &method);
/// The same of a dialogue: two rounds, the first asked for twice.
Dialogue fullDialogue(const std::string &task, const std::string &method);
/// Counters of two launches; of the second only its name is known.
CounterProfile sampleCounters();

/// Those that the filter they were read under selects as they are.
std::vector<MetricRow> selected(std::vector<MetricRow> rows);

/// The value, or a failed test with the error's text.
template <typename Value>
Value must(Result<Value> result)
{
    EXPECT_TRUE(result) << (result ? std::string()
                                   : result.error().text() + "\n" + result.error().detail);
    if (!result)
        throw std::runtime_error("a Result that a test needs holds an error");
    return std::move(result).value();
}

void mustSucceed(const Status &status);

} // namespace loupe::test
