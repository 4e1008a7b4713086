// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/hostlimits.h"
#include "core/platforms/host/hostprocess.h"
#include "core/platforms/host/hostprotocol.h"
#include "core/platforms/host/hostverdict.h"
#include "core/platforms/host/nativehost.h"

#include <fcntl.h>
#include <fmt/format.h>

namespace loupe {

namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::seconds preparePatience{30};
constexpr std::chrono::seconds startPatience{60}; ///< for the sandbox
constexpr double deviceStartSeconds = 60;         ///< many subjects may start one GPU at a time

/// What a host says for people; it may be anything.
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
    {
    }

    /// Waits until the library is loaded. An Error is the machinery's.
    Status awaitLoaded(const std::stop_token &stop)
    {
        const double seconds = m_startSeconds;
        const auto allowed = std::chrono::duration_cast<SteadyClock::duration>(
            std::chrono::duration<double>(seconds));
        const auto patienceEnd = SteadyClock::now() + startPatience;
        Result<Message> message = m_host.channel.receive(SteadyClock::now() + allowed, stop);
        // A sandbox that a busy machine has not started yet is no fault of the candidate's: its
        // time begins with it.
        while (!message && message.error().code == Errc::Timeout && !hasStarted()
               && SteadyClock::now() < patienceEnd)
            message = m_host.channel.receive(SteadyClock::now() + allowed, stop);
        if (!message) {
            if (message.error().code == Errc::Cancelled)
                return message.error();
            const CallOutcome outcome = die(message.error(), seconds);
            if (!hasStarted())
                return Error{Errc::Environment, "kloupe-host did not start", {}, {}, m_output};
            m_loadFailure = outcome;
        } else if (message->body.contains("device_error")) {
            return Error{Errc::Environment,
                         "the GPU cannot be used: " + said(message->body["device_error"]),
                         {},
                         "kloupe doctor says what is missing",
                         {}};
        } else if (message->body.contains("load_error")) {
            m_loadFailure = end({Verdict::LoadError, said(message->body["load_error"]), 0});
        } else if (message->body.contains("missing_symbol")) {
            m_loadFailure
                = end({Verdict::MissingSymbol, "the library does not export loupe_kernel", 0});
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
        // The candidate gets this descriptor: it must not be able to seal the memory against us.
        fcntl(outputs.fd(), F_ADD_SEALS, F_SEAL_SEAL);
        const auto deadline = SteadyClock::now() + preparePatience;
        const Result<Json> answer
            = ask({{"prepare", toJson(m_trial)}}, {inputs.fd(), outputs.fd()}, deadline, {});
        if (!answer)
            return die(answer.error(), static_cast<double>(preparePatience.count()));
        if (answer->contains("error"))
            return end({Verdict::OutOfMemory,
                        "could not map its tensors: " + said((*answer)["error"]), 0});
        return {};
    }

    CallOutcome call(int calls, std::chrono::duration<double> deadline,
                     std::stop_token stop) override
    {
        if (m_dead)
            return *m_dead;
        if (m_outputs == nullptr && calls > 0)
            return {Verdict::InfraError, "a subject was called before it was prepared", 0};
        if (m_host.hasUnread())
            return end({Verdict::BrokeProtocol, "answered what it was not asked", 0});
        const auto start = SteadyClock::now();
        const Result<Json> answer
            = ask({{"call", calls}}, {},
                  start + std::chrono::duration_cast<SteadyClock::duration>(deadline), stop);
        const std::chrono::duration<double> taken = SteadyClock::now() - start;
        if (!answer)
            return die(answer.error(), deadline.count());
        CallOutcome outcome = verdictOfAnswer(*answer, m_trial);
        if (outcome.verdict != Verdict::Correct)
            return end(std::move(outcome));
        if (calls > 0) {
            if (const int damaged = m_outputs->damagedSlack(); damaged >= 0)
                return end({Verdict::OutOfBounds,
                            "wrote beside output \""
                                + m_outputs->spec(static_cast<std::size_t>(damaged)).name + "\"",
                            0});
        }
        outcome.seconds = taken.count();
        return outcome;
    }

    TimeAnswer time(Json request, std::chrono::duration<double> deadline,
                    const std::stop_token &stop) override
    {
        if (m_dead)
            return {*m_dead, Json::object()};
        const auto start = SteadyClock::now();
        const bool isEmpty = request.value("calls", 0) == 0;
        Result<Json> answer
            = ask(isEmpty ? Json{{"call", 0}} : Json{{"time", std::move(request)}}, {},
                  start + std::chrono::duration_cast<SteadyClock::duration>(deadline), stop);
        const std::chrono::duration<double> taken = SteadyClock::now() - start;
        if (!answer)
            return {die(answer.error(), deadline.count()), Json::object()};
        CallOutcome outcome = verdictOfAnswer(*answer, m_trial);
        if (outcome.verdict != Verdict::Correct)
            return {end(std::move(outcome)), Json::object()};
        outcome.seconds = taken.count();
        return {std::move(outcome), std::move(*answer)};
    }

    Result<ActivityBatch> takeActivity() override
    {
        return m_host.activity ? m_host.activity->take() : Result<ActivityBatch>(ActivityBatch{});
    }

    std::string output() const override { return m_dead ? m_output : m_host.child->outputSoFar(); }

private:
    bool hasStarted() const
    {
        return m_host.status->stage != static_cast<std::uint32_t>(HostStage::NotStarted);
    }

    /// Sends a request and reads the answer to it; Corrupt when it answers something else.
    Result<Json> ask(Json request, const std::vector<int> &fds, SteadyClock::time_point deadline,
                     const std::stop_token &stop)
    {
        const Result<std::string> id = m_host.ask(std::move(request), fds);
        if (!id)
            return id.error();
        Result<Message> message = m_host.channel.receive(deadline, stop);
        if (!message)
            return message.error();
        if (!message->body.contains("id") || message->body["id"] != *id || !message->fds.empty())
            return Error{Errc::Corrupt, "answered what it was not asked", {}, {}, {}};
        return std::move(message->body);
    }

    /// Ends the subject because nothing came back, and finds out why.
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

    /// Ends the subject with a verdict that is known.
    CallOutcome end(CallOutcome outcome)
    {
        m_host.child->kill();
        m_output = m_host.end(endPatience).output;
        m_dead = std::move(outcome);
        return *m_dead;
    }

    HostProcess m_host;
    SubjectLimits m_limits;
    double m_startSeconds;
    HostTrial m_trial;
    const TensorArena *m_outputs = nullptr;
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
