// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/base/environment.h"
#include "core/base/files.h"
#include "core/platforms/build/buildcache.h"

#include <cstdlib>
#include <fstream>
#include <thread>

#include <sys/stat.h>

#include "tests/core/platforms/candidates.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class CpuBuildTest : public testing::Test
{
protected:
    void SetUp() override { LOUPE_NEEDS_SANDBOX(); }

    Result<NativeBuild> buildHere(const std::string &source, const SubjectLimits &limits = {},
                                  const std::stop_token &stop = {})
    {
        return buildForCpu(source, toolchain(), m_cache->path(), SandboxMode::Bubblewrap, limits,
                           stop);
    }

    std::vector<fs::path> files(const std::string &extension) const
    {
        std::vector<fs::path> found;
        for (const auto &entry : fs::recursive_directory_iterator(m_cache->path())) {
            if (entry.is_regular_file() && entry.path().extension() == extension)
                found.push_back(entry.path());
        }
        return found;
    }

    Result<TemporaryFolder> m_cache = TemporaryFolder::create("loupe-test-builds");
};

} // namespace

TEST_F(CpuBuildTest, findsTheCompilerAndItsTarget)
{
    const Result<CpuToolchain> found = findCpuToolchain(fs::path(LOUPE_SOURCE_DIR) / "tasks/abi");
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_TRUE(found->compiler.is_absolute());
    EXPECT_FALSE(found->version.empty());
    EXPECT_EQ(found->version.find('\n'), std::string::npos);
    EXPECT_GT(found->targetCpu.size(), 17U);
    const Result<CpuToolchain> missing = findCpuToolchain("/nonexistent");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Errc::NotFound);
}

TEST_F(CpuBuildTest, reportsABrokenCompiler)
{
    // For example, killed when the node ends. Otherwise the same machine would get two names.
    const fs::path gcc = m_cache->path() / "gcc";
    std::ofstream(gcc) << "#!/bin/sh\n"
                          "case \"$*\" in\n"
                          "    --version) echo \"${0##*/} 12.2\" ;;\n"
                          "    *help=target*) exit 1 ;;\n"
                          "    *) echo macros ;;\n"
                          "esac\n";
    fs::permissions(gcc, fs::perms::owner_all);
    const fs::path clang = m_cache->path() / "clang";
    fs::copy_file(gcc, clang);
    const auto foundWith = [](const fs::path &compiler) {
        const std::string before = environmentVariable("CXX");
        setenv("CXX", compiler.c_str(), 1);
        auto found = findCpuToolchain(fs::path(LOUPE_SOURCE_DIR) / "tasks/abi");
        if (before.empty())
            unsetenv("CXX");
        else
            setenv("CXX", before.c_str(), 1);
        return found;
    };
    const auto silent = foundWith(gcc);
    ASSERT_FALSE(silent);
    EXPECT_EQ(silent.error().code, Errc::Environment);
    const auto other = foundWith(clang);
    ASSERT_TRUE(other) << other.error().text();
    EXPECT_TRUE(other->targetCpu.starts_with("native ")) << other->targetCpu;
}

TEST_F(CpuBuildTest, buildsWithoutACacheThatCannotBeWritten)
{
    // Even root cannot write into a file where a folder is expected.
    const fs::path cache = m_cache->path() / "cache";
    std::ofstream(cache) << "not a folder";
    fs::path library;
    {
        const Result<NativeBuild> build
            = buildForCpu(candidate(doubling), toolchain(), cache, SandboxMode::Bubblewrap, {}, {});
        ASSERT_TRUE(build) << build.error().text();
        EXPECT_EQ(build->verdict, Verdict::Correct) << build->log;
        EXPECT_NE(build->cacheProblem.find("build cache"), std::string::npos);
        EXPECT_FALSE(build->fromCache);
        library = build->library;
        EXPECT_TRUE(fs::is_regular_file(library));
        const Result<NativeBuild> refused
            = buildForCpu("int x = ;", toolchain(), cache, SandboxMode::Bubblewrap, {}, {});
        ASSERT_TRUE(refused) << refused.error().text();
        EXPECT_EQ(refused->verdict, Verdict::CompileError);
        EXPECT_FALSE(refused->diagnostics.empty());
    }
    EXPECT_FALSE(fs::exists(library)) << "nothing is left behind";
}

TEST_F(CpuBuildTest, missingSystemHeaderIsAnErrorAndNotCached)
{
    const Result<NativeBuild> lacks = buildHere("#include <loupe_missing.h>\n");
    ASSERT_FALSE(lacks);
    EXPECT_EQ(lacks.error().code, Errc::Environment);
    EXPECT_EQ(lacks.error().message,
              "the compiler finds no header loupe_missing.h on this machine");
    EXPECT_TRUE(files(".json").empty());
    const Result<NativeBuild> own = buildHere("#include \"own.h\"\n");
    ASSERT_TRUE(own) << own.error().text();
    EXPECT_EQ(own->verdict, Verdict::CompileError) << "it would lie beside the candidate";
}

