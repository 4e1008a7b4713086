// SPDX-License-Identifier: Apache-2.0
// Tests what a candidate in the sandbox cannot reach.
#include "core/base/digest.h"

#include <fstream>

#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/core/platforms/candidates.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

constexpr const char *headers = "#include <sys/socket.h>\n#include <netinet/in.h>\n"
                                "#include <arpa/inet.h>\n#include <fcntl.h>\n#include <signal.h>\n"
                                "#include <sys/prctl.h>\n#include <sys/ptrace.h>\n";

/// Returns the value that a candidate leaves in y[0] after `body`.
float answerOf(const std::string &body)
{
    const Attempt result = attempt(candidate(body, headers));
    EXPECT_EQ(result.outcome.verdict, Verdict::Correct) << result.outcome.message << result.output;
    return result.y[0];
}

int processesNamed(const std::string &name)
{
    int count = 0;
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator("/proc", failed)) {
        std::ifstream file(entry.path() / "comm");
        std::string line;
        std::getline(file, line);
        count += line == name ? 1 : 0;
    }
    return count;
}

} // namespace

TEST(Isolation, hasNoNetwork)
{
    LOUPE_NEEDS_SANDBOX();
    // A loopback server of this test, which a process outside the sandbox could reach.
    const Fd server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(bind(server.get(), reinterpret_cast<sockaddr *>(&address), size), 0);
    ASSERT_EQ(listen(server.get(), 1), 0);
    ASSERT_EQ(getsockname(server.get(), reinterpret_cast<sockaddr *>(&address), &size), 0);
    const std::string port = std::to_string(ntohs(address.sin_port));
    EXPECT_EQ(answerOf("int s = socket(AF_INET, SOCK_STREAM, 0);\n"
                       "    sockaddr_in a{}; a.sin_family = AF_INET; a.sin_port = htons("
                       + port
                       + ");\n    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);\n"
                         "    y[0] = s >= 0 && connect(s, (sockaddr *)&a, sizeof a) == 0 ? 1 : 0;"),
              0.0F);
    EXPECT_EQ(answerOf("int s = socket(AF_INET, SOCK_DGRAM, 0);\n"
                       "    sockaddr_in a{}; a.sin_family = AF_INET; a.sin_port = htons(53);\n"
                       "    a.sin_addr.s_addr = inet_addr(\"8.8.8.8\");\n"
                       "    y[0] = s >= 0 && connect(s, (sockaddr *)&a, sizeof a) == 0 ? 1 : 0;"),
              0.0F);
}

TEST(Isolation, readsNoHostFiles)
{
    LOUPE_NEEDS_SANDBOX();
    const Result<TemporaryFolder> folder = TemporaryFolder::create("loupe-secret");
    ASSERT_TRUE(writeFileAtomic(folder->path() / "secret", "secret"));
    // Next to the library, which the sandbox shows under another path.
    ASSERT_TRUE(writeFileAtomic(cacheFolder() / "secret", "secret"));
    for (const std::string &path :
         {std::string("/etc/shadow"), std::string("/etc/passwd"),
          (cacheFolder() / "secret").string(), std::string(LOUPE_SOURCE_DIR) + "/tasks",
          (folder->path() / "secret").string(), std::string("/var"), std::string("/sys")}) {
        EXPECT_EQ(answerOf("y[0] = open(\"" + path + "\", O_RDONLY) >= 0 ? 1 : 0;"), 0.0F) << path;
    }
}

TEST(Isolation, writesOnlyToItsTemporaryFolder)
{
    LOUPE_NEEDS_SANDBOX();
    for (const char *path :
         {"/loupe-x", "/usr/loupe-x", "/dev/loupe-x", "/proc/sys/kernel/hostname"})
        EXPECT_EQ(
            answerOf("y[0] = open(\"" + std::string(path) + "\", O_WRONLY | O_CREAT, 0600) >= 0;"),
            0.0F)
            << path;
}

TEST(Isolation, seesNeitherTheEngineNorItsEnvironment)
{
    LOUPE_NEEDS_SANDBOX();
    EXPECT_EQ(answerOf("y[0] = kill(" + std::to_string(getpid()) + ", 0) == 0;"), 0.0F);
    EXPECT_EQ(answerOf("y[0] = getppid() > 3;"), 0.0F);
    EXPECT_EQ(answerOf("y[0] = getenv(\"USER\") != nullptr || strcmp(getenv(\"HOME\"), \"/tmp\");"),
              0.0F);
    EXPECT_EQ(answerOf("y[0] = getuid() == 0 || setuid(0) == 0;"), 0.0F);
}

