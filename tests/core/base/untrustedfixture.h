// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"

#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace loupe::test {

/// Folder from an untrusted source, next to a secret that must stay unread.
class UntrustedFixture : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto created = TemporaryFolder::create("loupe-untrusted");
        ASSERT_TRUE(created);
        folder = std::make_unique<TemporaryFolder>(std::move(created).value());
        std::filesystem::create_directories(root() / "level1");
        ASSERT_TRUE(writeFileAtomic(secret(), "secret"));
        ASSERT_TRUE(writeFileAtomic(root() / "level1" / "1_Matmul.py", "kernel"));
    }

    std::filesystem::path root() const { return folder->path() / "given"; }
    std::filesystem::path secret() const { return folder->path() / "secret.txt"; }

    void link(const std::string &name, const std::string &target) const
    {
        ASSERT_EQ(::symlink(target.c_str(), (root() / name).c_str()), 0);
    }
    void fifo(const std::string &name) const
    {
        ASSERT_EQ(::mkfifo((root() / name).c_str(), 0600), 0);
    }
    void socket(const std::string &name) const
    {
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        ASSERT_GE(fd, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string path = (root() / name).string();
        ASSERT_LT(path.size(), sizeof address.sun_path);
        path.copy(static_cast<char *>(address.sun_path), path.size());
        const int bound = ::bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address);
        ::close(fd);
        ASSERT_EQ(bound, 0);
    }

    std::unique_ptr<TemporaryFolder> folder;
};

/// Drops root's rights during its lifetime, because root passes every permission check.
class AsOrdinaryUser
{
public:
    AsOrdinaryUser() : m_was(::geteuid()) { m_changed = m_was == 0 && ::seteuid(65534) == 0; }
    ~AsOrdinaryUser()
    {
        if (m_changed && ::seteuid(m_was) != 0)
            ADD_FAILURE() << "the user cannot be changed back";
    }
    AsOrdinaryUser(const AsOrdinaryUser &) = delete;
    AsOrdinaryUser &operator=(const AsOrdinaryUser &) = delete;

private:
    uid_t m_was;
    bool m_changed = false;
};

} // namespace loupe::test
