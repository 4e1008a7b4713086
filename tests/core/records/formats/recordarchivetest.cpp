// SPDX-License-Identifier: Apache-2.0
//
// Tests untrusted archives: their content is unpacked, and nothing is written outside the target
// folder. The tests write the archives byte by byte in POSIX.1-1988's ustar format.
#include "core/records/formats/recordarchive.h"

#include "core/records/formats/recordtree.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

/// Builder of an archive, entry by entry.
class TarText
{
public:
    TarText &file(const std::string &name, const std::string &content)
    {
        add(name, '0', content, {});
        return *this;
    }
    /// Adds attributes of the next file in the format of POSIX.1-2001.
    TarText &extended(const std::string &records)
    {
        add("pax", 'x', records, {});
        return *this;
    }
    TarText &link(const std::string &name, char type, const std::string &target)
    {
        add(name, type, {}, target);
        return *this;
    }
    /// Returns the archive with the two empty blocks at its end.
    std::string text() const { return m_text + std::string(2 * block, '\0'); }

private:
    static constexpr std::size_t block = 512;

    void add(const std::string &name, char type, const std::string &content,
             const std::string &target)
    {
        std::array<char, block> header{};
        const auto put = [&](std::size_t at, const std::string &value) {
            std::memcpy(header.data() + at, value.data(), value.size());
        };
        const auto octal = [](std::size_t value, int digits) {
            std::array<char, 16> text{};
            std::snprintf(text.data(), text.size(), "%0*zo", digits, value);
            return std::string(text.data());
        };
        put(0, name);
        put(100, "0000644");
        put(108, "0000000");
        put(116, "0000000");
        put(124, octal(content.size(), 11));
        put(136, "00000000000");
        put(148, "        ");
        header[156] = type;
        put(157, target);
        put(257, "ustar");
        put(263, "00");
        std::size_t sum = 0;
        for (const char each : header)
            sum += static_cast<unsigned char>(each);
        put(148, octal(sum, 6) + '\0' + ' ');
        m_text.append(header.data(), header.size());
        m_text += content;
        m_text.append((block - content.size() % block) % block, '\0');
    }

    std::string m_text;
};

std::string littleEndian(std::uint32_t value, int bytes)
{
    std::string out;
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i));
    return out;
}

std::uint32_t crc32(const std::string &text)
{
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : text) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

/// Returns a zip of one uncompressed file. `isUtf8` sets the flag for its name.
std::string zipText(const std::string &name, const std::string &content, bool isUtf8)
{
    const auto size = static_cast<std::uint32_t>(content.size());
    const std::string facts = littleEndian(isUtf8 ? 0x800 : 0, 2) + littleEndian(0, 6)
        + littleEndian(crc32(content), 4) + littleEndian(size, 4) + littleEndian(size, 4)
        + littleEndian(static_cast<std::uint32_t>(name.size()), 2) + littleEndian(0, 2);
    const std::string file = "PK\x03\x04" + littleEndian(20, 2) + facts + name + content;
    const std::string list = "PK\x01\x02" + littleEndian(20, 2) + littleEndian(20, 2) + facts
        + littleEndian(0, 6) + littleEndian(0, 4) + littleEndian(0, 4) + name;
    return file + list + "PK\x05\x06" + littleEndian(0, 4) + littleEndian(1, 2) + littleEndian(1, 2)
        + littleEndian(static_cast<std::uint32_t>(list.size()), 4)
        + littleEndian(static_cast<std::uint32_t>(file.size()), 4) + littleEndian(0, 2);
}

class RecordArchive : public RecordsTest
{
protected:
    Result<UnpackedRecords> unpack(const TarText &archive) const
    {
        return unpackRecordArchive(write("inside/a.tar", archive.text()), {});
    }

    /// Expects a refusal because of that name, and nothing written next to the archive.
    void expectNameRefused(const std::string &name) const
    {
        const auto unpacked = unpack(TarText().file("good.json", "{}").file(name, "evil"));
        ASSERT_FALSE(unpacked) << name;
        EXPECT_EQ(unpacked.error().code, Errc::InvalidInput);
        EXPECT_NE(unpacked.error().message.find("a file outside of itself"), std::string::npos)
            << unpacked.error().text();
        for (const auto &each : fs::recursive_directory_iterator(folder()))
            EXPECT_TRUE(each.is_directory() || each.path().filename() == "a.tar") << each.path();
    }
};

TEST_F(RecordArchive, FolderHasTheNameOfTheArchive)
{
    const auto unpacked
        = unpack(TarText().file("runs/one.json", "1").file("./two.json", "22").file("empty", ""));
    ASSERT_TRUE(unpacked) << unpacked.error().text();
    EXPECT_EQ(unpacked->root.filename(), "a");
    EXPECT_EQ(readFile(unpacked->root / "runs/one.json").value(), "1");
    EXPECT_EQ(readFile(unpacked->root / "two.json").value(), "22");
    EXPECT_TRUE(fs::exists(unpacked->root / "empty"));
}

