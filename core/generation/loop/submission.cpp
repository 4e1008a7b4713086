// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/submission.h"

#include "core/base/result.h"
#include "core/engine/run/runner.h"
#include "core/generation/feedback/feedbackvalues.h"
#include "core/generation/loop/askedtasks.h"
#include "core/generation/loop/storedrun.h"
#include "core/generation/prompts/prompttext.h"
#include "core/generation/strategy/nextstep.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace loupe {

namespace {

/// Task with its data from the suite.
struct SubmittedTask {
    AskedTask asked;
    std::string suite;
    std::string platform;
    std::string language;
    bool isNative = false;
};

Result<SubmittedTask> submittedTask(RunRequest &run)
{
    auto found = askedRun(run);
    if (!found)
        return found.error();
    run = std::move(found->run);
    auto task = onlyTask(std::move(found->tasks), run.taskFilter);
    if (!task)
        return task.error();
    return SubmittedTask{std::move(*task), std::move(found->suite), std::move(found->platform),
                         std::move(found->language), found->isNative};
}

/// Stored evaluation of the method's program.
struct Stored {
    RowId id;
    Evaluation evaluation;
    bool isWithheld = false;
};

/// Returns true if the row read earlier is still valid. Infrastructure errors may be replaced by a
/// result.
bool isStillSo(const Stored &known, const MetricRow &row)
{
    const Candidate &of = known.evaluation.candidate;
    return known.id == row.id && known.evaluation.verdict == row.verdict
        && outcomeOf(row.verdict) != Outcome::InfraError && of.task == row.task.text()
        && of.sample == row.sample && of.round == row.round;
}

/// Returns all evaluations of the method, by round; nothing if the run does not exist. Entries in
/// `known` are not read again, because sources and logs may be large.
Result<std::optional<std::vector<Stored>>> storedOf(const std::filesystem::path &store,
                                                    const std::string &run,
                                                    const std::string &method,
                                                    std::vector<Stored> known)
{
    using Found = std::optional<std::vector<Stored>>;
    if (std::error_code failed; !std::filesystem::exists(store, failed) && !failed)
        return Found();
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto id = runNamed(**reader, run);
    if (!id)
        return id.error();
    if (!*id)
        return Found();
    const auto rows = (*reader)->metricRowsWithoutCosts(onlyRun(run), {});
    if (!rows)
        return rows.error();
    std::vector<Stored> out;
    for (const MetricRow &row : *rows) {
        if (row.method.text() != method)
            continue;
        const auto before = std::ranges::find(known, row.id, &Stored::id);
        if (before != known.end() && isStillSo(*before, row)) {
            out.push_back({row.id, std::move(before->evaluation), row.isWithheld});
            continue;
        }
        auto detail = (*reader)->detail(row.id);
        if (!detail)
            return detail.error();
        out.push_back({row.id, std::move(detail->evaluation), row.isWithheld});
    }
    std::ranges::stable_sort(out, {},
                             [](const Stored &each) { return each.evaluation.candidate.round; });
    return Found(std::move(out));
}

bool isOfSample(const Candidate &candidate, const Candidate &submitted)
{
    return candidate.task == submitted.task && candidate.method == submitted.method
        && candidate.sample == submitted.sample;
}

/// Builds the feedback on the submitted program and the rounds before it.
class Telling
{
public:
    Telling(const SubmissionRequest &request, const std::vector<Stored> &stored,
            const Candidate &submitted)
    {
        for (const Stored &each : stored) {
            const Candidate &candidate = each.evaluation.candidate;
            if (!isOfSample(candidate, submitted) || candidate.round > submitted.round)
                continue;
            // Findings on other programs, and their exclusion, must not be disclosed.
            if (each.isWithheld && candidate.round != submitted.round)
                continue;
            const Verdict verdict = request.judge == Strategy::Judge::Strict
                ? each.evaluation.strictVerdict
                : each.evaluation.verdict;
            m_judged.push_back({candidate.round, verdict, each.evaluation.speedup, each.isWithheld,
                                candidate.source});
            m_told.push_back(&each);
        }
    }

    /// Returns the submitted program's evaluation; null if there is none.
    const Stored *last(int round) const
    {
        return m_judged.empty() || m_judged.back().round != round ? nullptr : m_told.back();
    }
    Verdict verdict() const { return m_judged.back().verdict; }

