// SPDX-License-Identifier: Apache-2.0
// Tests unreadable result files. Each has its own reason, the same alone and in a folder.
#include "core/records/formats/recordtree.h"

#include <algorithm>
#include <map>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/core/records/recordfixture.h"
#include "tests/core/records/smallestsources.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

constexpr const char *goodResult
    = R"({"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.0}]})";

std::string asUtf16(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        out += c;
        out += '\0';
    }
    return out;
}

/// Removes root's right to read every file from this process until destruction.
class Unprivileged
{
public:
    Unprivileged()
    {
        if (m_isRoot) {
            EXPECT_EQ(::seteuid(nobody), 0);
        }
    }
    Unprivileged(const Unprivileged &) = delete;
    Unprivileged &operator=(const Unprivileged &) = delete;
    ~Unprivileged()
    {
        if (m_isRoot) {
            EXPECT_EQ(::seteuid(0), 0);
        }
    }

private:
    static constexpr uid_t nobody = 65534;
    bool m_isRoot = ::geteuid() == 0;
};

class Unreadable : public RecordsTest
{
protected:
    void SetUp() override
    {
        RecordsTest::SetUp();
        write("all/good_l1/eval_results.json", goodResult);
        fs::create_directories(path(file).parent_path());
        for (const fs::path &each : {folder(), path("all"), path(file).parent_path()})
            fs::permissions(each, fs::perms::all);
    }

    /// Expects this reason for the file alone, with its format named, and for its folder.
    void expectReason(const std::string &words) const
    {
        for (const char *format : {"auto", "kernelbench"}) {
            const auto alone = readRecordTree(path(file), {}, format);
            ASSERT_FALSE(alone) << words;
            EXPECT_NE(alone.error().message.find(words), std::string::npos)
                << format << ": " << alone.error().text();
        }
        const auto tree = readRecordTree(path("all"), {});
        ASSERT_TRUE(tree) << tree.error().text();
        EXPECT_EQ(tree->batches.size(), 1U) << "the good one";
        ASSERT_EQ(tree->refused.size(), 1U) << words;
        EXPECT_TRUE(tree->refused[0].where.starts_with(path(file).string()));
        EXPECT_NE(tree->refused[0].message.find(words), std::string::npos)
            << tree->refused[0].message;
        EXPECT_TRUE(tree->unrecognised.empty()) << tree->unrecognised.front();
    }

    static constexpr const char *file = "all/bad_l1/eval_results.json";
};

} // namespace

TEST_F(Unreadable, WithoutPermission)
{
    write(file, goodResult);
    ASSERT_EQ(::chmod(path(file).c_str(), 0), 0);
    const Unprivileged unprivileged;
    expectReason("Permission denied");
}

TEST_F(Unreadable, CircularLink)
{
    fs::create_symlink("eval_results.json", path(file));
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree);
    ASSERT_EQ(tree->refused.size(), 1U);
    EXPECT_NE(tree->refused[0].message.find("leads nowhere"), std::string::npos);
    const auto alone = readRecordTree(path(file), {});
    ASSERT_FALSE(alone);
    EXPECT_EQ(alone.error().code, Errc::Io) << alone.error().text();
}

TEST_F(Unreadable, Utf16WithAndWithoutByteOrderMark)
{
    for (const std::string mark : {"", "\xFF\xFE"}) {
        write(file, mark + asUtf16(goodResult));
        expectReason("is UTF-16 text, not UTF-8");
    }
}

TEST_F(Unreadable, Latin1)
{
    write(file,
          R"({"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.0,
"metadata": {"hardware": "M)"
          "\xE9"
          R"(tal"}}]})");
    expectReason("is not UTF-8: it has the byte 0xE9");
}

TEST_F(Unreadable, EmptyFile)
{
    for (const char *nothing : {"", " \n\n", "\xEF\xBB\xBF"}) {
        write(file, nothing);
        expectReason("the file is empty");
    }
}

TEST_F(Unreadable, TruncatedFile)
{
    write(file, std::string(goodResult).substr(0, 60));
    expectReason("cut off");
}

TEST_F(Unreadable, ANamedPipeASocketAndADevice)
{
    ASSERT_EQ(::mkfifo(path(file).c_str(), 0600), 0);
    expectReason("is a named pipe, not a regular file");
    fs::remove(path(file));

    const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = path(file).string();
    ASSERT_LT(name.size(), sizeof(address.sun_path));
    name.copy(static_cast<char *>(address.sun_path), name.size());
    ASSERT_EQ(::bind(listening, reinterpret_cast<sockaddr *>(&address), sizeof(address)), 0);
    expectReason("is a socket, not a regular file");
    ::close(listening);

    const auto device = readRecordTree("/dev/null", {});
    ASSERT_FALSE(device);
    EXPECT_NE(device.error().message.find("is a device"), std::string::npos);
}

TEST_F(Unreadable, ALinkOutOfTheFolder)
{
    write("elsewhere/eval_results.json", goodResult);
    fs::create_symlink("../../elsewhere/eval_results.json", path(file));
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->batches.size(), 1U);
    ASSERT_EQ(tree->refused.size(), 1U);
    EXPECT_NE(tree->refused[0].message.find("outside of the folder"), std::string::npos)
        << tree->refused[0].message;
    EXPECT_TRUE(readRecordTree(path(file), {})) << "a file that the user names may be a link";
}

TEST_F(Unreadable, TruncatedLastLine)
{
    const std::string line
        = R"({"level": 1, "model_name": "m", "precision": "fp32", "problem_id": 1, )"
          R"("problem_name": "1_x.py", "status": "generation_error"})";
    write("log/results.jsonl", line + "\n" + line.substr(0, 40));
    const auto refused = readRecordTree(path("log/results.jsonl"), {});
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().where.ends_with("results.jsonl:2:41")) << refused.error().where;
    EXPECT_NE(refused.error().message.find("cut off"), std::string::npos);
    const auto rest = readRecordTree(path("log/results.jsonl"), {{}, true, {}, {}});
    ASSERT_TRUE(rest) << rest.error().text();
    EXPECT_EQ(rest->batches.at(0).records, 1);
}

TEST_F(Unreadable, RelativePath)
{
    // The reader of this format names whole paths.
    const auto sources = smallestSources();
    const auto source = std::ranges::find(sources, "cuda-l1", &SmallestSource::format);
    ASSERT_NE(source, sources.end());
    write("cut/" + source->file, source->text + source->text.substr(0, source->text.size() / 2));
    const fs::path relative = fs::relative(path("cut"), fs::current_path());
    const auto tree = readRecordTree(relative, {});
    ASSERT_FALSE(tree);
    EXPECT_TRUE(tree.error().where.starts_with((relative / source->file).string()))
        << tree.error().text();
    EXPECT_NE(tree.error().message.find("cut off"), std::string::npos) << tree.error().text();
}

TEST_F(Unreadable, OtherFilesNeedNotBeText)
{
    write("all/good_l1/image.png", "\x89PNG\r\n");
    write("all/good_l1/empty.txt", "");
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree);
    EXPECT_TRUE(tree->refused.empty());
    EXPECT_EQ(tree->unrecognised.size(), 2U);
}

} // namespace loupe::test
