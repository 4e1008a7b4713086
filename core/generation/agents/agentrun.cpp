// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentrun.h"

#include "core/answers/extraction.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/result.h"
#include "core/generation/agents/agentsession.h"
#include "core/generation/agents/unfinishedagents.h"
#include "core/generation/loop/storedrun.h"
#include "core/generation/loop/submission.h"
#include "core/model/record/candidate.h"
#include "core/model/record/dialogue.h"
#include "core/sandbox/child/confinement.h"
#include "core/sandbox/system/outputtail.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int uuidBytes = 16;

/// Returns an extraction of the whole text, because it was submitted as a program.
Extraction wholeOf(const std::string &content)
{
    Extraction out;
    out.ruleVersion = extractionRuleVersion;
    if (content.find_first_not_of(" \t\r\n") == std::string::npos)
        return out;
    out.outcome = ExtractionOutcome::Code;
    out.segmentation = "whole";
    out.blocks = 1;
    out.chosen = 0;
    out.ranges = {{0, static_cast<std::int64_t>(content.size())}};
    out.source = content;
    return out;
}

/// Returns null if no program of the round was submitted.
const Request *programOf(const Dialogue &dialogue, int round)
{
    const auto found = std::find_if(
        dialogue.requests.begin(), dialogue.requests.end(), [&](const Request &each) {
            return each.round == round && each.response && each.response->isComplete;
        });
    return found == dialogue.requests.end() ? nullptr : &*found;
}

/// Messages to an agent and programs from it, in the form of a stored conversation. Each program is
/// the answer of its round, with the usage reported for it.
class AgentDialogue
{
public:
    /// `stored` is the stored dialogue; nothing starts a new one.
    AgentDialogue(const AgentTask &task, const std::string &method, int sample,
                  std::optional<Dialogue> stored)
        : m_language(task.language)
        , m_fileName(task.programName())
    {
        if (stored) {
            m_dialogue = std::move(*stored);
            return;
        }
        m_dialogue.task = task.task.name;
        m_dialogue.method = method;
        m_dialogue.sample = sample;
        m_dialogue.strategy = "agent";
        m_dialogue.state = "asking";
        add(0, "user", "task", task.text);
        m_dialogue.messages.back().made = task.prompt;
    }

    const Dialogue &dialogue() const { return m_dialogue; }
    /// Returns the reported usage of all earlier programs.
    AgentSpent spent() const
    {
        AgentSpent out;
        for (const Request &each : m_dialogue.requests) {
            if (const auto &said = each.response)
                out.add({said->modelSaid, said->inputTokens, said->cachedTokens, said->outputTokens,
                         said->dollars});
        }
        return out;
    }
    bool hasEnded() const { return m_dialogue.state == "stopped"; }
    /// Returns the round after the last submitted program.
    int nextRound() const
    {
        int next = 0;
        while (programOf(m_dialogue, next) != nullptr)
            ++next;
        return next;
    }
    /// Returns the submitted program of a round as a candidate; nothing if there is none.
    std::optional<Candidate> candidate(int round) const
    {
        const Request *request = programOf(m_dialogue, round);
        if (request == nullptr)
            return std::nullopt;
        const Response &response = *request->response;
        Candidate out;
        out.task = m_dialogue.task;
        out.method = m_dialogue.method;
        out.sample = m_dialogue.sample;
        out.round = round;
        out.source = response.content;
        out.language = m_language;
        out.fileName = m_fileName;
        for (const DialogueMessage &each : m_dialogue.messages) {
            if (each.round == round && each.kind == "feedback")
                out.feedback = each.body.toString();
        }
        out.cost.inputTokens = response.inputTokens;
        out.cost.outputTokens = response.outputTokens;
        out.cost.dollars = response.dollars;
        out.request = request->uuid;
        return out;
    }
    /// Returns the feedback on a round; empty if unknown.
    std::string toldOf(int round) const
    {
        for (const DialogueMessage &each : m_dialogue.messages) {
            if (each.told && each.told->round == round)
                return each.body.toString();
        }
        return m_told && m_told->first == round ? m_told->second : std::string();
    }