    Result<std::string> text(const FeedbackRules &rules, const SubmittedTask &task) const
    {
        std::vector<FeedbackRound> rounds;
        for (std::size_t i = 0; i < m_judged.size(); ++i)
            rounds.push_back({m_judged[i].round, m_judged[i].verdict, &m_told[i]->evaluation,
                              repeatedRound(m_judged, m_judged[i].round)});
        const JudgedRound *best = bestOf(m_judged);
        TemplateValues values = feedbackValues(
            rules, rounds, rounds.size() - 1,
            best == nullptr ? std::nullopt : std::optional(best->round), task.language);
        values.insert(task.asked.values.begin(), task.asked.values.end());
        const bool isRight = outcomeOf(verdict()) == Outcome::Correct;
        const auto prompt = promptFor({}, promptPlatform(task.platform, task.isNative),
                                      isRight ? "optimise" : "fix");
        if (!prompt)
            return prompt.error();
        const auto parsed = TemplateText::parse(prompt->body, prompt->name);
        return parsed ? parsed->render(values) : Result<std::string>(parsed.error());
    }

private:
    std::vector<JudgedRound> m_judged;
    std::vector<const Stored *> m_told;
};

std::vector<Candidate> candidatesOf(const std::vector<Stored> &stored, const Candidate &submitted)
{
    std::vector<Candidate> out;
    for (const Stored &each : stored)
        out.push_back(each.evaluation.candidate);
    out.push_back(submitted);
    return out;
}

/// Returns the stored result of the submitted program with its feedback; NotFound if there is none.
/// `known`: see storedOf().
Result<SubmissionOutcome> tellOf(const SubmissionRequest &request, const SubmittedTask &task,
                                 const RunRequest &run, const Candidate &submitted,
                                 std::vector<Stored> known)
{
    const auto now = storedOf(run.store, run.name, submitted.method, std::move(known));
    if (!now)
        return now.error();
    const std::vector<Stored> nothing;
    const Telling telling(request, *now ? **now : nothing, submitted);
    const Stored *judged = telling.last(submitted.round);
    if (judged == nullptr)
        return Error{Errc::NotFound, "it was not evaluated", submitted.task};
    auto feedback = telling.text(request.feedback, task);
    if (!feedback)
        return feedback.error();
    return SubmissionOutcome{run.name,
                             submitted.task,
                             judged->id,
                             submitted.round,
                             telling.verdict(),
                             judged->evaluation.speedup,
                             std::move(*feedback)};
}

} // namespace

Method submittingMethod(const std::string &name)
{
    return {name, "agent", "Programs that were submitted one by one", false};
}

Result<SubmissionOutcome> submit(const SubmissionRequest &request, const GenerationTools &tools)
{
    RunRequest run = request.run;
    const auto task = submittedTask(run);
    if (!task)
        return task.error();
    if (run.name.empty())
        run.name = task->suite + ": " + request.program.method;
    auto before = storedOf(run.store, run.name, request.program.method, {});
    if (!before)
        return before.error();

    Candidate submitted = request.program;
    submitted.task = task->asked.task.name;
    submitted.language = task->language;
    submitted.round = 0;
    run.resume = before->has_value();
    std::vector<Stored> earlier = std::move(*before).value_or(std::vector<Stored>());
    for (const Stored &each : earlier) {
        if (isOfSample(each.evaluation.candidate, submitted))
            submitted.round = std::max(submitted.round, each.evaluation.candidate.round + 1);
    }
    if (request.dialogue && submitted.round != request.program.round)
        return Error{Errc::Busy,
                     "another process has submitted a program for round "
                         + std::to_string(request.program.round),
                     submitted.task, "let one agent at a time work at a sample"};
    // The run covers all tasks, because later programs may be for others.
    run.taskFilter.clear();
    run.python.platform = task->platform;
    run.candidates.clear();
    run.given = {{submittingMethod(submitted.method), candidatesOf(earlier, submitted), {}}};
    if (request.dialogue)
        run.given.front().dialogues.push_back(std::make_shared<Dialogue>(*request.dialogue));
    const auto evaluated = tools.evaluate(run);
    if (!evaluated)
        return evaluated.error();

    auto outcome = tellOf(request, *task, run, submitted, std::move(earlier));
    if (!outcome && outcome.error().code == Errc::NotFound && evaluated->cancelled)
        return Error{Errc::Cancelled, "stopped before it was evaluated"};
    return outcome;
}

Result<SubmissionOutcome> tellAgain(const SubmissionRequest &request)
{
    RunRequest run = request.run;
    const auto task = submittedTask(run);
    if (!task)
        return task.error();
    Candidate submitted = request.program;
    submitted.task = task->asked.task.name;
    return tellOf(request, *task, run, submitted, {});
}

} // namespace loupe
