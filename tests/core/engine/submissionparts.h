// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/engine/fakeoracle.h"
#include "tests/core/engine/quietchild.h"

namespace loupe::test {

/// Candidate without a process. `says` may change the answer to a request, which is success by
/// default.
class AnsweringChild final : public QuietChild
{
public:
    using Says = std::function<void(const Json &request, Answer &answer)>;

    explicit AnsweringChild(std::vector<Json> &asked, Says says = {})
        : m_asked(asked)
        , m_says(std::move(says))
    {
    }
    Answer ask(Json request, const Bundle * /*given*/, std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        Answer answer{{Verdict::Correct, {}, 0}, Json::object(), {}};
        if (m_says)
            m_says(request, answer);
        m_asked.push_back(std::move(request));
        return answer;
    }

private:
    std::vector<Json> &m_asked;
    Says m_says;
};

/// Shared parts of an evaluator without processes: fake references and no judge. The device is a
/// CPU with 1000 bytes of memory.
struct SubmissionParts {
    FakeReference reference = {};
    BenchmarkTask task = {};
    PlanItem item = {};
    PythonContext context = {};
    TimingLease lease;
    MemoryBudget memory{1000};
    MemoryBudget deviceMemory{1000};
    OraclePool oracles{[this](const std::stop_token & /*stop*/) {
                           ++servers;
                           return Result<std::unique_ptr<PythonServer>>(
                               std::make_unique<FakeOracleServer>(reference));
                       },
                       nullptr, 1};
    JudgePool judges{"no/such/judge", {}, 1};
    PythonTasks tasks{
        [this](const BenchmarkTask &of) { return std::make_shared<PythonTask>(of, context); }};
    KnownSeconds known{{}};
    PythonShared shared{context,      lease,   memory,
                        deviceMemory, oracles, judges,
                        tasks,        known,   OccupationReporter::nobody()};
    int servers = 0; ///< started servers of references
    std::vector<Stage> stages = {};
    std::function<void(Stage)> entering = [this](Stage stage) { stages.push_back(stage); };
    PythonWork work{.item = item, .stop = {}, .entering = entering, .room = Room::Shared};
    std::vector<Json> asked = {}; ///< requests to the candidate

    SubmissionParts()
    {
        task.task.name = "level1/1_T";
        task.entry = "Model";
        item.benchmark = &task;
        item.task = &task.task;
        work.task = std::make_shared<PythonTask>(task, context);
        work.verdict = Verdict::Correct;
    }

    void answerWith(AnsweringChild::Says says = {})
    {
        work.subject = std::make_unique<AnsweringChild>(asked, std::move(says));
    }
    std::vector<std::string> askedFor() const
    {
        std::vector<std::string> all;
        for (const Json &each : asked)
            all.push_back(each.value("do", std::string()));
        return all;
    }
};

} // namespace loupe::test