TEST_F(CpuBuildTest, buildsOnceAndReusesTheCache)
{
    const std::string source = candidate(doubling);
    const Result<NativeBuild> first = buildHere(source);
    ASSERT_TRUE(first) << first.error().text();
    EXPECT_EQ(first->verdict, Verdict::Correct) << first->log;
    EXPECT_FALSE(first->fromCache);
    EXPECT_GT(first->milliseconds, 0.0);
    const Result<std::string> library = readFile(first->library);
    ASSERT_TRUE(library);

    const Result<NativeBuild> second = buildHere(source);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->fromCache);
    EXPECT_EQ(second->library, first->library);
    EXPECT_EQ(second->milliseconds, first->milliseconds);
    const std::string key = first->library.stem().string();
    EXPECT_EQ(key.size(), 64U);
    EXPECT_EQ(first->library, m_cache->path() / key.substr(0, 2) / (key + ".so"));
    EXPECT_FALSE(buildHere(source + "\n// another\n")->fromCache);
}

TEST_F(CpuBuildTest, givesTheSameLibraryForTheSameSource)
{
    const std::string source = candidate("printf(\"%s\", __DATE__ __TIME__);");
    const Result<NativeBuild> first = buildHere(source);
    ASSERT_TRUE(first);
    const std::string bytes = *readFile(first->library);
    fs::remove_all(first->library.parent_path());
    const Result<NativeBuild> second = buildHere(source);
    ASSERT_TRUE(second);
    EXPECT_FALSE(second->fromCache);
    EXPECT_EQ(sha256Hex(*readFile(second->library)), sha256Hex(bytes));
}

TEST_F(CpuBuildTest, rebuildsWhenTheCacheIsDamaged)
{
    const std::string source = candidate(doubling);
    ASSERT_TRUE(buildHere(source));
    ASSERT_EQ(files(".so").size(), 1U);
    fs::resize_file(files(".so").front(), 100);
    Result<NativeBuild> again = buildHere(source);
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->fromCache);
    EXPECT_GT(fs::file_size(again->library), 1000U);
    for (const char *text : {"", "{", "{}", "[1]", R"({"schema":1,"verdict":"correct"})"}) {
        std::ofstream(files(".json").front()) << text;
        again = buildHere(source);
        ASSERT_TRUE(again);
        EXPECT_FALSE(again->fromCache) << text;
    }
}

TEST_F(CpuBuildTest, cachesFailures)
{
    const std::string source = candidate("int a = foo();\n    return a;");
    const Result<NativeBuild> first = buildHere(source);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->verdict, Verdict::CompileError);
    EXPECT_TRUE(first->library.empty());
    ASSERT_FALSE(first->diagnostics.empty());
    const Diagnostic &cause = first->diagnostics.front();
    EXPECT_TRUE(cause.isFirstCause);
    EXPECT_EQ(cause.file, "candidate.cpp");
    EXPECT_GT(cause.line, 0);
    EXPECT_NE(cause.message.find("foo"), std::string::npos);
    EXPECT_NE(first->message.find("candidate.cpp:"), std::string::npos) << first->message;
    EXPECT_NE(first->log.find("foo"), std::string::npos);

    const Result<NativeBuild> second = buildHere(source);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->fromCache);
    EXPECT_EQ(second->verdict, Verdict::CompileError);
    EXPECT_EQ(second->diagnostics, first->diagnostics);
    EXPECT_EQ(second->log, first->log);
    EXPECT_EQ(second->message, first->message);
}

TEST_F(CpuBuildTest, distinguishesLinkErrorsFromCompileErrors)
{
    const Result<NativeBuild> built = buildHere(candidate("return helper();", "int helper();"));
    ASSERT_TRUE(built);
    EXPECT_EQ(built->verdict, Verdict::LinkError) << built->log;
    EXPECT_NE(built->message.find("helper"), std::string::npos) << built->message;
}

TEST_F(CpuBuildTest, refusesEmptySubmissions)
{
    for (const char *source : {"", " \n\t\r\n"}) {
        const Result<NativeBuild> built = buildHere(source);
        ASSERT_TRUE(built);
        EXPECT_EQ(built->verdict, Verdict::EmptySubmission);
    }
    EXPECT_TRUE(files(".json").empty());
}

