// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/records/recordformats.h"

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

/// A folder to write result files of other tools into, and to read them from.
class ForeignRecords : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto folder = TemporaryFolder::create("loupe-foreign");
        ASSERT_TRUE(folder);
        m_folder = std::make_unique<TemporaryFolder>(std::move(folder).value());
    }

    const std::filesystem::path &folder() const { return m_folder->path(); }

    void write(const std::string &name, const std::string &text) const
    {
        std::error_code failed;
        std::filesystem::create_directories((folder() / name).parent_path(), failed);
        ASSERT_FALSE(failed) << name;
        ASSERT_TRUE(writeFileAtomic(folder() / name, text));
    }

    /// The batches of what lies at `name` ("": the folder); none where it is refused.
    std::vector<RecordBatch> read(const std::string &format, const std::string &name,
                                  const ReadOptions &options = {}) const
    {
        auto batches = readRecords(format, path(name), options);
        EXPECT_TRUE(batches) << batches.error().text() << batches.error().detail;
        return batches ? std::move(batches).value() : std::vector<RecordBatch>();
    }

    /// What lies at `name` is refused at `where` (below the folder) with `words`.
    void expectRefused(const std::string &format, const std::string &name, const std::string &where,
                       const std::string &words) const
    {
        const auto batches = readRecords(format, path(name));
        ASSERT_FALSE(batches) << where;
        EXPECT_EQ(batches.error().code, Errc::InvalidInput);
        EXPECT_EQ(batches.error().where,
                  where.empty() ? folder().string() : (folder() / where).string())
            << batches.error().text();
        EXPECT_NE(batches.error().text().find(words), std::string::npos) << batches.error().text();
    }

    std::string detected(const std::string &name) const
    {
        const auto format = detectRecordFormat(path(name));
        return format ? std::string((*format)->name) : "";
    }

private:
    std::filesystem::path path(const std::string &name) const
    {
        return name.empty() ? folder() : folder() / name;
    }

    std::unique_ptr<TemporaryFolder> m_folder;
};

/// The evaluation of this task, sample and round; a failure and an empty one where there is none.
inline const Evaluation &evaluationOf(const RecordBatch &batch, const std::string &task,
                                      int sample = 0, int round = 0)
{
    for (const Evaluation &each : batch.evaluations) {
        if (each.candidate.task == task && each.candidate.sample == sample
            && each.candidate.round == round)
            return each;
    }
    static const Evaluation none;
    ADD_FAILURE() << task << " " << sample << " " << round;
    return none;
}

inline std::vector<std::string> runNames(const std::vector<RecordBatch> &batches)
{
    std::vector<std::string> names;
    for (const RecordBatch &batch : batches)
        names.push_back(batch.run.name);
    return names;
}

} // namespace loupe::test
