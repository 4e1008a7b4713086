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

/// Folder per test, with helpers that make store contents.
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
/// Returns the smallest evaluation: correct, twice as fast.
Evaluation sampleEvaluation(const std::string &task, const std::string &method);
/// Returns an evaluation in which every field differs from its default.
Evaluation fullEvaluation(const std::string &task, const std::string &method);
/// Returns such a dialogue, with two rounds and two requests for the first.
Dialogue fullDialogue(const std::string &task, const std::string &method);
/// Returns counters of two launches. The second has only a name.
CounterProfile sampleCounters();

/// Returns the rows selected by their filter, unchanged.
std::vector<MetricRow> selected(std::vector<MetricRow> rows);

/// Returns the value, or fails the test with the error's text.
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
