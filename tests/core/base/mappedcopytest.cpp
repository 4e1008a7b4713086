// SPDX-License-Identifier: Apache-2.0
#include "core/base/mappedcopy.h"

#include "core/base/untrustedfile.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stop_token>
#include <string>

#include <unistd.h>

#include "tests/core/base/setvariable.h"
#include "tests/core/base/untrustedfixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

/// Test with a large untrusted file, and a folder of temporary files of its own.
class MappedCopyTest : public UntrustedFixture
{
protected:
    void SetUp() override
    {
        UntrustedFixture::SetUp();
        for (int i = 0; m_content.size() < (std::size_t{3} << 20); ++i)
            m_content += "{\"line\": " + std::to_string(i) + "}\n";
        ASSERT_TRUE(writeFileAtomic(large(), m_content));
        ASSERT_TRUE(fs::create_directory(temporary()));
    }

    fs::path large() const { return root() / "large.jsonl"; }
    fs::path temporary() const { return folder->path() / "tmp"; }

    Result<SharedText> read(UntrustedLimits limits = {}) const
    {
        return readUntrustedShared(root(), large(), std::move(limits));
    }

    /// Returns whether this process has a copy mapped.
    static bool isMapped()
    {
        std::ifstream mappings("/proc/self/maps");
        const std::string all(std::istreambuf_iterator<char>(mappings), {});
        return all.find("/loupe-text.") != std::string::npos;
    }

    std::string m_content;
};

} // namespace

TEST_F(MappedCopyTest, ReadsReleasedTextAgain)
{
    const SetVariable variable("TMPDIR", temporary().string());
    const auto text = read();
    ASSERT_TRUE(text);
    EXPECT_TRUE(isMapped()) << "else the text is in memory, and nothing is given back";
    const SharedText line = text->part(text->view().substr(2'000'000, 20));
    text->giveBack();
    EXPECT_EQ(line, m_content.substr(2'000'000, 20));
    EXPECT_EQ(*text, m_content);
    line.giveBack();
    EXPECT_EQ(*text, m_content);
    EXPECT_TRUE(fs::is_empty(temporary())) << "the copy has no name that a crash could leave";
}

// Reading beyond the end of a mapped file ends the process with SIGBUS.
TEST_F(MappedCopyTest, TruncatingTheOriginalDoesNotChangeTheText)
{
    const SetVariable variable("TMPDIR", temporary().string());
    const auto text = read();
    ASSERT_TRUE(text);
    ASSERT_EQ(::truncate(large().c_str(), 10), 0);
    text->giveBack();
    EXPECT_EQ(*text, m_content);
}

TEST_F(MappedCopyTest, FallsBackToMemoryWithoutATemporaryFolder)
{
    const SetVariable variable("TMPDIR", (temporary() / "missing").string());
    EXPECT_FALSE(MappedCopy::begin(10));
    const auto text = read();
    ASSERT_TRUE(text) << text.error().text();
    EXPECT_FALSE(isMapped());
    text->giveBack();
    EXPECT_EQ(*text, m_content);
}

TEST_F(MappedCopyTest, TheLimitsOfUntrustedFilesApply)
{
    const SetVariable variable("TMPDIR", temporary().string());
    const auto tooLarge = read({.maxBytes = m_content.size() - 1});
    ASSERT_FALSE(tooLarge);
    EXPECT_EQ(tooLarge.error().code, Errc::InvalidInput);
    EXPECT_EQ(tooLarge.error().where, large().string());
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = read({.stop = stop.get_token()});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Errc::Cancelled);
}

TEST_F(MappedCopyTest, ContainsAppendedText)
{
    const SetVariable variable("TMPDIR", temporary().string());
    auto copy = MappedCopy::begin(100);
    ASSERT_TRUE(copy);
    ASSERT_TRUE(copy->append("first, "));
    ASSERT_TRUE(copy->append("second"));
    EXPECT_EQ(copy->finish().value(), "first, second") << "less than was reserved";
    auto nothing = MappedCopy::begin(100);
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->finish().value().empty());
}

} // namespace loupe::test
