// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/junitxml.h"

#include "core/base/printabletext.h"
#include "core/report/tables/markdowntext.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Escapes untrusted text for an attribute or an element, on one line. XML 1.0 forbids U+FFFE and
/// U+FFFF; the replacement character takes their place.
std::string xmlText(std::string_view text)
{
    std::string printable = printableText(text);
    for (const std::string_view forbidden : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
        for (std::size_t at = 0; (at = printable.find(forbidden, at)) != std::string::npos;)
            printable.replace(at, forbidden.size(), "\xEF\xBF\xBD");
    }
    return markupText(printable);
}

/// Returns the element for a test that did not pass; empty if it passed.
std::string_view resultElement(Outcome outcome)
{
    if (outcome == Outcome::Correct)
        return {};
    if (outcome == Outcome::InfraError)
        return "error";
    return isJudged(outcome) ? "failure" : "skipped";
}

/// Returns the task, with sample and round unless both are the first. The names are unique within a
/// run and equal across runs.
std::string testName(const ResultRow &row)
{
    if (row.sample == 0 && row.round == 0)
        return row.task;
    return fmt::format("{}, sample {}, round {}", row.task, row.sample, row.round);
}

std::string measuredText(const ResultRow &row)
{
    std::string out = fmt::format("speedup {:.4g}", *row.speedup);
    if (row.speedupLow && row.speedupHigh)
        out += fmt::format(", 95 % interval {:.4g} to {:.4g}", *row.speedupLow, *row.speedupHigh);
    if (row.candidateMs && row.baselineMs)
        out += fmt::format("; {:.4g} ms, baseline {:.4g} ms", *row.candidateMs, *row.baselineMs);
    return row.device.empty() ? out : fmt::format("{}; {}", out, row.device);
}

void appendTestCase(std::string &out, const ResultRow &row)
{
    const auto at = std::back_inserter(out);
    fmt::format_to(at, "    <testcase classname=\"{}\" name=\"{}\"", xmlText(row.method),
                   xmlText(testName(row)));
    const std::string_view element = resultElement(row.outcome());
    if (element.empty() && !row.speedup) {
        out += "/>\n";
        return;
    }
    out += ">\n";
    if (!element.empty()) {
        const VerdictFacts &verdict
            = facts(row.outcome() == Outcome::Flagged ? Verdict::Flagged : row.verdict);
        fmt::format_to(at, "      <{} type=\"{}\" message=\"{}\">{}</{}>\n", element, verdict.id,
                       xmlText(row.message.empty() ? verdict.label : row.message),
                       xmlText(verdict.meaning), element);
    }
    if (row.speedup)
        fmt::format_to(at, "      <system-out>{}</system-out>\n", xmlText(measuredText(row)));
    out += "    </testcase>\n";
}

} // namespace

std::string junitXml(std::span<const ResultRow> rows)
{
    std::vector<std::string> runs; // in the order of their first rows
    for (const ResultRow &row : rows) {
        if (std::ranges::find(runs, row.run) == runs.end())
            runs.push_back(row.run);
    }
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const std::string &run : runs) {
        std::string cases;
        std::size_t tests = 0;
        std::size_t failures = 0;
        std::size_t errors = 0;
        std::size_t skipped = 0;
        for (const ResultRow &row : rows) {
            if (row.run != run)
                continue;
            const std::string_view element = resultElement(row.outcome());
            ++tests;
            failures += element == "failure" ? 1U : 0U;
            errors += element == "error" ? 1U : 0U;
            skipped += element == "skipped" ? 1U : 0U;
            appendTestCase(cases, row);
        }
        fmt::format_to(std::back_inserter(out),
                       "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                       "skipped=\"{}\">\n{}  </testsuite>\n",
                       xmlText(run), tests, failures, errors, skipped, cases);
    }
    return out + "</testsuites>\n";
}

} // namespace loupe
