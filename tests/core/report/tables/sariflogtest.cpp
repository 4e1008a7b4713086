// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/sariflog.h"

#include "core/base/json.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(SarifLog, FindingsAreAtTheLinesOfTheirFiles)
{
    const std::vector<SarifRule> rules{
        {"first_rule", FindingSeverity::Suspicion, "It proves.", "what it cannot"},
        {"second_rule", FindingSeverity::Proof, "It proves more.", "the rest"}};
    const auto finding = [](const char *rule, FindingSeverity severity, int line) {
        return Finding{rule, RuleLayer::Static, severity, "it calls\na library", line};
    };
    const std::vector<SarifFinding> findings{
        {finding("second_rule", FindingSeverity::Proof, 7), "mine/Math/a b.cpp", "r/m/Math/a"},
        {finding("first_rule", FindingSeverity::Suspicion, 0), "mine/c.cpp", "r/m/c", true},
        {finding("rule_of_yore", FindingSeverity::Note, 3), "", "r/m/d"}};
    const auto log = parseJson(sarifLog(rules, findings), "log");
    ASSERT_TRUE(log);
    const auto expected = parseJson(R"({
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [{
        "tool": {"driver": {"name": "KernelLoupe", "semanticVersion": "VERSION", "rules": [
          {"id": "first_rule", "shortDescription": {"text": "It proves."},
           "help": {"text": "Cannot show: what it cannot"}, "defaultConfiguration": {"level": "warning"}},
          {"id": "second_rule", "shortDescription": {"text": "It proves more."},
           "help": {"text": "Cannot show: the rest"}, "defaultConfiguration": {"level": "error"}}]}},
        "results": [
          {"ruleId": "second_rule", "ruleIndex": 1, "level": "error",
           "message": {"text": "it calls␊a library"},
           "locations": [{
             "physicalLocation": {"artifactLocation": {"uri": "mine/Math/a%20b.cpp"},
                                  "region": {"startLine": 7}},
             "logicalLocations": [{"fullyQualifiedName": "r/m/Math/a"}]}]},
          {"ruleId": "first_rule", "ruleIndex": 0, "level": "warning",
           "message": {"text": "it calls␊a library"},
           "locations": [{
             "physicalLocation": {"artifactLocation": {"uri": "mine/c.cpp"}},
             "logicalLocations": [{"fullyQualifiedName": "r/m/c"}]}],
           "suppressions": [{"kind": "external", "status": "accepted"}]},
          {"ruleId": "rule_of_yore", "level": "note", "message": {"text": "it calls␊a library"},
           "locations": [{"logicalLocations": [{"fullyQualifiedName": "r/m/d"}]}]}]}]})",
                                    "expected");
    ASSERT_TRUE(expected);
    Json found = *log;
    Json &driver = found["runs"][0]["tool"]["driver"];
    EXPECT_FALSE(driver["semanticVersion"].get<std::string>().empty());
    driver["semanticVersion"] = "VERSION";
    EXPECT_EQ(found, *expected) << found.dump(2);
}

TEST(SarifLog, WithoutFindingsThereAreNoResults)
{
    const auto log = parseJson(sarifLog({}, {}), "log");
    ASSERT_TRUE(log);
    EXPECT_EQ(log->at("runs").at(0).at("results"), Json::array());
}

} // namespace loupe::test
