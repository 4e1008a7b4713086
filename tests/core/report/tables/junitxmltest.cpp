// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/junitxml.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

ResultRow testedRow(const char *run, const char *task, Verdict verdict, const char *message = "")
{
    ResultRow row;
    row.run = run;
    row.task = task;
    row.method = "mine";
    row.verdict = verdict;
    row.message = message;
    return row;
}

} // namespace

TEST(JunitXml, EachOutcomeIsATestOfItsRun)
{
    std::vector<ResultRow> rows{
        testedRow("first", "Math/exp", Verdict::Correct),
        testedRow("second", "Math/sin", Verdict::CompileTimeout),
        testedRow("first", "Math/pow", Verdict::WrongValue,
                  "12 of 1000 elements <b> & \"c\"\nlast"),
        testedRow("first", "Loss/mse", Verdict::InfraError, "the device is lost"),
        testedRow("first", "Loss/kl", Verdict::TooLargeForDevice),
        testedRow("first", "Math/erf", Verdict::Correct)};
    rows[0].speedup = 1.5;
    rows[0].speedupLow = 1.25;
    rows[0].speedupHigh = 1.75;
    rows[0].candidateMs = 2.0;
    rows[0].baselineMs = 3.0;
    rows[0].device = "AMD EPYC";
    rows[2].sample = 1;
    rows[2].round = 2;
    rows[5].isWithheld = true;
    const auto meaning = [](Verdict verdict) { return std::string(facts(verdict).meaning); };
    EXPECT_EQ(junitXml(rows),
              R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="first" tests="5" failures="2" errors="1" skipped="1">
    <testcase classname="mine" name="Math/exp">
      <system-out>speedup 1.5, 95 % interval 1.25 to 1.75; 2 ms, baseline 3 ms; AMD EPYC</system-out>
    </testcase>
    <testcase classname="mine" name="Math/pow, sample 1, round 2">
      <failure type="wrong_value" message="12 of 1000 elements &lt;b&gt; &amp; &quot;c&quot;␊last">)"
                  + meaning(Verdict::WrongValue) + R"(</failure>
    </testcase>
    <testcase classname="mine" name="Loss/mse">
      <error type="infra_error" message="the device is lost">)"
                  + meaning(Verdict::InfraError) + R"(</error>
    </testcase>
    <testcase classname="mine" name="Loss/kl">
      <skipped type="too_large_for_device" message=")"
                  + std::string(facts(Verdict::TooLargeForDevice).label) + R"(">)"
                  + meaning(Verdict::TooLargeForDevice) + R"(</skipped>
    </testcase>
    <testcase classname="mine" name="Math/erf">
      <failure type=")"
                  + std::string(facts(Verdict::Flagged).id) + R"(" message=")"
                  + std::string(facts(Verdict::Flagged).label) + R"(">)" + meaning(Verdict::Flagged)
                  + R"(</failure>
    </testcase>
  </testsuite>
  <testsuite name="second" tests="1" failures="1" errors="0" skipped="0">
    <testcase classname="mine" name="Math/sin">
      <failure type="compile_timeout" message=")"
                  + std::string(facts(Verdict::CompileTimeout).label) + R"(">)"
                  + meaning(Verdict::CompileTimeout) + R"(</failure>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(JunitXml, CharactersThatXmlForbidsAreMarked)
{
    const std::vector rows{testedRow("r\x01", "t", Verdict::Crashed, "\x1b[2J \xff \xef\xbf\xbf")};
    const std::string xml = junitXml(rows);
    for (const char *forbidden : {"\x01", "\x1b", "\xff", "\xef\xbf\xbf"})
        EXPECT_EQ(xml.find(forbidden), std::string::npos) << xml;
    EXPECT_NE(xml.find("name=\"r␁\""), std::string::npos) << xml;
}

TEST(JunitXml, WithoutRowsThereAreNoTests)
{
    EXPECT_EQ(junitXml({}),
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n</testsuites>\n");
}

} // namespace loupe::test
