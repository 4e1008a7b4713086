// SPDX-License-Identifier: Apache-2.0
//
// Tests properties of every reader on the smallest source of each format.
#include "core/records/formats/recordformats.h"

#include <set>

#include "tests/core/records/recordfixture.h"
#include "tests/core/records/smallestsources.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

class EveryFormat : public RecordsTest
{
protected:
    /// Reads this text in place of the source's own.
    Result<std::vector<RecordBatch>> readText(const SmallestSource &source, const std::string &text,
                                              const ReadOptions &options = {}) const
    {
        return readRecords(source.format, write(source.format + "/" + source.file, text), options);
    }
    /// Expects that the text is refused as bad input, at a place in the source's own file or
    /// folder.
    void expectNone(const SmallestSource &source, const std::string &text,
                    const std::string &why) const
    {
        const auto batches = readText(source, text);
        ASSERT_FALSE(batches) << source.format << ": " << why;
        const Error &error = batches.error();
        EXPECT_EQ(error.code, Errc::InvalidInput) << source.format << ": " << why;
        EXPECT_TRUE(error.where.starts_with((folder() / source.format).string()))
            << source.format << ": " << why << ": " << error.text();
        EXPECT_FALSE(error.message.empty());
    }
    /// Returns the text with a field inserted after its first brace.
    static std::string withField(const SmallestSource &source, const std::string &field)
    {
        std::string text = source.text;
        return text.insert(text.find('{') + 1, field + ", ");
    }
};

int recordsIn(const std::vector<RecordBatch> &batches)
{
    int out = 0;
    for (const RecordBatch &batch : batches)
        out += batch.records;
    return out;
}

std::string withoutLastBreak(std::string text)
{
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

std::string withBreaksOfWindows(const std::string &text)
{
    std::string out;
    for (const char c : text)
        out += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return out;
}

} // namespace

TEST_F(EveryFormat, HasASmallestSource)
{
    std::set<std::string> known;
    for (const RecordFormat &format : recordFormats())
        known.emplace(format.name);
    std::set<std::string> tried;
    for (const SmallestSource &source : smallestSources())
        tried.insert(source.format);
    EXPECT_EQ(tried, known);
}

TEST_F(EveryFormat, IsDetectedByItsFileOnly)
{
    for (const SmallestSource &source : smallestSources()) {
        const fs::path file = write(source.format + "/" + source.file, source.text);
        EXPECT_EQ(detected(source.format + "/" + source.file), source.format);
        for (const RecordFormat &format : recordFormats())
            EXPECT_EQ(format.recognises(file), format.name == source.format)
                << format.name << " of " << source.format;
    }
}

TEST_F(EveryFormat, ReturnsCompleteRuns)
{
    for (const SmallestSource &source : smallestSources()) {
        const auto batches = readText(source, source.text);
        ASSERT_TRUE(batches) << source.format << ": " << batches.error().text();
        ASSERT_FALSE(batches->empty()) << source.format;
        std::set<std::string> names;
        for (const RecordBatch &batch : *batches) {
            EXPECT_EQ(batch.format, source.format);
            EXPECT_GT(batch.records, 0) << source.format;
            EXPECT_EQ(batch.run.origin, "import:" + source.format);
            EXPECT_EQ(batch.run.uuid.size(), 32U);
            EXPECT_EQ(batch.digest.size(), 64U);
            EXPECT_TRUE(names.insert(batch.run.name).second) << batch.run.name;
            EXPECT_TRUE(Json::parse(batch.run.profileJson).is_object());
            EXPECT_TRUE(batch.skipped.empty());
            std::set<std::string> tasks;
            for (const Task &task : batch.tasks)
                EXPECT_TRUE(tasks.insert(task.name).second) << task.name;
            std::set<std::string> methods;
            for (const Method &method : batch.methods)
                EXPECT_TRUE(methods.insert(method.name).second) << method.name;
            for (const Evaluation &each : batch.evaluations) {
                EXPECT_TRUE(tasks.contains(each.candidate.task)) << source.format;
                EXPECT_TRUE(methods.contains(each.candidate.method)) << source.format;
            }
            for (const GoldenRecord &each : batch.golden)
                EXPECT_TRUE(tasks.contains(each.task)) << source.format;
        }
    }
}

TEST_F(EveryFormat, KeepsTheFileByteByByte)
{
    for (const SmallestSource &source : smallestSources()) {
        const auto batches = readText(source, source.text);
        ASSERT_TRUE(batches) << source.format;
        ASSERT_FALSE(batches->front().files.empty()) << source.format;
        EXPECT_TRUE(std::ranges::any_of(batches->front().files, [&](const ImportedFile &file) {
            return file.content == source.text;
        })) << source.format;
    }
}

