// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/endpoints/profile/keyname.h"
#include "core/endpoints/profile/redactor.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

template <typename T>
concept Streamable = requires(std::ostream &stream, const T &value)
{
    stream << value;
};

static_assert(!Streamable<Secret>);
static_assert(!std::is_constructible_v<Json, Secret>);
static_assert(!std::is_convertible_v<Secret, std::string>);
static_assert(!std::is_copy_constructible_v<Secret> && !std::is_copy_assignable_v<Secret>);

const std::string keptKey = "sk-test-0123456789";

class KeyTest : public test::FolderTest
{
protected:
    std::string keyFileOf(const std::string &content, std::filesystem::perms mode)
    {
        write("key", content);
        std::filesystem::permissions(root() / "key", mode);
        return (root() / "key").string();
    }
};

using std::filesystem::perms;

} // namespace

TEST(SecretTest, OverwritesMemoryOnShrinkAndMove)
{
    Secret secret{std::string_view(keptKey)};
    const char *bytes = secret.data();
    secret.shorten(3);
    EXPECT_EQ(secret.view(), "sk-");
    EXPECT_EQ(std::string(bytes + 3, keptKey.size() - 3), std::string(keptKey.size() - 3, '\0'));
    Secret other = std::move(secret);
    EXPECT_TRUE(secret.empty()); // NOLINT(bugprone-use-after-move): that is the question
    EXPECT_EQ(other.view(), "sk-");
}

TEST(RedactorTest, RedactsEveryOccurrenceAtEqualLength)
{
    const Secret key{std::string_view(keptKey)};
    const Redactor redactor(key);
    const std::string text = redactor.redacted("a " + keptKey + keptKey + " b");
    EXPECT_EQ(text, "a [key]*************[key]************* b");
    const Secret none;
    EXPECT_EQ(Redactor(none).redacted("text"), "text");
}

TEST(RedactorTest, FindsAKeyAcrossChunks)
{
    const Secret key{std::string_view(keptKey)};
    const Redactor redactor(key);
    const std::string text
        = "x sk-test sk-test-01" + keptKey + " sk-test-012345678" + keptKey + "sk-t";
    const std::string expected = redactor.redacted(text);
    for (std::size_t first = 0; first <= text.size(); ++first) {
        for (std::size_t second = first; second <= text.size(); ++second) {
            RedactingStream stream(redactor);
            std::string out = stream.push(text.substr(0, first));
            out += stream.push(text.substr(first, second - first));
            out += stream.push(text.substr(second));
            out += stream.finish();
            ASSERT_EQ(out, expected) << first << " " << second;
        }
    }
}

TEST(KeyNameTest, AcceptsThreeForms)
{
    EXPECT_EQ(parseKeyName("env:A")->kind, KeyName::Kind::Environment);
    EXPECT_EQ(parseKeyName("file:/a b")->name, "/a b");
    EXPECT_EQ(parseKeyName("keyring:x")->text(), "keyring:x");
    for (const char *text : {"", "env:", "sk-123456789", "ENV:A", "envA"})
        EXPECT_FALSE(parseKeyName(text)) << text;
}

TEST_F(KeyTest, ReadsAFileWithOwnerOnlyPermissions)
{
    const std::string file = keyFileOf(keptKey + "\n", perms::owner_read | perms::owner_write);
    const auto key = readKey({KeyName::Kind::File, file}, {});
    ASSERT_TRUE(key) << key.error().text();
    EXPECT_EQ(key->view(), keptKey);
    for (const perms mode : {perms::group_read, perms::others_read, perms::group_write}) {
        keyFileOf(keptKey, perms::owner_read | perms::owner_write | mode);
        const auto refused = readKey({KeyName::Kind::File, file}, {});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, Errc::InvalidInput);
        EXPECT_EQ(refused.error().text().find(keptKey), std::string::npos);
    }
}

TEST_F(KeyTest, RefusesInvalidKeysWithoutPrintingThem)
{
    for (const std::string &content : std::vector<std::string>{
             "short", "two words-123456", "line-12345\nfeed-12345",
             std::string("nul\0nul-123456", 14), std::string(5000, 'k'), std::string()}) {
        const std::string file = keyFileOf(content, perms::owner_read | perms::owner_write);
        const auto key = readKey({KeyName::Kind::File, file}, {});
        ASSERT_FALSE(key);
        EXPECT_EQ(key.error().code, Errc::InvalidInput);
        EXPECT_TRUE(content.empty() || key.error().text().find(content) == std::string::npos);
    }
    EXPECT_EQ(readKey({KeyName::Kind::File, (root() / "none").string()}, {}).error().code,
              Errc::Environment);
    EXPECT_EQ(readKey({KeyName::Kind::File, root().string()}, {}).error().code, Errc::InvalidInput);
    EXPECT_EQ(readKey({KeyName::Kind::File, "relative"}, {}).error().code, Errc::InvalidInput);
}

TEST_F(KeyTest, PassesAVariableThroughAPipe)
{
    EXPECT_EQ(keyPipe("LOUPE_TEST_NO_SUCH_KEY").error().code, Errc::Environment);
    setenv("LOUPE_TEST_KEY", keptKey.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    const auto pipe = keyPipe("LOUPE_TEST_KEY");
    unsetenv("LOUPE_TEST_KEY"); // NOLINT(concurrency-mt-unsafe)
    ASSERT_TRUE(pipe) << pipe.error().text();
    const auto key = readKey({KeyName::Kind::Environment, "LOUPE_TEST_KEY"}, {pipe->get(), {}});
    ASSERT_TRUE(key) << key.error().text();
    EXPECT_EQ(key->view(), keptKey);
    EXPECT_EQ(readKey({KeyName::Kind::Environment, "X"}, {}).error().code, Errc::Environment);
}

TEST_F(KeyTest, ReadsAKeyringIfPresent)
{
    EXPECT_EQ(readKey({KeyName::Kind::Keyring, "work"}, {}).error().code, Errc::Environment);
    const auto key = readKey({KeyName::Kind::Keyring, "work"},
                             {-1, [](const std::string &label) -> Result<Secret> {
                                  EXPECT_EQ(label, "work");
                                  return Secret{std::string_view(keptKey)};
                              }});
    ASSERT_TRUE(key);
    EXPECT_EQ(key->view(), keptKey);
}

} // namespace loupe
