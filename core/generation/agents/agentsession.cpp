// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentsession.h"

#include "core/base/counted.h"
#include "core/generation/agents/candidatewatch.h"
#include "core/generation/agents/judgesocket.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <future>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

using AgentClock = std::chrono::steady_clock;

constexpr int pollMilliseconds = 50;
constexpr std::chrono::milliseconds betweenLooks{150};
constexpr std::size_t maxPending = 16; ///< programs waiting for evaluation
constexpr int maxRefusals = 100;
constexpr int settlingLooks = 2; ///< scans after the end, so that late files are found
constexpr std::size_t maxDetailLength = 500;

/// Submitted program, from any channel.
struct Handed {
    std::string id;
    std::string parent;
    AgentProgram program;
    int client = 0; ///< client of the socket; 0: another channel
};

/// Returns the last line of a log, which usually explains why a command ended.
std::string lastWords(const std::string &log)
{
    const std::size_t end = log.find_last_not_of(" \t\r\n");
    if (end == std::string::npos)
        return {};
    const std::size_t begin = log.rfind('\n', end);
    const std::string line = log.substr(begin == std::string::npos ? 0 : begin + 1, end + 1)
                                 .substr(0, maxDetailLength);
    return ", its last words: " + line.substr(0, line.find('\n'));
}

/// Formats "wrong value" or "correct, 1.24 times as fast".
std::string resultText(const AgentVerdict &judged)
{
    std::string text(facts(judged.verdict).label);
    if (judged.speedup)
        text += fmt::format(", {:.2f} times as fast", *judged.speedup);
    return text;
}

class AgentSession
{
public:
    AgentSession(const AgentSessionRequest &request, const AgentJudge &judge,
                 const std::function<void(const std::string &)> &say, AgentProcess process,
                 JudgeSocket socket)
        : m_request(request)
        , m_judge(judge)
        , m_say(say)
        , m_process(std::move(process))
        , m_socket(std::move(socket))
        , m_watch(*request.folder, request.task.ending)
        , m_begin(AgentClock::now())
    {
        m_out.spent = request.spent;
        m_process.send(helloMessage(request.limits));
        m_process.send(taskMessage(request.task, request.spent.verdicts));
    }

    Result<AgentSessionEnd> run(const std::stop_token &stop)
    {
        while (!isOver()) {
            wait();
            hear();
            judgeNext();
            if (stop.stop_requested())
                m_end = AgentEnd::Interrupted;
            m_out.spent.seconds
                = std::chrono::duration<double>(AgentClock::now() - m_begin).count();
            if (const auto limit = reachedLimit(m_request.limits, m_out.spent))
                end(*limit, {});
            if (m_process.hasEnded() && m_looksAfterEnd >= settlingLooks)
                end(AgentEnd::Exited, {});
            pursueEnd();
        }
        close();
        if (!m_failure)
            return m_failure.error();
        return std::move(m_out);
    }

private:
    int verdictsLeft() const
    {
        return std::max(m_request.limits.verdicts - m_out.spent.verdicts, 0);
    }

    /// Returns true if submitted programs are evaluated, even after an exit of the agent's own.
    bool isJudging() const
    {
        return m_failure && !reachedLimit(m_request.limits, m_out.spent)
            && (!m_end || m_end == AgentEnd::Done || m_end == AgentEnd::Exited);
    }

    bool isOver()
    {
        if (!m_end || m_judging.valid() || !m_process.hasEnded())
            return false;
        return !isJudging() || (m_handed.empty() && m_looksAfterEnd >= settlingLooks);
    }

    void wait()
    {
        std::vector<pollfd> waiting;
        m_process.addTo(waiting);
        m_socket.addTo(waiting);
        ::poll(waiting.data(), waiting.size(), pollMilliseconds);
    }

    void hear()
    {
        const bool hadEnded = m_process.hasEnded();
        m_process.pump();
        hearLines();
        for (SocketProgram &each : m_socket.receive())
            hand({"socket-" + std::to_string(each.client),
                  {},
                  {std::move(each.source), std::move(each.fileName), {}, {}},
                  each.client});
        if (AgentClock::now() < m_nextLook)
            return;
        m_nextLook = AgentClock::now() + betweenLooks;
        m_looksAfterEnd += hadEnded ? 1 : 0;
        for (LeftProgram &each : m_watch.look()) {
            if (each.refusal.empty())
                hand({each.name, {}, {std::move(each.source), each.name, {}, {}}, 0});
            else
                refuse({each.name, {}, {}, 0}, each.refusal);
        }
    }

