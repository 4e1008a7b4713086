// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/heldtasks.h"
#include "core/platforms/host/hostlimits.h"
#include "core/platforms/host/hostprocess.h"
#include "core/platforms/host/hostprotocol.h"
#include "core/platforms/host/hostverdict.h"
#include "core/platforms/host/nativehost.h"
#include "core/platforms/host/resultglimpse.h"

#include <algorithm>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>

namespace loupe {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Wait = std::chrono::duration<double>;
constexpr std::chrono::seconds preparePatience{30};
constexpr std::chrono::seconds startPatience{60}; ///< start of the sandbox
constexpr double deviceStartSeconds = 60; ///< several subjects may initialize one GPU at a time
/// Interval of checks on a subject that does not answer.
constexpr std::chrono::milliseconds lookInterval{20};

/// Returns an untrusted text of a host, shortened.
std::string said(const Json &text)
{
    constexpr std::size_t longest = 2000;
    return text.is_string() ? text.get<std::string>().substr(0, longest) : std::string("?");
}

class StartedSubject final : public NativeSubject
{
public:
    StartedSubject(HostProcess host, const HostSettings &settings)
        : m_host(std::move(host))
        , m_limits(settings.limits)
        , m_startSeconds(settings.limits.callSeconds
                         + (settings.device.empty() ? 0.0 : deviceStartSeconds))
        , m_isOnDevice(!settings.device.empty())
        , m_isSanitized(settings.sanitizer != nullptr)
    {
    }
    StartedSubject(const StartedSubject &) = delete;
    StartedSubject &operator=(const StartedSubject &) = delete;
    ~StartedSubject() override
    {
        if (m_isSanitized && !m_dead)
            finishReport();
    }

    /// Waits until the library is loaded. An Error is an infrastructure failure.
    Status awaitLoaded(const std::stop_token &stop)
    {
        const double seconds = m_startSeconds;
        const auto allowed = std::chrono::duration_cast<SteadyClock::duration>(
            std::chrono::duration<double>(seconds));
        const auto patienceEnd = SteadyClock::now() + startPatience;
        Result<Message> message = m_host.channel.receive(SteadyClock::now() + allowed, stop);
        // A slow start of the sandbox on a busy machine is not the candidate's fault: its time
        // begins with the start.
        while (!message && message.error().code == Errc::Timeout && !hasStarted()
               && SteadyClock::now() < patienceEnd)
            message = m_host.channel.receive(SteadyClock::now() + allowed, stop);
        if (!message) {
            if (message.error().code == Errc::Cancelled)
                return message.error();
            const CallOutcome outcome = die(message.error(), seconds);
            if (!hasStarted())
                return Error{.code = Errc::Environment,
                             .message = "kloupe-host did not start",
                             .detail = m_output};
            m_loadFailure = outcome;
        } else if (message->body.contains("device_error")) {
            return Error{.code = Errc::Environment,
                         .message
                         = "the GPU cannot be used: " + said(message->body["device_error"]),
                         .hint = "kloupe doctor says what is missing"};
        } else if (message->body.contains("load_error")) {
            m_loadFailure = end({Verdict::LoadError, said(message->body["load_error"]), 0});
        } else if (message->body.contains("missing_symbol")) {
            m_loadFailure = end({Verdict::MissingSymbol, "loupe_kernel is not exported", 0});
        } else if (!message->body.contains("ready")) {
            m_loadFailure = end({Verdict::BrokeProtocol, "answered before it was asked", 0});
        }
        return {};
    }

    const std::optional<CallOutcome> &loadFailure() const override { return m_loadFailure; }

    CallOutcome prepare(const TrialSpec &trial, const TensorArena &inputs,
                        const TensorArena &outputs) override
    {
        if (m_dead)
            return *m_dead;
        m_trial = hostTrial(trial);
        m_outputs = &outputs;
        // The candidate gets this descriptor and must not be able to add seals.
        fcntl(outputs.fd(), F_ADD_SEALS, F_SEAL_SEAL);
        const auto deadline = SteadyClock::now() + preparePatience;
        m_slots = m_trial.outputs.empty() ? 1 : outputs.count() / m_trial.outputs.size();
        const Result<Json> answer = ask({{"prepare", toJson(m_trial)}, {"slots", m_slots}},
                                        {inputs.fd(), outputs.fd()}, deadline, {});
        if (!answer)
            return die(answer.error(), static_cast<double>(preparePatience.count()));
        if (auto told = m_isOnDevice ? verdictOfDevice(*answer, m_trial) : std::nullopt)
            return end(std::move(*told));
        if (answer->contains("error"))
            return end({Verdict::OutOfMemory,
                        "could not map its tensors: " + said((*answer)["error"]), 0});
        m_isOnLine = !m_isOnDevice;
        return m_isOnLine ? hold() : CallOutcome();
    }