    /// Adds the program as the next round and returns the candidate to evaluate.
    Candidate hand(const AgentProgram &program)
    {
        const int round = nextRound();
        if (m_told) {
            add(round, "user", "feedback", std::move(m_told->second));
            m_dialogue.messages.back().told = ToldEvaluation{m_dialogue.sample, m_told->first, 0};
            m_told.reset();
        }
        Request &request = addRequest(program.usage);
        Response &response = *request.response;
        const std::string content = validUtf8(program.source);
        response.content = content;
        response.extractions = {wholeOf(content)};
        request.state = "answered";
        if (program.parent)
            m_dialogue.lineage.push_back({round, m_dialogue.sample, *program.parent, "refined"});

        add(round, "assistant", "answer", response.content, request.uuid);
        Candidate out = *candidate(round);
        out.source = program.source;
        out.fileName = program.fileName;
        return out;
    }
    /// Sets the feedback on a round. It is saved with the next program.
    void tell(int round, std::string text) { m_told = {round, std::move(text)}; }
    /// Ends the dialogue, finally unless it was interrupted. `usage` belongs to no program.
    void end(AgentEnd end, const AgentUsage &usage)
    {
        if (usage.input || usage.output || usage.dollars) {
            Request &request = addRequest(usage);
            request.state = "unknown";
            request.response->isComplete = false;
        }
        if (end == AgentEnd::Interrupted)
            return;
        m_dialogue.state = "stopped";
        m_dialogue.stopReason = name(end);
    }

private:
    void add(int round, std::string role, std::string kind, SharedText body,
             std::string request = {})
    {
        DialogueMessage message;
        message.ordinal = static_cast<int>(m_dialogue.messages.size());
        message.round = round;
        message.role = std::move(role);
        message.kind = std::move(kind);
        message.body = std::move(body);
        message.request = std::move(request);
        m_dialogue.messages.push_back(std::move(message));
    }
    Request &addRequest(const AgentUsage &usage)
    {
        Request request;
        request.uuid = randomHex(uuidBytes);
        request.round = nextRound();
        request.purpose = "agent";
        request.attempt = static_cast<int>(
            std::count_if(m_dialogue.requests.begin(), m_dialogue.requests.end(),
                          [&](const Request &each) { return each.round == request.round; }));
        request.endedAt = isoTime(systemClock().wallNow());
        Response response;
        response.modelSaid = usage.model;
        response.inputTokens = usage.input;
        response.cachedTokens = usage.cached;
        response.outputTokens = usage.output;
        response.dollars = usage.dollars;
        response.usageSource = usage.input || usage.output ? "reported" : "";
        response.dollarsSource = usage.dollars ? "reported" : "";
        request.response = std::move(response);
        m_dialogue.requests.push_back(std::move(request));
        return m_dialogue.requests.back();
    }

    Dialogue m_dialogue;
    std::string m_language;
    std::string m_fileName; ///< for programs without a file name
    std::optional<std::pair<int, std::string>> m_told;
};

/// Stored state of the run.
struct StoredAgents {
    bool isThere = false;
    std::map<std::string, Dialogue> dialogues; ///< of this method and sample, by task
    std::map<std::string, int> judged;         ///< number of evaluated programs by task
};

class AgentRun
{
public:
    AgentRun(const AgentRunRequest &request, const GenerationTools &tools,
             std::vector<AgentTask> tasks)
        : m_request(request)
        , m_tools(tools)
        , m_tasks(std::move(tasks))
        , m_run(request.run)
    {
        if (m_run.name.empty())
            m_run.name = m_tasks.front().suite + ": " + request.method;
        m_out.run = m_run.name;
    }

