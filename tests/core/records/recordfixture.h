// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/records/recordformats.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

/// A folder per test, in which results of other tools are written and read.
class RecordsTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto folder = TemporaryFolder::create("loupe-records");
        ASSERT_TRUE(folder);
        m_folder = std::make_unique<TemporaryFolder>(std::move(folder).value());
    }

    std::filesystem::path path(const std::string &name) const { return m_folder->path() / name; }

    std::filesystem::path write(const std::string &name, const std::string &text) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        EXPECT_TRUE(writeFileAtomic(path(name), text));
        return path(name);
    }

    /// The batches; none, and a failed test, where the source is refused.
    static std::vector<RecordBatch> read(const std::string &format,
                                         const std::filesystem::path &source,
                                         const ReadOptions &options = {})
    {
        auto batches = readRecords(format, source, options);
        EXPECT_TRUE(batches) << (batches ? std::string() : batches.error().text());
        return batches ? std::move(*batches) : std::vector<RecordBatch>();
    }

    /// The source is refused at `place` ("2:compiled", below the test's folder) with `words`.
    void expectRefused(const std::string &format, const std::filesystem::path &source,
                       const std::string &place, const std::string &words) const
    {
        const auto batches = readRecords(format, source, {});
        ASSERT_FALSE(batches) << place;
        EXPECT_EQ(batches.error().code, Errc::InvalidInput);
        EXPECT_TRUE(batches.error().where.ends_with(place)) << batches.error().text();
        EXPECT_NE(batches.error().text().find(words), std::string::npos) << batches.error().text();
    }

    /// Cuts and mangles the text of a file; whatever comes of it, nothing may crash, and what is
    /// understood must be whole.
    void mangle(const std::string &format, const std::string &name, const std::string &text,
                const std::filesystem::path &source) const
    {
        for (std::size_t at = 0; at < text.size(); at += 11) {
            std::string changed = text;
            changed[at] = static_cast<char>("{}[]\",:0a\n\\"[at / 11 % 11]);
            for (const std::string &each : {changed, text.substr(0, at)}) {
                write(name, each);
                const auto batches = readRecords(format, source, {{}, at % 2 == 0, {}, {}});
                if (!batches) {
                    EXPECT_FALSE(batches.error().message.empty());
                    continue;
                }
                for (const RecordBatch &batch : *batches)
                    EXPECT_EQ(batch.run.uuid.size(), 32U);
            }
        }
        write(name, text);
    }

private:
    std::unique_ptr<TemporaryFolder> m_folder;
};

inline const Evaluation &evaluationOf(const RecordBatch &batch, const std::string &task,
                                      int sample = 0, int round = 0)
{
    const auto found = std::find_if(
        batch.evaluations.begin(), batch.evaluations.end(), [&](const Evaluation &each) {
            return each.candidate.task == task && each.candidate.sample == sample
                && each.candidate.round == round;
        });
    if (found == batch.evaluations.end())
        throw std::runtime_error("no evaluation of " + task);
    return *found;
}

inline bool hasNote(const RecordBatch &batch, const std::string &words)
{
    return std::any_of(batch.notes.begin(), batch.notes.end(), [&](const std::string &note) {
        return note.find(words) != std::string::npos;
    });
}

inline std::string fileContent(const RecordBatch &batch, const std::string &name)
{
    for (const ImportedFile &file : batch.files) {
        if (file.name == name)
            return file.content;
    }
    return "(there is no " + name + ")";
}

} // namespace loupe::test
