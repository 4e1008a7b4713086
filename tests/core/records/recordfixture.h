// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/records/formats/recordformats.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

/// Folder per test for results of other tools.
class RecordsTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto folder = TemporaryFolder::create("loupe-records");
        ASSERT_TRUE(folder);
        m_folder = std::make_unique<TemporaryFolder>(std::move(folder).value());
    }

    const std::filesystem::path &folder() const { return m_folder->path(); }

    /// Returns a path below the test's folder; "" is the folder itself.
    std::filesystem::path path(const std::filesystem::path &name) const
    {
        return name.empty() ? folder() : folder() / name;
    }

    std::filesystem::path write(const std::string &name, const std::string &text) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        EXPECT_TRUE(writeFileAtomic(path(name), text)) << name;
        return path(name);
    }

    /// Reads the batches at `source`. Fails the test and returns none on an error.
    std::vector<RecordBatch> read(const std::string &format, const std::filesystem::path &source,
                                  const ReadOptions &options = {}) const
    {
        auto batches = readRecords(format, path(source), options);
        EXPECT_TRUE(batches) << (batches ? std::string()
                                         : batches.error().text() + batches.error().detail);
        return batches ? std::move(*batches) : std::vector<RecordBatch>();
    }

    /// Expects that `source` is refused with `words` at a place that ends in `place`, such as
    /// "a.json:2:compiled"; "": at the folder itself.
    void expectRefused(const std::string &format, const std::filesystem::path &source,
                       const std::string &place, const std::string &words) const
    {
        const auto batches = readRecords(format, path(source), {});
        ASSERT_FALSE(batches) << place;
        const Error &error = batches.error();
        EXPECT_EQ(error.code, Errc::InvalidInput);
        EXPECT_TRUE(error.where.ends_with(place.empty() ? folder().string() : place))
            << error.text();
        EXPECT_NE(error.text().find(words), std::string::npos) << error.text();
    }

    std::string detected(const std::string &name) const
    {
        const auto format = detectRecordFormat(path(name));
        return format ? std::string((*format)->name) : "";
    }

    /// Reads truncated and corrupted variants of a file. Nothing may crash, and whatever is
    /// accepted must be complete.
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

/// Returns the evaluation of this task, sample and round. Fails the test and returns an empty one
/// if there is none.
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
            return file.content.toString();
    }
    return "(there is no " + name + ")";
}

} // namespace loupe::test