TEST_F(EveryFormat, RunsDependOnTheContent)
{
    for (const SmallestSource &source : smallestSources()) {
        const auto first = readText(source, source.text);
        const auto again = readText(source, source.text);
        const auto other = readText(source, source.text + "\n");
        ASSERT_TRUE(first && again) << source.format;
        EXPECT_EQ(first->front().run.uuid, again->front().run.uuid);
        if (!other)
            continue; // in some formats a line without a record is an error
        EXPECT_NE(first->front().run.uuid, other->front().run.uuid) << source.format;
    }
}

TEST_F(EveryFormat, GivenNameIsThePrefixOfEveryRun)
{
    ReadOptions named;
    named.runName = "mine";
    for (const SmallestSource &source : smallestSources()) {
        const auto batches = readText(source, source.text, named);
        ASSERT_TRUE(batches) << source.format;
        for (const RecordBatch &batch : *batches)
            EXPECT_TRUE(batch.run.name.starts_with("mine")) << source.format << batch.run.name;
    }
}

TEST_F(EveryFormat, IgnoresByteOrderMarksAndCarriageReturns)
{
    for (const SmallestSource &source : smallestSources()) {
        const auto plain = readText(source, source.text);
        ASSERT_TRUE(plain) << source.format;
        for (const std::string &text :
             {"\xEF\xBB\xBF" + source.text, withBreaksOfWindows(source.text),
              withoutLastBreak(source.text)}) {
            const auto same = readText(source, text);
            ASSERT_TRUE(same) << source.format << ": " << same.error().text();
            EXPECT_EQ(recordsIn(*same), recordsIn(*plain)) << source.format;
        }
    }
}

TEST_F(EveryFormat, RefusesTruncatedFiles)
{
    for (const SmallestSource &source : smallestSources()) {
        if (!source.isJson())
            continue;
        const std::string whole = withoutLastBreak(source.text);
        for (std::size_t length = 0; length < whole.size(); length += 5)
            expectNone(source, whole.substr(0, length), "cut to " + std::to_string(length));
        expectNone(source, whole.substr(0, whole.size() - 1), "without its last letter");
    }
}

TEST_F(EveryFormat, RefusesOtherContent)
{
    for (const SmallestSource &source : smallestSources()) {
        for (const char *text : {"", " ", "\n", "null", "true", "3", "\"text\"", "[]", "{}", "[1]",
                                 "[[]]", "{\"a\": 1}", "a,b\n1,2\n", "\xff\xfe", "PK\x03\x04"})
            expectNone(source, text, text);
        expectNone(source, std::string("\0\0\0\0", 4), "zeros");
        expectNone(source, "<!DOCTYPE html><title>404</title>", "a page in its place");
    }
}

TEST_F(EveryFormat, RefusesAmbiguousJson)
{
    for (const SmallestSource &source : smallestSources()) {
        if (!source.isJson())
            continue;
        const std::size_t first = source.text.find('"');
        const std::string key
            = source.text.substr(first, source.text.find('"', first + 1) + 1 - first);
        expectNone(source, withField(source, key + ": null"), "a key twice");
        expectNone(source, withField(source, "'single': 1"), "quotes of Python");
        expectNone(source, source.text + "}", "something behind it");
        if (source.format == "kernelgenbench")
            continue; // its reader does not parse unused parts
        expectNone(source, withField(source, "\"huge\": 1e999"), "a number beyond all");
        expectNone(source, withField(source, "\"a\\ud800\": 1"), "half a letter");
        expectNone(source, withField(source, "\"\xC0\xAF\": 1"), "a letter longer than needed");
        expectNone(source,
                   withField(source, "\"deep\": " + std::string(200, '[') + std::string(200, ']')),
                   "nesting without reason");
    }
}

TEST_F(EveryFormat, OneInvalidLineRefusesTheFileAndIsNamed)
{
    for (const SmallestSource &source : smallestSources()) {
        if (!source.isLines || !source.isJson())
            continue;
        const std::string spoiled = source.text + "{\"oops\": }\n";
        const auto refused = readText(source, spoiled);
        ASSERT_FALSE(refused) << source.format;
        EXPECT_NE(refused.error().where.find(":2:"), std::string::npos) << refused.error().text();
        EXPECT_NE(refused.error().hint.find("nothing was imported"), std::string::npos)
            << source.format;
        ReadOptions skipping;
        skipping.skipBad = true;
        const auto rest = readText(source, spoiled, skipping);
        ASSERT_TRUE(rest) << source.format << ": " << rest.error().text();
        EXPECT_EQ(recordsIn(*rest), recordsIn(*readText(source, source.text))) << source.format;
        ASSERT_EQ(rest->front().skipped.size(), 1U) << source.format;
        EXPECT_NE(rest->front().skipped[0].where.find(":2:"), std::string::npos) << source.format;
        EXPECT_TRUE(hasNote(rest->front(), "1 problem in bad records")) << source.format;
    }
}