    Result<AgentRunOutcome> run(const std::stop_token &stop)
    {
        if (Status read = readStored(); !read)
            return read.error();
        auto kept = KeptAgentRequest::keep(m_request, m_run.name);
        if (!kept)
            return kept.error();
        const std::stop_callback passOn(stop, [this] { m_stop.request_stop(); });
        {
            std::vector<std::jthread> others;
            for (int i = 1; i < m_request.atOnce; ++i)
                others.emplace_back([this] { workAtTasks(); });
            workAtTasks();
        }
        m_out.isInterrupted = m_out.isInterrupted || stop.stop_requested();
        if (Status told = tellEnd(*kept); !told && m_failure)
            m_failure = std::move(told);
        if (!m_failure)
            return m_failure.error();
        std::ranges::sort(m_out.tasks, {}, [this](const AgentTaskOutcome &each) {
            return std::ranges::find(m_tasks, each.task,
                                     [](const AgentTask &task) { return task.task.name; });
        });
        return std::move(m_out);
    }

private:
    /// Drops the saved request unless the run can be resumed. A failure without any result was the
    /// fault of the request itself.
    Status tellEnd(KeptAgentRequest &kept) const
    {
        const bool isBroken = !m_failure && (m_stored.isThere || m_isAnyJudged);
        return m_out.isInterrupted || isBroken ? Status() : kept.drop();
    }

    AgentDialogue dialogueOf(const AgentTask &task) const
    {
        const auto found = m_stored.dialogues.find(task.task.name);
        return {task, m_request.method, m_request.sample,
                found == m_stored.dialogues.end() ? std::nullopt : std::optional(found->second)};
    }

    /// Takes the next free task until there is none.
    void workAtTasks()
    {
        while (!m_stop.stop_requested()) {
            const std::size_t next = m_next++;
            if (next >= m_tasks.size())
                return;
            AgentDialogue dialogue = dialogueOf(m_tasks[next]);
            if (dialogue.hasEnded()) {
                const std::lock_guard lock(m_mutex);
                ++m_out.doneBefore;
                continue;
            }
            Status done = work(m_tasks[next], dialogue, m_stop.get_token());
            const std::lock_guard lock(m_mutex);
            if (!done && m_failure)
                m_failure = std::move(done);
            // A failure such as a broken device affects all tasks.
            if (!m_failure || m_out.isInterrupted)
                m_stop.request_stop();
        }
    }

    Status readStored()
    {
        std::error_code ignored;
        if (fs::exists(m_run.store, ignored)) {
            const auto reader = StoreReader::open(m_run.store);
            if (!reader)
                return reader.error();
            if (Status read = readRun(**reader); !read)
                return read;
        }
        if (m_stored.isThere && !m_run.resume)
            return Error{Errc::InvalidInput, "the run \"" + m_run.name + "\" already exists",
                         m_run.store.string(),
                         "continue it with --resume, or start another one with --name"};
        if (!m_stored.isThere && m_run.resume && !isAgentRequestKept(m_request, m_run.name))
            return Error{Errc::NotFound, "there is no run \"" + m_run.name + "\" to continue",
                         m_run.store.string(), "leave --resume out"};
        return {};
    }

    Status readRun(StoreReader &reader)
    {
        const auto run = runNamed(reader, m_run.name);
        if (!run)
            return run.error();
        m_stored.isThere = run->has_value();
        if (!m_stored.isThere)
            return {};
        const auto dialogues
            = reader.dialogues({m_run.name, {}, m_request.method, m_request.sample});
        if (!dialogues)
            return dialogues.error();
        for (const DialogueRow &row : *dialogues) {
            auto dialogue = reader.dialogue(row.id, RawBytes::LeftOut);
            if (!dialogue)
                return dialogue.error();
            m_stored.dialogues[row.task] = std::move(*dialogue);
        }
        const auto rows = reader.metricRowsWithoutCosts(onlyRun(m_run.name), {});
        if (!rows)
            return rows.error();
        for (const MetricRow &row : *rows) {
            if (row.method.text() == m_request.method && row.sample == m_request.sample)
                ++m_stored.judged[std::string(row.task.text())];
        }
        return {};
    }

