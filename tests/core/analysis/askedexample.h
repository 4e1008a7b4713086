// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe::test {

/// Hand-written conversations and their results.
class AskedExample
{
public:
    /// Returns an answered request with this number of tokens; none: usage not recorded.
    static AskedRequest answer(int round, std::optional<std::int64_t> tokens,
                               ExtractionOutcome outcome = ExtractionOutcome::Code)
    {
        AskedRequest out;
        out.round = round;
        out.state = "answered";
        out.isAnswered = true;
        out.isWhole = true;
        out.outcome = outcome;
        if (tokens) {
            out.inputTokens = *tokens - 1;
            out.outputTokens = 1;
            out.dollars = static_cast<double>(*tokens) / 1000;
        }
        return out;
    }
    static AskedRequest unanswered(int round, const char *state)
    {
        AskedRequest out;
        out.round = round;
        out.state = state;
        return out;
    }

    AskedDialogue &ask(const std::string &method, const std::string &task, int sample,
                       std::vector<AskedRequest> requests)
    {
        AskedDialogue one;
        one.run = "r";
        one.suite = "s";
        one.task = task;
        one.method = method;
        one.sample = sample;
        one.profile = R"({"format": 1})";
        one.strategy = "serial, 2 samples, 2 rounds from the last";
        one.stopReason = "rounds";
        one.requests = std::move(requests);
        return dialogues.emplace_back(std::move(one));
    }
    MetricRow &judge(const std::string &method, const std::string &task, int sample, int round,
                     Verdict verdict, std::optional<double> speedup = std::nullopt)
    {
        MetricRow row;
        row.id = {static_cast<std::int64_t>(rows.size()) + 1};
        row.run = "r";
        row.suite = "s";
        row.task = task;
        row.method = method;
        row.sample = sample;
        row.round = round;
        row.verdict = verdict;
        row.speedup = speedup;
        return rows.emplace_back(row);
    }
    /// Adds feedback on the previous round to all rounds except the first.
    void tellOfLast()
    {
        for (AskedDialogue &dialogue : dialogues) {
            for (const AskedRequest &request : dialogue.requests) {
                if (request.round > 0)
                    dialogue.messages.push_back(
                        {request.round, false,
                         ToldEvaluation{dialogue.sample, request.round - 1, 0}});
            }
        }
    }
    AskedPopulation asked(bool isWholeMethods = true)
    {
        for (AskedDialogue &dialogue : dialogues) {
            for (const MetricRow &row : rows)
                dialogue.hasResult = dialogue.hasResult
                    || (row.task == dialogue.task && row.method == dialogue.method
                        && row.sample == dialogue.sample);
        }
        Scope all;
        all.includeWithheld = true;
        return askedPopulation(populationOf(rows, {}), populationOf(rows, all), dialogues,
                               isWholeMethods);
    }

    std::vector<AskedDialogue> dialogues;
    std::vector<MetricRow> rows;
};

/// Returns method m with four tasks and two samples of two rounds. Tokens of each round, with C for
/// correct:
///   a  sample 0: 10, 20 C 2.0×    sample 1: 30 C 0.5×, 40 C 3.0×
///   b  sample 0: 10, 20           sample 1: 30, 40 C 1.5×
///   c  sample 0: 10, 20           sample 1: 30, 40
///   d  sample 0: 10 C 1.2×, 20    sample 1: 30, 40
inline AskedExample fourTasks()
{
    AskedExample out;
    for (const char *task : {"a", "b", "c", "d"}) {
        for (int sample = 0; sample < 2; ++sample)
            out.ask("m", task, sample,
                    {AskedExample::answer(0, 10 + 20 * sample),
                     AskedExample::answer(1, 20 + 20 * sample)});
    }
    constexpr Verdict wrong = Verdict::WrongValue;
    constexpr Verdict noBuild = Verdict::CompileError;
    constexpr Verdict right = Verdict::Correct;
    out.judge("m", "a", 0, 0, noBuild);
    out.judge("m", "a", 0, 1, right, 2.0);
    out.judge("m", "a", 1, 0, right, 0.5);
    out.judge("m", "a", 1, 1, right, 3.0);
    out.judge("m", "b", 0, 0, wrong);
    out.judge("m", "b", 0, 1, wrong);
    out.judge("m", "b", 1, 0, noBuild);
    out.judge("m", "b", 1, 1, right, 1.5);
    out.judge("m", "c", 0, 0, noBuild);
    out.judge("m", "c", 0, 1, wrong);
    out.judge("m", "c", 1, 0, wrong);
    out.judge("m", "c", 1, 1, Verdict::Crashed);
    out.judge("m", "d", 0, 0, right, 1.2);
    out.judge("m", "d", 0, 1, wrong);
    out.judge("m", "d", 1, 0, wrong);
    out.judge("m", "d", 1, 1, noBuild);
    out.tellOfLast();
    return out;
}

} // namespace loupe::test