TEST_F(EveryFormat, ALineWithAKeyTwiceIsSkippedAndNamed)
{
    ReadOptions skipping;
    skipping.skipBad = true;
    for (const SmallestSource &source : smallestSources()) {
        if (!source.isLines || !source.isJson())
            continue;
        const std::size_t first = source.text.find('"');
        const std::string key
            = source.text.substr(first, source.text.find('"', first + 1) + 1 - first);
        const std::string twice = withoutLastBreak(withField(source, key + ": null"));
        const std::string good = withoutLastBreak(source.text);
        for (const bool isFirst : {false, true}) {
            const std::string text
                = isFirst ? twice + "\n" + good + "\n" : good + "\n" + twice + "\n";
            const auto rest = readText(source, text, skipping);
            ASSERT_TRUE(rest) << source.format << ": " << rest.error().text();
            EXPECT_EQ(recordsIn(*rest), recordsIn(*readText(source, source.text))) << source.format;
            ASSERT_EQ(rest->front().skipped.size(), 1U) << source.format;
            const JsonProblem &skipped = rest->front().skipped[0];
            EXPECT_TRUE(skipped.where.ends_with(isFirst ? ":1" : ":2")) << skipped.where;
            EXPECT_EQ(skipped.message, "the key " + key + " occurs twice in one object");
        }
    }
}

TEST_F(EveryFormat, RefusesFilesWithoutAValidRecord)
{
    ReadOptions skipping;
    skipping.skipBad = true;
    for (const SmallestSource &source : smallestSources()) {
        const auto none = readText(source, "{\"oops\": }", skipping);
        ASSERT_FALSE(none) << source.format;
        EXPECT_EQ(none.error().code, Errc::InvalidInput) << source.format;
    }
}

TEST_F(EveryFormat, StopsOnRequestAndReportsProgress)
{
    for (const SmallestSource &source : smallestSources()) {
        int last = 0;
        ReadOptions watched;
        watched.progress = [&](int done, int total) {
            EXPECT_GE(done, last) << source.format;
            EXPECT_LE(done, total) << source.format;
            last = done;
        };
        ASSERT_TRUE(readText(source, source.text, watched)) << source.format;
        EXPECT_GT(last, 0) << source.format;
        std::stop_source stopped;
        stopped.request_stop();
        ReadOptions stopping;
        stopping.stop = stopped.get_token();
        const auto cancelled = readText(source, source.text, stopping);
        ASSERT_FALSE(cancelled) << source.format;
        EXPECT_EQ(cancelled.error().code, Errc::Cancelled) << source.format;
    }
}

TEST_F(EveryFormat, RefusesAFolderInPlaceOfAFile)
{
    for (const SmallestSource &source : smallestSources()) {
        const fs::path there = path(source.format) / source.file;
        fs::create_directories(there);
        const auto batches = readRecords(source.format, there, {});
        EXPECT_FALSE(batches) << source.format;
    }
}

TEST_F(EveryFormat, ReportsMissingFilesAsNotFound)
{
    for (const SmallestSource &source : smallestSources())
        EXPECT_EQ(readRecords(source.format, path("none") / source.file, {}).error().code,
                  Errc::NotFound)
            << source.format;
}

TEST(RecordFormats, UnknownNameListsTheKnownOnes)
{
    const auto unknown = readRecords("kernelbensh", LOUPE_SOURCE_DIR, {});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Errc::InvalidInput);
    for (const RecordFormat &format : recordFormats())
        EXPECT_NE(unknown.error().hint.find(format.name), std::string::npos) << format.name;
}

TEST(RecordFormats, AreListedByNameWithADescription)
{
    const auto formats = recordFormats();
    EXPECT_TRUE(std::ranges::is_sorted(formats, {}, &RecordFormat::name));
    for (const RecordFormat &format : formats) {
        EXPECT_FALSE(format.description.empty()) << format.name;
        EXPECT_EQ(format.description.find('\n'), std::string_view::npos) << format.name;
    }
}

} // namespace loupe::test