    void hearLines()
    {
        while (const auto line = m_process.nextLine())
            hearLine(*line);
        if (m_process.hasEnded()) {
            if (const auto line = m_process.lastLine())
                hearLine(*line);
        }
        if (m_process.trouble() == AgentLines::Trouble::LongLine)
            end(AgentEnd::LongLine, {});
        if (m_process.trouble() == AgentLines::Trouble::Flood)
            end(AgentEnd::Flood, {});
    }

    void hearLine(const std::string &line)
    {
        const auto message = parseAgentMessage(line);
        if (!message) {
            end(AgentEnd::Protocol, message.error().text());
            return;
        }
        if (const auto *candidate = std::get_if<AgentCandidate>(&*message))
            handFile(*candidate);
        else if (const auto *usage = std::get_if<AgentUsage>(&*message))
            count(*usage);
        else if (const auto *log = std::get_if<AgentLog>(&*message))
            m_process.keepLog(log->text);
        else if (const auto *done = std::get_if<AgentDone>(&*message))
            end(AgentEnd::Done, done->reason);
    }

    void count(const AgentUsage &usage)
    {
        m_out.spent.add(usage);
        m_unused.add(usage);
        if (!usage.model.empty())
            m_model = usage.model;
    }

    void handFile(const AgentCandidate &candidate)
    {
        Handed handed{candidate.id,
                      candidate.parent,
                      {{}, std::filesystem::path(candidate.file).filename().string(), {}, {}},
                      0};
        if (candidate.source) {
            handed.program.source = *candidate.source;
            handed.program.fileName = m_request.task.programName();
        } else {
            auto source = m_request.folder->program(candidate.file);
            if (!source) {
                refuse(handed, source.error().message);
                return;
            }
            handed.program.source = std::move(*source);
        }
        hand(std::move(handed));
    }

    void hand(Handed handed)
    {
        if (!isJudging())
            refuse(handed, "the session is over");
        else if (handed.program.source.size() > maxProgramBytes)
            refuse(handed, "a program of more than 1 MiB is not read");
        else if (m_handed.size() >= maxPending)
            refuse(handed, "too many programs wait for verdicts; wait for yours");
        else
            m_handed.push_back(std::move(handed));
    }

    /// Rejects a program without using a verdict. Too many rejections end the session.
    void refuse(const Handed &handed, const std::string &why)
    {
        answer(handed, refusalMessage(handed.id, why, verdictsLeft()));
        m_refused.push_back(handed.id);
        if (handed.client == 0)
            addFeedback("refused-" + std::to_string(m_refused.size()) + ".txt",
                        handed.id + " was not judged: " + why + "\n");
        if (m_refused.size() >= maxRefusals)
            end(AgentEnd::Refusals, why);
    }

    void answer(const Handed &handed, const Json &message)
    {
        if (handed.client == 0)
            m_process.send(message);
        else
            m_socket.answer(handed.client, message);
    }

    void addFeedback(const std::string &name, const std::string &text)
    {
        const Status added = m_request.folder->addFeedback(name, text);
        if (!added && !std::exchange(m_saidNoFeedback, true))
            m_say("cannot write the agent's feedback: " + added.error().text());
    }