// A program starts in the locale C, so UTF-8 is not the character set here.
TEST_F(RecordArchive, NamesMayHaveAnyLetters)
{
    const std::string name = "läufe/1_Größe.json";
    const std::string record = "path=" + name + "\n";
    const std::string pax = std::to_string(record.size() + 3) + " " + record;
    ASSERT_EQ(pax.size(), record.size() + 3);
    const auto tar = unpack(TarText().file(name, "1").file("\xE9", "2"));
    ASSERT_TRUE(tar) << tar.error().text();
    EXPECT_EQ(readFile(tar->root / name).value(), "1");
    EXPECT_EQ(readFile(tar->root / "\xE9").value(), "2") << "a name of bytes";

    const auto named = unpack(TarText().extended(pax).file("short", "1"));
    ASSERT_TRUE(named) << named.error().text();
    EXPECT_EQ(readFile(named->root / name).value(), "1");

    for (const bool isUtf8 : {true, false}) {
        const auto zip = unpackRecordArchive(write("z.zip", zipText(name, "1", isUtf8)), {});
        ASSERT_TRUE(zip) << zip.error().text();
        EXPECT_EQ(readFile(zip->root / name).value(), "1");
    }
}

TEST_F(RecordArchive, IsReadAsTheNamedFormat)
{
    const auto archive
        = write("x.tar",
                TarText()
                    .file("out/a_l1/eval_results.json",
                          R"({"1": [{"sample_id": 0, "compiled": true, "correctness": true}]})")
                    .file("out/times/X/baseline_time_torch.json",
                          R"({"level1": {"1_A.py": {"mean": 1.0, "std": 0.1}}})")
                    .text());
    const auto all = readRecordTree(archive, {});
    ASSERT_TRUE(all) << all.error().text();
    EXPECT_EQ(all->batches.size(), 2U);
    const auto one = readRecordTree(archive, {}, "kernelbench");
    ASSERT_TRUE(one) << one.error().text();
    ASSERT_EQ(one->batches.size(), 1U);
    EXPECT_EQ(one->batches[0].format, "kernelbench");
    EXPECT_TRUE(one->batches[0].source.starts_with(archive.string() + ":x/out/a_l1"))
        << one->batches[0].source;
    const auto none = readRecordTree(archive, {}, "cuda-l1");
    ASSERT_FALSE(none);
    EXPECT_TRUE(none.error().where.starts_with(archive.string())) << none.error().text();
}

TEST_F(RecordArchive, RemovesUnpackedFiles)
{
    fs::path root;
    {
        const auto unpacked = unpack(TarText().file("one", "1"));
        ASSERT_TRUE(unpacked);
        root = unpacked->root;
        EXPECT_TRUE(fs::exists(root));
    }
    EXPECT_FALSE(fs::exists(root));
}

TEST_F(RecordArchive, RefusesPathsOutOfTheFolder)
{
    expectNameRefused("../evil");
    expectNameRefused("runs/../../evil");
    expectNameRefused((folder() / "evil").string());
}

TEST_F(RecordArchive, SkipsLinks)
{
    fs::create_directory(path("outside"));
    constexpr char symbolic = '2';
    constexpr char hard = '1';
    const auto unpacked = unpack(TarText()
                                     .link("way", symbolic, path("outside").string())
                                     .file("way/evil", "evil")
                                     .link("twin", hard, "/etc/passwd")
                                     .link("pipe", '6', "")
                                     .file("good", "g"));
    ASSERT_TRUE(unpacked) << unpacked.error().text();
    EXPECT_TRUE(fs::is_empty(path("outside")));
    EXPECT_EQ(readFile(unpacked->root / "way/evil").value(), "evil"); // inside our folder
    EXPECT_FALSE(fs::exists(unpacked->root / "twin"));
    EXPECT_FALSE(fs::exists(unpacked->root / "pipe"));
    EXPECT_EQ(readFile(unpacked->root / "good").value(), "g");
}

TEST_F(RecordArchive, RefusesTruncatedArchives)
{
    const std::string whole = TarText().file("one", std::string(3000, 'x')).text();
    const auto unpacked = unpackRecordArchive(write("cut.tar", whole.substr(0, 1200)), {});
    ASSERT_FALSE(unpacked);
    EXPECT_EQ(unpacked.error().code, Errc::InvalidInput);
    EXPECT_TRUE(unpacked.error().where.ends_with("cut.tar")) << unpacked.error().where;
    EXPECT_NE(unpacked.error().message.find("cannot be read"), std::string::npos);
}

TEST_F(RecordArchive, StopsOnRequest)
{
    std::stop_source stop;
    stop.request_stop();
    ReadOptions options;
    options.stop = stop.get_token();
    const auto unpacked
        = unpackRecordArchive(write("a.tar", TarText().file("one", "1").text()), options);
    ASSERT_FALSE(unpacked);
    EXPECT_EQ(unpacked.error().code, Errc::Cancelled);
}

TEST_F(RecordArchive, IsDetectedByItsExtension)
{
    for (const char *name : {"a.tar", "A.TAR.GZ", "b.tgz", "c.zip", "d.jsonl.gz", "e.csv.zst"})
        EXPECT_TRUE(isRecordArchive(write(name, ""))) << name;
    for (const char *name : {"a.json", "tar", ".gz", "a.tar.txt", "azip"})
        EXPECT_FALSE(isRecordArchive(write(name, ""))) << name;
    fs::create_directory(path("folder.zip"));
    EXPECT_FALSE(isRecordArchive(path("folder.zip")));
    EXPECT_FALSE(isRecordArchive(path("missing.zip")));
}

} // namespace

} // namespace loupe::test
