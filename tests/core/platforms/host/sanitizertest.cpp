// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/sanitizer.h"

#include <algorithm>

#include <unistd.h>

#include "tests/core/platforms/candidates.h"
#include "tests/core/platforms/fakesanitizer.h"

namespace loupe::test {

TEST(Sanitizer, StartsTheProgramInItsPlace)
{
    Sanitizer sanitizer("/opt/cuda/compute-sanitizer/compute-sanitizer", "memcheck");
    ChildSpec spec;
    spec.argv = {"/run/kloupe/bin/kloupe-host", "--subject"};
    spec.environment = {{"CUDA_INJECTION64_PATH", "/lib/injection.so"}, {"LANG", "C"}};
    spec.processes = 8;
    ASSERT_TRUE(sanitizer.addTo(spec));
    EXPECT_EQ(spec.argv.front(), "/opt/cuda/compute-sanitizer/compute-sanitizer");
    EXPECT_NE(std::ranges::find(spec.argv, "memcheck"), spec.argv.end());
    EXPECT_EQ(std::vector(spec.argv.end() - 2, spec.argv.end()),
              (std::vector<std::string>{"/run/kloupe/bin/kloupe-host", "--subject"}));
    EXPECT_EQ(spec.readOnly, std::vector<std::filesystem::path>{"/opt/cuda/compute-sanitizer"});
    EXPECT_FALSE(spec.environment.contains("CUDA_INJECTION64_PATH"));
    EXPECT_TRUE(spec.environment.contains("LANG"));
    EXPECT_GT(spec.processes, 8);
    EXPECT_EQ(spec.mode, SandboxMode::Bubblewrap);
}

TEST(Sanitizer, BoundsWhatACandidateWritesIntoTheReport)
{
    Sanitizer sanitizer("/usr/bin/compute-sanitizer", "racecheck");
    ChildSpec first;
    ChildSpec second;
    ASSERT_TRUE(sanitizer.addTo(first));
    ASSERT_TRUE(sanitizer.addTo(second));
    ASSERT_EQ(write(first.inheritedFds.back(), "a\xFF", 2), 2);
    ASSERT_EQ(write(second.inheritedFds.back(), "b\n", 2), 2);
    EXPECT_EQ(sanitizer.report(),
              "a\xEF\xBF\xBD"
              "b\n")
        << "valid UTF-8, in order of the starts";
    const std::string much(std::size_t{1} << 20, 'x');
    ASSERT_EQ(write(first.inheritedFds.back(), much.data(), much.size()),
              static_cast<ssize_t>(much.size()));
    EXPECT_LE(sanitizer.report().size(), (std::size_t{256} << 10) + 2);
}

TEST(Sanitizer, ANativeCandidateEndsByItselfSoThatTheReportIsWhole)
{
    LOUPE_NEEDS_SANDBOX();
    const FakeSanitizer fake;
    HostSettings settings = hostSettings();
    settings.sanitizer = std::make_shared<Sanitizer>(fake.program(), "racecheck");
    const Attempt result = attempt(candidate(doubling), settings);
    EXPECT_EQ(result.outcome.verdict, Verdict::Correct) << result.outcome.message;
    EXPECT_EQ(settings.sanitizer->report(), FakeSanitizer::wholeReport());
}

TEST(Sanitizer, TheReportOfACandidateThatFailedIsWhole)
{
    LOUPE_NEEDS_SANDBOX();
    const FakeSanitizer fake;
    HostSettings settings = hostSettings();
    settings.sanitizer = std::make_shared<Sanitizer>(fake.program(), "racecheck");
    const Attempt result = attempt(candidate("return 7;"), settings);
    EXPECT_EQ(result.outcome.verdict, Verdict::ReturnedError) << result.outcome.message;
    EXPECT_EQ(settings.sanitizer->report(), FakeSanitizer::wholeReport());
}

} // namespace loupe::test