    SubmissionRequest submissionOf(const AgentTask &task, const Candidate &candidate) const
    {
        SubmissionRequest out{m_run, candidate, {}, m_request.judge, m_request.feedback};
        out.run.taskFilter = task.task.name;
        return out;
    }

    /// Evaluates the candidate and stores its dialogue with it.
    Result<AgentVerdict> judge(const AgentTask &task, AgentDialogue &dialogue,
                               const Candidate &candidate)
    {
        const std::lock_guard lock(m_judge);
        if (m_stop.stop_requested())
            return Error{Errc::Cancelled, "no further programs are evaluated", task.task.name};
        SubmissionRequest submission = submissionOf(task, candidate);
        submission.dialogue = dialogue.dialogue();
        auto outcome = submit(submission, m_tools);
        if (!outcome)
            return outcome.error();
        if (Status durable = makeStoreDurable(m_run.store); !durable)
            return durable.error();
        m_isAnyJudged = true;
        dialogue.tell(outcome->round, outcome->feedback);
        return AgentVerdict{outcome->round, outcome->verdict, outcome->speedup,
                            std::move(outcome->feedback)};
    }

    Status work(const AgentTask &task, AgentDialogue &dialogue, const std::stop_token &stop)
    {
        AgentTaskOutcome out;
        out.task = task.task.name;
        const auto judged = m_stored.judged.find(out.task);
        const int before = judged == m_stored.judged.end() ? 0 : judged->second;
        if (Status caught = catchUp(task, dialogue, before, out); !caught)
            return caught;
        AgentSessionRequest session{
            m_request.command, task, {}, m_request.limits, dialogue.spent()};
        session.spent.verdicts = dialogue.nextRound();
        auto end = sessionOf(session, dialogue, out, stop);
        if (!end)
            return end.error();
        dialogue.end(end->end, end->usage);
        out.end = end->end;
        out.why = std::move(end->why);
        out.spent = end->spent;
        say(inWords(out));
        {
            const std::lock_guard lock(m_mutex);
            m_out.isInterrupted = m_out.isInterrupted || out.end == AgentEnd::Interrupted;
            m_out.tasks.push_back(std::move(out));
        }
        // The store has nothing of an agent without programs, so it starts anew.
        if (dialogue.nextRound() == 0)
            return {};
        const std::lock_guard lock(m_judge);
        return keepDialogues(m_run.store, m_run.name, submittingMethod(m_request.method),
                             {{&task.task, &dialogue.dialogue()}});
    }

    /// Evaluates a program that was submitted before the host was killed.
    Status catchUp(const AgentTask &task, AgentDialogue &dialogue, int judged,
                   AgentTaskOutcome &out)
    {
        const auto candidate = dialogue.candidate(judged);
        if (!candidate)
            return judged == 0 ? Status() : tellLast(task, dialogue);
        const auto verdict = judge(task, dialogue, *candidate);
        if (!verdict)
            return verdict.error();
        note(*verdict, out);
        return {};
    }

    /// Restores the feedback on the last program, which is only stored with the next one.
    Status tellLast(const AgentTask &task, AgentDialogue &dialogue)
    {
        Candidate last;
        last.method = m_request.method;
        last.sample = m_request.sample;
        last.round = dialogue.nextRound() - 1;
        auto outcome = tellAgain(submissionOf(task, last));
        if (!outcome)
            return outcome.error();
        dialogue.tell(last.round, std::move(outcome->feedback));
        return {};
    }

