// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/digest.h"
#include "core/endpoints/spool/cassette.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/profile.h"
#include "core/generation/loop/generation.h"
#include "core/store/write/storewriter.h"

#include <map>
#include <optional>
#include <string>

#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

/// Generation with answers from a cassette. Evaluations are inspected instead of run.
class GenerationFixture : public FolderTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp();
        for (const char *name : {"one", "two"}) {
            Json task = doubleTask();
            task["name"] = name;
            writeTask(task, std::string("suite/Math/") + name);
        }
        write("suite/abi/loupe_kernel.h", "// the interface\n");
    }

    GenerationRequest request(int samples, const Json &more = Json::object()) const
    {
        Json profile{
            {"format", 1},
            {"name", "way"},
            {"endpoint", {{"url", "http://127.0.0.1:1/v1"}}},
            {"model", "m"},
            {"strategy", {{"kind", "independent"}, {"samples", samples}, {"reminder", false}}}};
        profile.update(more);
        GenerationRequest out;
        const auto read = parseProfile(profile.dump(), "p.json");
        EXPECT_TRUE(read) << read.error().text();
        out.profile = *read;
        out.run.suite = root() / "suite";
        out.run.store = root() / "s.kloupe";
        out.replay = root() / "c.jsonl";
        return out;
    }

    void record(const std::string &task, int sample, const std::string &content,
                const std::string &purpose = "start", const std::string &finish = "stop",
                std::int64_t attempt = 1, int round = 0) const
    {
        auto writer = CassetteWriter::open(root() / "c.jsonl");
        ASSERT_TRUE(writer) << writer.error().text();
        const Json answer{
            {"choices", {{{"message", {{"content", content}}}, {"finish_reason", finish}}}},
            {"usage", {{"prompt_tokens", 10}, {"completion_tokens", 20}}}};
        const std::string body = "{}";
        ASSERT_TRUE(writer->add({{task, sample, round, purpose, attempt},
                                 body,
                                 sha256Hex(body),
                                 {200, {{"content-type", "application/json"}}},
                                 {{1, answer.dump()}},
                                 "whole"}));
    }

    void recordRefusal(const RequestKey &place, int status, const std::string &message) const
    {
        auto writer = CassetteWriter::open(root() / "c.jsonl");
        ASSERT_TRUE(writer) << writer.error().text();
        const Json answer{{"error", {{"message", message}}}};
        ASSERT_TRUE(writer->add({place,
                                 "{}",
                                 sha256Hex("{}"),
                                 {status, {{"content-type", "application/json"}}},
                                 {{1, answer.dump()}},
                                 "whole"}));
    }

    Result<GenerationOutcome> run(const GenerationRequest &request,
                                  const std::stop_token &stop = {})
    {
        GenerationTools tools;
        tools.board = m_board;
        tools.say = [this](const std::string &line) { m_said += line + "\n"; };
        tools.evaluate = [this](const RunRequest &given) { return evaluate(given); };
        return generate(request, tools, stop);
    }

    /// Stores results like an engine. The programs contain their verdicts.
    Result<RunOutcome> evaluate(const RunRequest &given)
    {
        m_evaluated = given;
        for (const auto &dialogue : given.given.at(0).dialogues)
            m_dialogues[{dialogue->task, dialogue->sample}] = *dialogue;
        const auto plan = makePlan(given);
        const auto writer = StoreWriter::open(given.store);
        EXPECT_TRUE(plan && writer);
        loupe::Run run;
        run.uuid = given.name;
        run.name = given.name;
        run.suite = plan->suiteName();
        run.origin = "engine";
        run.profileJson = profileJson(given, *plan, "seed", Json::object());
        const auto method = (*writer)->addMethod(plan->methods.at(0));
        if (!given.resume)
            m_run = *(*writer)->beginRun(run);
        std::map<const Task *, TaskId> tasks;
        for (const PlannedDialogue &each : plan->dialogues) {
            tasks[each.task] = *(*writer)->addTask(*each.task);
            EXPECT_TRUE((*writer)->recordDialogue(m_run, tasks[each.task], *method, *each.dialogue,
                                                  each.raw));
        }
        const auto finished = (*writer)->finishedEvaluations(m_run);
        RunOutcome out{given.name, m_run, 0, 0, 0, 0, 0, false};
        for (const PlanItem &item : plan->items) {
            const Candidate &of = item.candidate;
            if (finished->count({of.task, of.method, of.sample, of.round, 0}) > 0)
                continue;
            ++out.evaluated;
            tasks.try_emplace(item.task, *(*writer)->addTask(*item.task));
            EXPECT_TRUE((*writer)->record(m_run, tasks[item.task], *method, evaluationOf(of)));
        }
        return out;
    }

    static Evaluation evaluationOf(const Candidate &candidate)
    {
        Evaluation out;
        out.candidate = candidate;
        const bool isWrong = candidate.source.view().find("wrong") != std::string::npos;
        out.verdict = candidate.source.empty() ? Verdict::EmptySubmission
            : isWrong                          ? Verdict::WrongValue
                                               : Verdict::Correct;
        out.strictVerdict = out.verdict;
        if (out.verdict == Verdict::Correct)
            out.speedup = candidate.source.view().find("fast") != std::string::npos ? 2.0 : 1.0;
        return out;
    }

    /// Returns the n-th message of the request of a round.
    std::string said(const std::string &task, int sample, int round, std::size_t message) const
    {
        const auto dialogue = m_dialogues.find({task, sample});
        if (dialogue == m_dialogues.end())
            return {};
        for (const Request &each : dialogue->second.requests) {
            const Json body = Json::parse(each.body);
            if (each.round == round)
                return body.at("messages").at(message).at("content");
        }
        return {};
    }

    RunId m_run;
    std::string m_said;
    GenerationBoard *m_board = nullptr;
    std::optional<RunRequest> m_evaluated;
    std::map<std::pair<std::string, int>, Dialogue> m_dialogues; ///< by task and sample
};

inline std::string answerOf(const std::string &kind)
{
    return "```cpp\nint loupe_kernel() { return 0; } // " + kind + "\n```";
}

inline const std::string program = "```cpp\nint loupe_kernel() { return 0; }\n```";

} // namespace loupe::test