    CallOutcome calls(CallRange range, Wait deadline, std::stop_token stop) override
    {
        if (m_dead)
            return *m_dead;
        if (m_outputs == nullptr)
            return {Verdict::InfraError,
                    "internal error: the candidate process was called before it was prepared", 0};
        CallOutcome outcome = m_isOnLine ? onLine(LineRequest::Calls, range, deadline, stop)
                                         : inWords(deadline, stop);
        if (outcome.verdict != Verdict::Correct)
            return outcome;
        if (const int damaged = m_outputs->damagedSlack(); damaged >= 0)
            return end({Verdict::OutOfBounds,
                        "wrote outside output \""
                            + m_outputs->spec(static_cast<std::size_t>(damaged)).name + "\"",
                        0});
        return outcome;
    }

    CallOutcome pause(Wait deadline, std::stop_token stop) override
    {
        if (m_dead || m_isOnLine)
            return m_dead ? *m_dead : onLine(LineRequest::Pause, {}, deadline, stop);
        return {Verdict::InfraError, "internal error: unknown request to the candidate process", 0};
    }

    CallOutcome place(Wait deadline, const std::stop_token &stop) override
    {
        return onDevice({{"place", true}}, deadline, stop).outcome;
    }

    CallOutcome takeOutputs(Wait deadline, const std::stop_token &stop) override
    {
        return onDevice({{"outputs", true}}, deadline, stop).outcome;
    }

    Status putAhead() override { return m_host.child->putAhead(); }

    Status runOn(const std::vector<int> &processors) override
    {
        return m_host.child->runOn(processors);
    }

    std::string whyNotHeld() const override { return m_whyNotHeld; }

    TimeAnswer time(Json request, Wait deadline, const std::stop_token &stop) override
    {
        if (request.value("calls", 0) > 0)
            return onDevice({{"time", std::move(request)}}, deadline, stop);
        const bool settles = request.value("settle", false);
        return onDevice(settles ? Json{{"settle", true}} : Json{{"call", 0}}, deadline, stop);
    }

    Result<ActivityBatch> takeActivity() override
    {
        return m_host.activity ? m_host.activity->take() : Result<ActivityBatch>(ActivityBatch{});
    }

    std::string output() const override { return m_dead ? m_output : m_host.child->outputSoFar(); }

private:
    TimeAnswer onDevice(Json request, Wait deadline, const std::stop_token &stop)
    {
        if (m_dead)
            return {*m_dead, Json::object()};
        const auto start = SteadyClock::now();
        Result<Json> answer
            = ask(std::move(request), {},
                  start + std::chrono::duration_cast<SteadyClock::duration>(deadline), stop);
        const Wait taken = SteadyClock::now() - start;
        if (!answer)
            return {die(answer.error(), deadline.count()), Json::object()};
        CallOutcome outcome = verdictOfAnswer(*answer, m_trial);
        if (outcome.verdict != Verdict::Correct)
            return {end(std::move(outcome)), Json::object()};
        outcome.seconds = taken.count();
        return {std::move(outcome), std::move(*answer)};
    }

    /// Requests a call by message; the answer is a message, too.
    CallOutcome inWords(Wait deadline, const std::stop_token &stop)
    {
        if (m_host.hasUnread())
            return end({Verdict::BrokeProtocol, "answered what it was not asked", 0});
        return onDevice({{"call", 1}}, deadline, stop).outcome;
    }