    /// Handles a finished evaluation and starts the next one.
    void judgeNext()
    {
        if (m_judging.valid()) {
            if (m_judging.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
                return;
            tell(m_judging.get());
        }
        if (m_handed.empty() || !isJudging())
            return;
        m_atJudge = std::move(m_handed.front());
        m_handed.pop_front();
        if (!m_atJudge.parent.empty()) {
            const auto parent = m_rounds.find(m_atJudge.parent);
            if (parent == m_rounds.end()) {
                refuse(m_atJudge, "no program \"" + m_atJudge.parent + "\" was judged before it");
                return;
            }
            m_atJudge.program.parent = parent->second;
        }
        m_atJudge.program.usage = takeUsage();
        m_judging = std::async(std::launch::async, m_judge, std::cref(m_atJudge.program));
    }

    void tell(Result<AgentVerdict> judged)
    {
        if (!judged) {
            const bool isStopped = judged.error().code == Errc::Cancelled;
            if (!isStopped)
                m_failure = judged.error();
            answer(m_atJudge,
                   refusalMessage(m_atJudge.id, "no program can be evaluated now", verdictsLeft()));
            end(AgentEnd::Interrupted, {});
            return;
        }
        ++m_out.spent.verdicts;
        m_rounds[m_atJudge.id] = judged->round;
        const auto left = verdictsLeft();
        m_say(fmt::format("{}: round {}: {}, {} left", m_request.task.task.name, judged->round,
                          resultText(*judged), counted(static_cast<std::size_t>(left), "verdict")));
        addFeedback("round-" + std::to_string(judged->round) + ".txt", judged->text);
        answer(m_atJudge, verdictMessage(m_atJudge.id, *judged, left));
    }

    /// Sets the reason of the end; the first one wins.
    void end(AgentEnd reason, const std::string &detail)
    {
        if (m_end)
            return;
        m_end = reason;
        m_detail = detail.substr(0, maxDetailLength);
    }

    /// Sends the stop message, then SIGTERM, then SIGKILL. After an end of its own, the agent still
    /// gets its last verdicts first.
    void pursueEnd()
    {
        const bool isHeard = isJudging() && (m_judging.valid() || !m_handed.empty());
        if (!m_end || m_process.hasEnded() || isHeard)
            return;
        const auto now = AgentClock::now();
        if (!m_told) {
            m_process.send(stopMessage(std::string(name(*m_end))));
            m_told = now;
        }
        const std::chrono::duration<double> grace(m_request.limits.graceSeconds);
        if (now - *m_told >= 2 * grace)
            m_process.kill();
        else if (now - *m_told >= grace && !std::exchange(m_isTerminated, true))
            m_process.tellToEnd();
    }

    void close()
    {
        for (const Handed &each : m_handed)
            answer(each, refusalMessage(each.id, std::string(label(*m_end)), verdictsLeft()));
        const AgentExit exit = m_process.finish();
        hearLines();
        m_out.end = exit.isFlood && *m_end == AgentEnd::Exited ? AgentEnd::Flood : *m_end;
        m_out.log = m_process.log();
        if (*m_end == AgentEnd::Exited)
            m_detail = exit.text + (exit.isGood ? "" : lastWords(m_out.log));
        m_out.why = std::string(label(m_out.end)) + (m_detail.empty() ? "" : ": " + m_detail);
        m_out.usage = takeUsage();
    }

    AgentUsage takeUsage()
    {
        const AgentSpent spent = std::exchange(m_unused, {});
        return {m_model, spent.input, spent.cached, spent.output, spent.dollars};
    }

    const AgentSessionRequest &m_request;
    const AgentJudge &m_judge;
    const std::function<void(const std::string &)> &m_say;
    AgentProcess m_process;
    JudgeSocket m_socket;
    CandidateWatch m_watch;
    AgentClock::time_point m_begin;
    AgentClock::time_point m_nextLook;
    int m_looksAfterEnd = 0;

    std::deque<Handed> m_handed;
    Handed m_atJudge;
    std::future<Result<AgentVerdict>> m_judging;
    std::map<std::string, int> m_rounds; ///< by program id
    std::vector<std::string> m_refused;
    bool m_saidNoFeedback = false;

    std::string m_model;
    AgentSpent m_unused; ///< reported since the last evaluation started

    std::optional<AgentEnd> m_end;
    bool m_isTerminated = false;
    std::optional<AgentClock::time_point> m_told; ///< time of the stop message
    std::string m_detail;
    Status m_failure;
    AgentSessionEnd m_out;
};

} // namespace

Result<AgentSessionEnd> runAgentSession(const AgentSessionRequest &request, const AgentJudge &judge,
                                        const std::function<void(const std::string &)> &say,
                                        const std::stop_token &stop)
{
    auto socket = JudgeSocket::open(*request.folder);
    if (!socket)
        return socket.error();
    auto process = AgentProcess::start(request.command, request.folder->path());
    if (!process)
        return process.error();
    auto end = AgentSession(request, judge, say, std::move(*process), std::move(*socket)).run(stop);
    std::error_code ignored;
    std::filesystem::remove(request.folder->handle() / judgeSocketName, ignored);
    return end;
}

} // namespace loupe
