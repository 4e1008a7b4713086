// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/sariflog.h"

#include "core/base/printabletext.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace loupe {

namespace {

using SarifJson = nlohmann::ordered_json;

std::string_view sarifLevel(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Proof:
        return "error";
    case FindingSeverity::Suspicion:
        return "warning";
    case FindingSeverity::Note:
        break;
    }
    return "note";
}

/// Returns a relative path as a URI reference (RFC 3986).
std::string uriOf(std::string_view path)
{
    constexpr std::string_view plain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    std::string out;
    for (const char c : path) {
        if (plain.find(c) != std::string_view::npos)
            out += c;
        else
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

SarifJson ruleJson(const SarifRule &rule)
{
    return {{"id", rule.id},
            {"shortDescription", {{"text", rule.proves}}},
            {"help", {{"text", fmt::format("Cannot show: {}", rule.cannotSee)}}},
            {"defaultConfiguration", {{"level", sarifLevel(rule.severity)}}}};
}

SarifJson locationJson(const SarifFinding &each)
{
    SarifJson location = SarifJson::object();
    if (!each.file.empty()) {
        SarifJson physical = {{"artifactLocation", {{"uri", uriOf(each.file)}}}};
        if (each.finding.line > 0)
            physical["region"] = {{"startLine", each.finding.line}};
        location["physicalLocation"] = std::move(physical);
    }
    location["logicalLocations"]
        = SarifJson::array({{{"fullyQualifiedName", printableText(each.evaluation)}}});
    return location;
}

SarifJson resultJson(std::span<const SarifRule> rules, const SarifFinding &each)
{
    SarifJson result = {{"ruleId", each.finding.rule}};
    const auto rule = std::ranges::find(rules, each.finding.rule, &SarifRule::id);
    if (rule != rules.end()) // rules of other versions have findings, too
        result["ruleIndex"] = rule - rules.begin();
    result["level"] = sarifLevel(each.finding.severity);
    result["message"] = {{"text", printableText(each.finding.message)}};
    result["locations"] = SarifJson::array({locationJson(each)});
    if (each.isCleared)
        result["suppressions"] = SarifJson::array({{{"kind", "external"}, {"status", "accepted"}}});
    return result;
}

} // namespace

std::string sarifLog(std::span<const SarifRule> rules, std::span<const SarifFinding> findings)
{
    SarifJson ruleList = SarifJson::array();
    for (const SarifRule &rule : rules)
        ruleList.push_back(ruleJson(rule));
    SarifJson results = SarifJson::array();
    for (const SarifFinding &each : findings)
        results.push_back(resultJson(rules, each));
    const SarifJson driver = {{"name", "KernelLoupe"},
                              {"semanticVersion", LOUPE_VERSION},
                              {"rules", std::move(ruleList)}};
    const SarifJson log
        = {{"$schema",
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
           {"version", "2.1.0"},
           {"runs",
            SarifJson::array({{{"tool", {{"driver", driver}}}, {"results", std::move(results)}}})}};
    return log.dump(2) + "\n";
}

} // namespace loupe
