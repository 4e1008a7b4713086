// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/hintedsample.h"

#include "core/generation/loop/storedrun.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view hintedEnding = ", hinted";

/// Returns the name of a run or method whose programs result from a user's hints. They are not
/// counted with those that the method found alone.
std::string hintedName(std::string_view name)
{
    return name.ends_with(hintedEnding) ? std::string(name)
                                        : std::string(name).append(hintedEnding);
}

/// Returns the candidate for the run of hinted programs; its cost is already counted elsewhere.
Candidate withoutCost(Candidate candidate, const std::string &method)
{
    candidate.method = method;
    candidate.cost = {};
    candidate.request.clear();
    candidate.feedback.clear();
    return candidate;
}

Result<std::vector<Candidate>> candidatesOf(StoreReader &reader, const HintedSample &sample)
{
    const auto rows = reader.metricRowsWithoutCosts(onlyRun(sample.run), {});
    if (!rows)
        return rows.error();
    std::vector<Candidate> out;
    for (const MetricRow &row : *rows) {
        if (row.method.text() != sample.method)
            continue;
        auto detail = reader.detail(row.id);
        if (!detail)
            return detail.error();
        out.push_back(std::move(detail->evaluation.candidate));
    }
    return out;
}

/// Returns the samples of one task by number.
std::map<int, std::vector<const Candidate *>> samplesOf(const std::vector<Candidate> &candidates,
                                                        const std::string &task)
{
    std::map<int, std::vector<const Candidate *>> out;
    for (const Candidate &each : candidates) {
        if (each.task == task)
            out[each.sample].push_back(&each);
    }
    return out;
}

/// Returns a sample with only this program and no answer after it, or else a new number.
int sampleFor(const Candidate &program,
              const std::map<int, std::vector<const Candidate *>> &samples)
{
    for (const auto &[number, rounds] : samples) {
        if (rounds.size() == 1 && rounds.front()->round == program.round
            && rounds.front()->source == program.source)
            return number;
    }
    return samples.contains(program.sample) ? samples.rbegin()->first + 1 : program.sample;
}

/// Returns a dialogue with the original task and the program as its answer.
Dialogue begunWith(const Dialogue &asked, const Candidate &parent, int sample)
{
    Dialogue out;
    out.task = asked.task;
    out.method = parent.method;
    out.sample = sample;
    out.profile = asked.profile;
    const auto task = std::find_if(asked.messages.begin(), asked.messages.end(),
                                   [](const DialogueMessage &each) { return each.kind == "task"; });
    if (task != asked.messages.end())
        out.messages.push_back(*task);
    DialogueMessage answer;
    answer.role = "assistant";
    answer.kind = "answer";
    answer.body = parent.source;
    out.messages.push_back(std::move(answer));
    for (std::size_t i = 0; i < out.messages.size(); ++i) {
        out.messages[i].round = parent.round;
        out.messages[i].ordinal = static_cast<int>(i);
    }
    return out;
}

} // namespace

Result<HintedSample> hintedSample(StoreReader &reader, const EvaluationDetail &detail,
                                  const Dialogue &asked)
{
    HintedSample out;
    out.run = hintedName(detail.run.name);
    out.method = hintedName(detail.row.method);
    const bool isHinted = out.run == detail.run.name && out.method == detail.row.method;
    const auto run = runNamed(reader, out.run);
    if (!run)
        return run.error();
    out.isRunThere = run->has_value();
    if (out.isRunThere) {
        auto earlier = candidatesOf(reader, out);
        if (!earlier)
            return earlier.error();
        out.earlier = std::move(*earlier);
    }
    const Candidate &program = detail.evaluation.candidate;
    const auto samples = samplesOf(out.earlier, program.task);
    if (isHinted) {
        out.parent = program;
        out.dialogue = asked;
    } else {
        out.parent = withoutCost(program, out.method);
        out.parent.sample = sampleFor(program, samples);
        out.dialogue = begunWith(asked, out.parent, out.parent.sample);
    }
    out.round = out.parent.round + 1;
    if (const auto own = samples.find(out.parent.sample); own != samples.end()) {
        for (const Candidate *each : own->second)
            out.round = std::max(out.round, each->round + 1);
    }
    return out;
}

} // namespace loupe
