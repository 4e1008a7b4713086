// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/descriptors.h"

#include "core/base/fd.h"

#include <algorithm>
#include <array>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

using AddCloses = void (*)(posix_spawn_file_actions_t &, int);

/// Returns the exit code of a shell that looks whether it has the descriptors 108 and 109.
int openInChild(AddCloses addCloses, int first)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    addCloses(actions, first);
    std::string shell = "/bin/sh";
    std::string option = "-c";
    std::string script = "code=0; [ -e /proc/self/fd/108 ] && code=1; [ -e /proc/self/fd/109 ] && "
                         "code=$((code + 2)); "
                         "exit $code";
    const std::array<char *, 4> words{shell.data(), option.data(), script.data(), nullptr};
    pid_t pid = -1;
    const int failed = posix_spawn(&pid, shell.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (failed != 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

} // namespace

TEST(Descriptors, AreClosedInTheChildFromAGivenNumber)
{
    const Fd source(open("/dev/null", O_RDONLY | O_CLOEXEC));
    // dup2() makes descriptors that a child inherits.
    const Fd eighth(dup2(source.get(), 108));
    const Fd ninth(dup2(source.get(), 109));
    const std::vector<int> open = openDescriptors(109);
    EXPECT_NE(std::find(open.begin(), open.end(), 109), open.end());
    EXPECT_EQ(std::find(open.begin(), open.end(), 108), open.end());
    for (const AddCloses addCloses : {addCloseFrom, addCloseOpen}) {
        EXPECT_EQ(openInChild(addCloses, 110), 3);
        EXPECT_EQ(openInChild(addCloses, 109), 1);
        EXPECT_EQ(openInChild(addCloses, 3), 0);
    }
}

} // namespace loupe