    /// Sends a request on the call line. The time starts before anything of the subject may run and
    /// ends when its answer is seen.
    CallOutcome onLine(LineRequest kind, CallRange range, Wait deadline,
                       const std::stop_token &stop)
    {
        if (m_host.hasUnread())
            return end({Verdict::BrokeProtocol, "answered what it was not asked", 0});
        if (m_host.hasHungUp())
            return die(Error{Errc::Io, "the candidate process has ended"}, deadline.count());
        if (std::optional<std::string> ran = m_tasks ? m_tasks->ranMeanwhile() : std::nullopt)
            return end({Verdict::BrokeProtocol, std::move(*ran), 0});
        CallLine &line = m_host.status->line;
        const std::uint32_t before = line.answer;
        const std::uint32_t word = nextWord(kind);
        const double usedBefore = m_tasks ? m_tasks->cpuSeconds() : 0.0;
        m_glimpse.choose(*m_outputs, writtenTensors(range, m_slots, m_trial.outputs.size()),
                         m_random);
        line.first = static_cast<std::uint32_t>(range.first);
        line.count = static_cast<std::uint32_t>(range.count);
        const auto start = SteadyClock::now();
        FairDeadline patienceEnd = fairDeadline(
            start, start + std::chrono::duration_cast<SteadyClock::duration>(deadline));
        postRequest(line, word);
        if (m_tasks)
            m_tasks->release();
        while (!awaitAnswer(line, before, lookInterval)) {
            if (Status alive = lookAfter(patienceEnd, stop); !alive)
                return die(alive.error(), deadline.count());
        }
        const Wait taken = SteadyClock::now() - start;
        m_glimpse.take();
        if (CallOutcome held = hold(); held.verdict != Verdict::Correct)
            return held;
        CallOutcome outcome = readAnswer(line.answer, word);
        if (outcome.verdict != Verdict::Correct)
            return end(std::move(outcome));
        outcome.seconds = taken.count();
        if (m_tasks)
            outcome.cpuSeconds = std::max(0.0, m_tasks->cpuSeconds() - usedBefore);
        return outcome;
    }

    /// Returns a random word that differs from the last, so that answers cannot precede their
    /// requests.
    std::uint32_t nextWord(LineRequest kind)
    {
        std::uint32_t word = m_word;
        while (word == m_word)
            word = lineWord(kind, static_cast<std::uint32_t>(m_random()));
        m_word = word;
        return word;
    }

    FairDeadline fairDeadline(SteadyClock::time_point start, SteadyClock::time_point end) const
    {
        return {start, end, [child = m_host.child.get()] { return child->waits(); }};
    }

    /// Checks a subject whose answer is pending. Returns Timeout, Cancelled, or Io if it is gone.
    Status lookAfter(FairDeadline &patienceEnd, const std::stop_token &stop) const
    {
        patienceEnd.beginCounting();
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "stopped on request"};
        if (m_host.hasHungUp())
            return Error{Errc::Io, "the candidate process has ended"};
        if (patienceEnd.hasPassed())
            return Error{Errc::Timeout, "the subject did not answer in time"};
        return {};
    }

    CallOutcome readAnswer(std::uint32_t answer, std::uint32_t word)
    {
        if (answer == (word | lineDetails)) {
            // The message was sent before the answer, so it has arrived.
            const Result<Message> message
                = m_host.channel.receive(SteadyClock::now() + preparePatience, {});
            if (!message || !message->fds.empty() || message->body.contains("id"))
                return {Verdict::BrokeProtocol, "answered what it was not asked", 0};
            return verdictOfAnswer(message->body, m_trial);
        }
        if (answer != word || m_host.hasUnread())
            return {Verdict::BrokeProtocol, "answered what it was not asked", 0};
        if (m_host.hasHungUp())
            return {Verdict::BrokeProtocol, "closed its connection and went on", 0};
        if (m_tasks && !m_glimpse.stillHolds())
            return {Verdict::BrokeProtocol,
                    "its result changed after it reported the end of the call", 0};
        return {};
    }

    /// Stops all processes of the subject.
    CallOutcome hold()
    {
        if (!m_tasks && m_whyNotHeld.empty()) {
            Result<Fd> processes = m_host.child->processes();
            if (processes)
                m_tasks.emplace(std::move(processes).value(), m_host.child->firstProcess());
            else
                m_whyNotHeld = processes.error().message;
        }
        if (m_tasks) {
            const Status stopped = m_tasks->hold();
            if (!stopped && stopped.error().code == Errc::Timeout)
                return end({Verdict::BrokeProtocol,
                            "its processes cannot be stopped: something continues them", 0});
            if (!stopped)
                return end({Verdict::InfraError, stopped.error().text(), 0});
        }
        return {};
    }