    Result<AgentSessionEnd> sessionOf(AgentSessionRequest &request, AgentDialogue &dialogue,
                                      AgentTaskOutcome &out, const std::stop_token &stop)
    {
        const AgentTask &task = request.task;
        fs::path parent = m_request.folder;
        if (parent.empty())
            parent = m_run.store.string() + ".agents";
        const auto folder
            = AgentFolder::create(parent, task, m_request.limits, request.spent.verdicts);
        if (!folder)
            return folder.error();
        out.folder = folder->path();
        for (int round = 0; round < request.spent.verdicts; ++round) {
            const std::string told = dialogue.toldOf(round);
            if (told.empty())
                continue;
            if (Status added = folder->addFeedback("round-" + std::to_string(round) + ".txt", told);
                !added)
                return added.error();
        }
        say(task.task.name + ": the agent works in " + folder->path().string());
        request.folder = &*folder;
        const AgentJudge judging = [&](const AgentProgram &program) {
            auto verdict = judge(task, dialogue, dialogue.hand(program));
            if (verdict)
                note(*verdict, out);
            return verdict;
        };
        auto end = runAgentSession(
            request, judging, [this](const std::string &line) { say(line); }, stop);
        if (!end)
            return end;
        if (Status kept = writeFileAtomic(folder->logFile(), end->log); !kept)
            return kept.error();
        return end;
    }

    void say(const std::string &line)
    {
        const std::lock_guard lock(m_mutex);
        m_tools.say(line);
    }

    static void note(const AgentVerdict &verdict, AgentTaskOutcome &out)
    {
        ++out.judged;
        if (outcomeOf(verdict.verdict) != Outcome::Correct)
            return;
        ++out.right;
        if (!out.bestRound || verdict.speedup.value_or(0) > out.bestSpeedup.value_or(0)) {
            out.bestRound = verdict.round;
            out.bestSpeedup = verdict.speedup;
        }
    }

    const AgentRunRequest &m_request;
    const GenerationTools &m_tools;
    std::vector<AgentTask> m_tasks;
    RunRequest m_run;
    StoredAgents m_stored;
    std::stop_source m_stop;
    std::atomic<std::size_t> m_next = 0;
    std::mutex m_judge; ///< serialises evaluation and storing
    std::atomic<bool> m_isAnyJudged = false;
    std::mutex m_mutex; ///< guards the members below and `say`
    AgentRunOutcome m_out;
    Status m_failure;
};

/// Checks the command before anything is created.
Status canStart(const AgentRunRequest &request)
{
    if (Status allowed = permitted(request.run.sandboxChoice()); !allowed)
        return allowed;
    if (const auto spec = agentSpec(request.command, "/tmp"); !spec)
        return spec.error();
    return request.command.sandbox == SandboxMode::None ? Status() : sandboxAvailable();
}

std::string spentText(const AgentSpent &spent)
{
    std::string text = counted(static_cast<std::size_t>(spent.verdicts), "verdict");
    if (spent.input)
        text += fmt::format(", {} tokens in", *spent.input);
    if (spent.output)
        text += fmt::format(", {} tokens out", *spent.output);
    if (spent.dollars)
        text += fmt::format(", ${:.4f}", *spent.dollars);
    return text;
}

std::string bestText(const AgentTaskOutcome &task)
{
    if (!task.bestRound)
        return "none right";
    std::string text = fmt::format("{} right, the best in round {}", task.right, *task.bestRound);
    if (task.bestSpeedup)
        text += fmt::format(" ({:.2f} times as fast)", *task.bestSpeedup);
    return text;
}

} // namespace

Result<AgentRunOutcome> runAgents(const AgentRunRequest &request, const GenerationTools &tools,
                                  const std::stop_token &stop)
{
    if (Status ready = canStart(request); !ready)
        return ready.error();
    auto tasks = agentTasks(request.run);
    if (!tasks)
        return tasks.error();
    return AgentRun(request, tools, std::move(*tasks)).run(stop);
}

RunOutcome runOutcomeOf(const AgentRunOutcome &agents)
{
    RunOutcome out;
    out.run = agents.run;
    out.cancelled = agents.isInterrupted;
    for (const AgentTaskOutcome &task : agents.tasks) {
        out.evaluated += task.judged;
        out.correct += task.right;
    }
    return out;
}

std::string inWords(const AgentTaskOutcome &outcome)
{
    return fmt::format("{}: {}; {}; {}", outcome.task, outcome.why, spentText(outcome.spent),
                       bestText(outcome));
}

} // namespace loupe