TEST(Isolation, seesNoHostPath)
{
    LOUPE_NEEDS_SANDBOX();
    // Paths of the programs, of the build output and of the sources.
    const std::string count = "const char *paths[] = {\"" LOUPE_BIN_DIR "\", \"" LOUPE_SOURCE_DIR
                              "\", \""
        + cacheFolder().string()
        + "\"};\n    static char text[1 << 16]; int found = 0;\n"
          "    FILE *f = fopen(file, \"r\");\n"
          "    const size_t n2 = f ? fread(text, 1, sizeof text - 1, f) : 0;\n"
          "    for (size_t i = 0; i < n2; ++i) text[i] = text[i] ? text[i] : ' ';\n"
          "    for (const char *path : paths) found += strstr(text, path) != nullptr;\n"
          "    y[0] = (float)found; y[1] = (float)n2;";
    for (const std::string name : {"mountinfo", "maps", "cmdline", "environ"})
        EXPECT_EQ(answerOf("const char *file = \"/proc/self/" + name + "\";\n    " + count), 0.0F)
            << name;
    EXPECT_EQ(answerOf("const char *file = \"/proc/1/cmdline\";\n    " + count), 0.0F);
    EXPECT_GT(answerOf("FILE *f = fopen(\"/proc/1/cmdline\", \"r\"); y[0] = f && fgetc(f) > 0;"),
              0.0F);
}

TEST(Isolation, hasOnlyTheChannelAndTheTensors)
{
    LOUPE_NEEDS_SANDBOX();
    // Standard streams, the channel, the status page, inputs and outputs.
    EXPECT_LE(
        answerOf("int c = 0; for (int fd = 0; fd < 4096; ++fd) c += fcntl(fd, F_GETFD) >= 0;\n"
                 "    y[0] = (float)c;"),
        7.0F);
    // Child processes only get the standard streams.
    EXPECT_EQ(answerOf("FILE *f = popen(\"ls /proc/self/fd | wc -l\", \"r\"); int c = 0;\n"
                       "    if (!f || fscanf(f, \"%d\", &c) != 1) return 1;\n    y[0] = (float)c;"),
              4.0F); // ls opens the folder
}

TEST(Isolation, cannotResizeTheSharedMemory)
{
    LOUPE_NEEDS_SANDBOX();
    // It can neither truncate nor seal the memory that the engine reads.
    EXPECT_EQ(answerOf("int done = 0;\n    for (int fd = 3; fd < 64; ++fd) {\n"
                       "        done += ftruncate(fd, 0) == 0;\n"
                       "        done += fcntl(fd, 1033 /* F_ADD_SEALS */, 8) == 0;\n    }\n"
                       "    y[0] = (float)done;"),
              0.0F);
}

TEST(Isolation, leavesNoProcessBehind)
{
    LOUPE_NEEDS_SANDBOX();
    const std::string name = "lp" + randomHex(6);
    const NativeBuild built = build(
        candidate("int ready[2];\n    if (pipe(ready) != 0) return 1;\n"
                  "    if (fork() == 0) {\n        setsid();\n        prctl(PR_SET_NAME, \""
                      + name
                      + "\");\n        signal(SIGTERM, SIG_IGN);\n"
                        "        for (int fd = 0; fd < 1024; ++fd) close(fd);\n"
                        "        for (;;) pause();\n    }\n"
                        "    close(ready[1]);\n    char none;\n"
                        "    if (read(ready[0], &none, 1) != 0) return 2;", // it closed everything
                  headers));
    ASSERT_EQ(built.verdict, Verdict::Correct) << built.log;
    auto subject = NativeSubject::start(built.library, hostSettings(), {});
    ASSERT_TRUE(subject);
    const TrialSpec trial = doublingTrial();
    Tensors tensors = tensorsFor(trial);
    ASSERT_EQ((*subject)->prepare(trial, tensors.inputs, tensors.outputs).verdict,
              Verdict::Correct);
    EXPECT_EQ((*subject)->call(std::chrono::seconds(60), {}).verdict, Verdict::Correct);
    EXPECT_EQ(processesNamed(name), 1);
    subject->reset();
    EXPECT_EQ(processesNamed(name), 0);
}

} // namespace loupe::test