    /// Switches back to messages, which the subject does not read while on the line.
    void leaveLine()
    {
        if (m_isOnLine)
            postRequest(m_host.status->line, nextWord(LineRequest::Talk));
        m_isOnLine = false;
        if (m_tasks && m_tasks->areHeld())
            m_tasks->release();
    }

    bool hasStarted() const
    {
        return m_host.status->stage != static_cast<std::uint32_t>(HostStage::NotStarted);
    }

    /// Sends a request and reads its answer; Corrupt for anything else.
    Result<Json> ask(Json request, const std::vector<int> &fds, SteadyClock::time_point deadline,
                     const std::stop_token &stop)
    {
        leaveLine();
        const Result<std::string> id = m_host.ask(std::move(request), fds);
        if (!id)
            return id.error();
        FairDeadline end = fairDeadline(SteadyClock::now(), deadline);
        while (!stop.stop_requested() && !m_host.channel.awaitMessage(lookInterval)
               && !end.hasPassed())
            end.beginCounting();
        Result<Message> message = m_host.channel.receive(end.end(), stop);
        if (!message)
            return message.error();
        if (!message->body.contains("id") || message->body["id"] != *id || !message->fds.empty())
            return Error{Errc::Corrupt, "answered what it was not asked"};
        return std::move(message->body);
    }

    /// Ends the subject because no answer came, and determines the reason.
    CallOutcome die(const Error &error, double allowedSeconds)
    {
        if (error.code == Errc::Cancelled)
            return end({Verdict::InfraError, "cancelled", 0});
        if (error.code == Errc::Corrupt)
            return end({Verdict::BrokeProtocol, error.message, 0});
        if (error.code == Errc::Timeout) {
            if (m_host.status->processLimitReached != 0)
                return end({Verdict::TooManyProcesses,
                            fmt::format("reached its limit of processes and threads and did not "
                                        "return within {:g} s",
                                        allowedSeconds),
                            0});
            return end({Verdict::RunTimeout,
                        fmt::format("did not return within {:g} s", allowedSeconds), 0});
        }
        const ChildEnd ended = m_host.end(endPatience);
        m_output = ended.output;
        m_dead = verdictOfEnd(ended, *m_host.status, m_trial, m_limits);
        return *m_dead;
    }

    /// Ends the subject with a known verdict.
    CallOutcome end(CallOutcome outcome)
    {
        if (!m_isSanitized)
            m_host.child->kill();
        m_output = m_isSanitized ? finishReport() : m_host.end(endPatience).output;
        m_dead = std::move(outcome);
        return *m_dead;
    }

    /// Lets a subject under compute-sanitizer end by itself, and returns its output.
    std::string finishReport()
    {
        leaveLine();
        return endWithReport(m_host.channel, *m_host.child).output;
    }

    HostProcess m_host;
    SubjectLimits m_limits;
    double m_startSeconds;
    bool m_isOnDevice;
    bool m_isSanitized;
    bool m_isOnLine = false;
    std::optional<HeldTasks> m_tasks;
    std::string m_whyNotHeld;
    ResultGlimpse m_glimpse;
    std::mt19937_64 m_random{std::random_device()()};
    std::uint32_t m_word = 0; ///< of the last request
    HostTrial m_trial;
    const TensorArena *m_outputs = nullptr;
    std::size_t m_slots = 1;
    std::optional<CallOutcome> m_loadFailure;
    std::optional<CallOutcome> m_dead;
    std::string m_output;
};

} // namespace

Result<std::unique_ptr<NativeSubject>> NativeSubject::start(const std::filesystem::path &library,
                                                            const HostSettings &settings,
                                                            const std::stop_token &stop)
{
    Result<HostProcess> host = HostProcess::start(HostRole::Subject, library, settings);
    if (!host)
        return host.error();
    auto subject = std::make_unique<StartedSubject>(std::move(host).value(), settings);
    if (const Status loaded = subject->awaitLoaded(stop); !loaded)
        return loaded.error();
    return std::unique_ptr<NativeSubject>(std::move(subject));
}

} // namespace loupe