TEST_F(CpuBuildTest, stopsACompilerThatDoesNotFinish)
{
    SubjectLimits limits;
    limits.buildSeconds = 0.5;
    const std::string endless
        = "template <int N> struct T { static constexpr int v = T<N + 1>::v"
          " + T<N + 2>::v; };\n"
          "template <int N> struct S { static constexpr unsigned f(unsigned n)"
          " { unsigned r = 0; for (unsigned i = 0; i < n; ++i) r += i * r + N;"
          " return r; } };\n"
          "constexpr unsigned a = S<1>::f(200000), b = S<2>::f(200000);\n";
    std::string source = endless;
    for (int i = 0; i < 200; ++i)
        source += "static_assert(S<" + std::to_string(i) + ">::f(250000) != 1);\n";
    const Result<NativeBuild> built = buildHere(source, limits);
    ASSERT_TRUE(built);
    EXPECT_EQ(built->verdict, Verdict::CompileTimeout) << built->log;
    EXPECT_TRUE(files(".json").empty()); // the next attempt may be fast enough
}

TEST_F(CpuBuildTest, stopsOnRequest)
{
    std::stop_source stop;
    stop.request_stop();
    const Result<NativeBuild> built = buildHere(candidate(doubling), {}, stop.get_token());
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().code, Errc::Cancelled);
}

TEST_F(CpuBuildTest, boundsTheLog)
{
    std::string source;
    for (int i = 0; i < 20000; ++i)
        source += "x" + std::to_string(i) + " y;\n";
    const Result<NativeBuild> built = buildHere(source);
    ASSERT_TRUE(built);
    EXPECT_EQ(built->verdict, Verdict::CompileError);
    EXPECT_LT(built->log.size(), 100U << 10);
    EXPECT_LE(built->diagnostics.size(), 200U);
}

TEST_F(CpuBuildTest, hidesFilesOutsideTheSandboxFromTheCompiler)
{
    const Result<TemporaryFolder> folder = TemporaryFolder::create("loupe-secret");
    ASSERT_TRUE(writeFileAtomic(folder->path() / "secret.h", "#define SECRET 1\n"));
    const std::string reference
        = (fs::path(LOUPE_SOURCE_DIR) / "tasks/Activation/softmax/reference.cpp").string();
    for (const std::string &path :
         {std::string("/etc/passwd"), std::string("/etc/shadow"), std::string("/etc/hostname"),
          (folder->path() / "secret.h").string(), reference}) {
        const Result<NativeBuild> built
            = buildHere("#include \"" + path + "\"\n" + candidate(doubling));
        ASSERT_TRUE(built);
        EXPECT_EQ(built->verdict, Verdict::CompileError) << path;
        EXPECT_EQ(built->log.find("root:"), std::string::npos);
        EXPECT_EQ(built->log.find("double sum"), std::string::npos);
    }
    const Result<NativeBuild> incbin
        = buildHere("asm(\".incbin \\\"/etc/passwd\\\"\");\n" + candidate(doubling));
    ASSERT_TRUE(incbin);
    EXPECT_EQ(incbin->verdict, Verdict::CompileError);
}

TEST_F(CpuBuildTest, rebuildKeepsALibraryInUse)
{
    const Result<NativeBuild> first = buildHere(candidate(doubling));
    ASSERT_TRUE(first);
    const auto inode = [&] {
        struct stat found = {};
        return ::stat(first->library.c_str(), &found) == 0 ? found.st_ino : 0;
    };
    const auto before = inode();
    const std::string key = first->library.stem().string();
    const auto other = m_cache->path() / "other";
    ASSERT_TRUE(writeFileAtomic(other, "another library"));
    const Result<NativeBuild> again = BuildCache(m_cache->path()).keep(key, *first, other);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->library, first->library);
    EXPECT_FALSE(again->fromCache);
    EXPECT_NE(before, 0U);
    EXPECT_EQ(inode(), before);
}

TEST_F(CpuBuildTest, isThreadSafeOnOneCache)
{
    const std::string source = candidate(doubling);
    std::vector<std::jthread> threads;
    std::atomic<int> good{0};
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            const Result<NativeBuild> built = buildHere(source);
            if (built && built->verdict == Verdict::Correct && fs::exists(built->library))
                ++good;
        });
    }
    threads.clear();
    EXPECT_EQ(good, 4);
    EXPECT_EQ(files(".so").size(), 1U);
    EXPECT_EQ(files(".json").size(), 1U);
    EXPECT_TRUE(buildHere(source)->fromCache);
}

TEST_F(CpuBuildTest, survivesSourcesThatAreNotText)
{
    std::string bytes;
    for (int i = 0; i < 256; ++i)
        bytes += static_cast<char>(i);
    const Result<NativeBuild> built = buildHere(bytes);
    ASSERT_TRUE(built);
    EXPECT_EQ(built->verdict, Verdict::CompileError);
}

} // namespace loupe::test
