// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/base/result.h"
#include "core/platforms/python/pythonmessage.h"
#include "core/platforms/python/pythonprocess.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/confinement/spawn.h"
#include "core/sandbox/control/fairdeadline.h"
#include "core/sandbox/control/helpersuse.h"
#include "core/sandbox/control/sandboxtasks.h"
#include "core/sandbox/system/outputtail.h"
#include "core/sandbox/system/processlisting.h"
#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace loupe {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t keptOutputBytes = std::size_t{64} << 10;
constexpr std::size_t maxOutputBytes = std::size_t{8} << 20;
constexpr std::chrono::milliseconds stopInterval{50};
constexpr std::chrono::seconds lastWordsPatience{1}; ///< for a pending answer of an ended child

/// Reader of a process's output pipe, so that the process never blocks on it. Keeps head and tail,
/// and kills a process that prints too much. Thread-safe.
class OutputPump
{
public:
    /// Starts to read `pipe` on a separate thread. `process` is a pid descriptor.
    static Result<std::unique_ptr<OutputPump>> start(Fd pipe, Fd process, std::size_t keptBytes,
                                                     std::size_t maxBytes);
    OutputPump(const OutputPump &) = delete;
    OutputPump &operator=(const OutputPump &) = delete;
    ~OutputPump();

    /// Reads the available output and stops reading.
    void finish();
    /// Returns everything printed before the call, bounded, valid UTF-8.
    std::string text();
    /// Returns true once it printed more than allowed.
    bool isFlooded() const { return m_isFlooded; }

private:
    OutputPump(Fd pipe, Fd process, Fd wake, std::size_t keptBytes, std::size_t maxBytes);
    void pump();
    bool drain();

    const Fd m_pipe;
    const Fd m_process;
    const Fd m_wake;
    const std::size_t m_maxBytes;
    std::mutex m_mutex; ///< guards m_kept and the order of reads
    OutputTail m_kept;
    std::atomic<bool> m_isFlooded{false};
    std::thread m_thread;
};

Result<std::unique_ptr<OutputPump>> OutputPump::start(Fd pipe, Fd process, std::size_t keptBytes,
                                                      std::size_t maxBytes)
{
    Fd wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!wake || fcntl(pipe.get(), F_SETFL, O_NONBLOCK) != 0)
        return systemError("cannot read what a process prints");
    auto pump = std::unique_ptr<OutputPump>(
        new OutputPump(std::move(pipe), std::move(process), std::move(wake), keptBytes, maxBytes));
    pump->m_thread = std::thread([raw = pump.get()] { raw->pump(); });
    return pump;
}

OutputPump::OutputPump(Fd pipe, Fd process, Fd wake, std::size_t keptBytes, std::size_t maxBytes)
    : m_pipe(std::move(pipe))
    , m_process(std::move(process))
    , m_wake(std::move(wake))
    , m_maxBytes(maxBytes)
    , m_kept(keptBytes)
{
}

OutputPump::~OutputPump()
{
    finish();
}

void OutputPump::finish()
{
    if (!m_thread.joinable())
        return;
    const std::uint64_t one = 1;
    if (write(m_wake.get(), &one, sizeof one) < 0)
        signalPidFd(m_process, SIGKILL); // cannot fail on a fresh counter
    m_thread.join();
}

std::string OutputPump::text()
{
    drain(); // includes what the thread has not read yet
    const std::lock_guard lock(m_mutex);
    return m_kept.text();
}

void OutputPump::pump()
{
    for (;;) {
        std::array<pollfd, 2> entries{{{m_pipe.get(), POLLIN, 0}, {m_wake.get(), POLLIN, 0}}};
        if (poll(entries.data(), entries.size(), -1) < 0)
            continue; // EINTR
        const bool isOpen = entries[0].revents == 0 || drain();
        if (!isOpen || entries[1].revents != 0)
            return;
    }
}

bool OutputPump::drain()
{
    std::array<char, 65536> buffer;
    std::size_t round = 0;
    while (round < m_maxBytes) { // bounds the loop against a process that prints faster than we
                                 // read
        const std::lock_guard lock(m_mutex);
        const ssize_t got = read(m_pipe.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0;
        round += static_cast<std::size_t>(got);
        m_kept.add({buffer.data(), static_cast<std::size_t>(got)});
        if (m_kept.total() > m_maxBytes && !m_isFlooded.exchange(true))
            signalPidFd(m_process, SIGKILL);
    }
    return true;
}

/// Returns the process number of a pid descriptor in our namespace; 0 if it is gone.
pid_t numberOf(const Fd &process)
{
    std::ifstream file(fmt::format("/proc/self/fdinfo/{}", process.get()));
    std::string word;
    while (file >> word) {
        if (word == "Pid:") {
            pid_t number = 0;
            file >> number;
            return std::max(number, 0);
        }
    }
    return 0;
}

/// Returns the number of a process in its own namespace; empty if it is gone.
std::string numberInside(pid_t number)
{
    std::ifstream file(fmt::format("/proc/{}/status", number));
    constexpr std::string_view key = "NSpid:";
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key))
            return line.substr(line.find_last_of(" \t") + 1); // the innermost number comes last
    }
    return {};
}

/// Returns the processor time in seconds of all threads of a process, ended ones included; 0 if it
/// is gone.
double usedSeconds(pid_t number)
{
    clockid_t clock{};
    timespec used{};
    if (number <= 0 || clock_getcpuclockid(number, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

class ForkedChild final : public PythonChild
{
public:
    ForkedChild(std::shared_ptr<PythonProcess> server, PythonProcess::Forked forked,
                std::unique_ptr<OutputPump> output, const PythonSettings &settings)
        : m_server(std::move(server))
        , m_channel(std::move(forked.channel))
        , m_process(std::move(forked.process))
        , m_output(std::move(output))
        , m_activity(std::move(forked.activity))
        , m_limits(settings.limits)
        , m_memory(settings.memory)
        , m_isConfined(settings.mode == SandboxMode::Bubblewrap)
        , m_number(numberOf(m_process))
    {
    }
    ForkedChild(const ForkedChild &) = delete;
    ForkedChild &operator=(const ForkedChild &) = delete;
    // The destructor throws only when out of memory; nothing could be ended then anyway.
    ~ForkedChild() override { end(); } // NOLINT(bugprone-exception-escape)

    Answer ask(Json request, const Bundle *given, std::chrono::duration<double> deadline,
               const std::stop_token &stop) override
    {
        if (m_dead)
            return {*m_dead, Json::object(), {}};
        if (hasUnread())
            return {die({Verdict::BrokeProtocol, "answered before it was asked", 0}),
                    Json::object(),
                    {}};
        const std::string id = randomHex(8);
        const bool isLoading = request.value("do", std::string()) == "load";
        request["id"] = id;
        // Any process of the sandbox may work on inputs before the calls that are timed.
        const bool isBefore = request.contains("place") || request.contains("warm_up");
        const bool areAllCounted = isBefore && m_processes && *m_processes;
        const auto used = [&] {
            return usedSeconds(m_number)
                + (areAllCounted ? helpersSeconds(**m_processes, m_numberInside) : 0.0);
        };
        const double usedBefore = used();
        const auto start = SteadyClock::now();
        FairDeadline end(start, start + std::chrono::duration_cast<SteadyClock::duration>(deadline),
                         [this] { return processorWaits(m_number); });
        Result<PythonMessage> message = exchange(std::move(request), id, given, end, stop);
        const std::chrono::duration<double> taken = SteadyClock::now() - start;
        if (!message)
            return {failed(message.error(), deadline.count(), isLoading), Json::object(), {}};
        Answer answer{
            {Verdict::Correct, {}, 0}, std::move(message->body), std::move(message->value)};
        if (answer.body.contains("error")) {
            answer.outcome = verdictOfPythonError(answer.body["error"]);
            if (answer.outcome.verdict == Verdict::BrokeProtocol)
                die(answer.outcome);
        }
        answer.outcome.seconds = taken.count();
        answer.outcome.cpuSeconds = std::max(0.0, used() - usedBefore);
        return answer;
    }

    void onTurnGivenBack(TurnGivenBack tell) override { m_tellTurn = std::move(tell); }
    Status putAhead() override { return loupe::putAhead(m_number); }
    void setHeld(bool isHeld) override
    {
        if (m_dead)
            return;
        if (!m_processes) {
            m_processes = m_server->processes();
            m_numberInside = numberInside(m_number);
        }
        m_isHeld = isHeld;
        signalPidFd(m_process, isHeld ? SIGSTOP : SIGCONT);
        // Its descendants and the idle server are signalled, too. Stops are sent twice, because a
        // process still running may have continued a stopped one.
        for (int told = 0; *m_processes && told < (isHeld ? 2 : 1); ++told)
            signalOthers(**m_processes, isHeld ? SIGSTOP : SIGCONT);
    }
    std::string output() const override { return m_output->text(); }
    bool isAlive() const override { return !m_dead; }

    Result<ActivityBatch> takeActivity() override
    {
        return m_activity ? m_activity->take() : Result<ActivityBatch>(ActivityBatch{});
    }

    void end() override
    {
        if (!m_dead)
            die({Verdict::ExitedEarly, "was ended by the engine", 0});
    }

private:
    Result<PythonMessage> exchange(Json request, const std::string &id, const Bundle *given,
                                   FairDeadline &deadline, const std::stop_token &stop)
    {
        const bool givesTurnBack = m_tellTurn && request.value("gives_turn_back", false);
        if (Status sent = sendToPython(m_channel, std::move(request), given); !sent)
            return sent.error();
        for (;;) {
            Result<bool> answered = awaitAnswer(deadline, stop);
            if (!answered)
                return answered.error();
            if (!*answered)
                return Error{Errc::Io, "the process has ended"};
            auto message = receiveFromPython(m_channel, id, m_memory, deadline.end(), stop);
            if (!message || !givesTurnBack || !message->body.contains("turn"))
                return message;
            if (message->body["turn"] == "given back") {
                m_tellTurn(true);
                continue;
            }
            const auto began = SteadyClock::now();
            m_tellTurn(false);
            deadline.moveBy(SteadyClock::now() - began);
            if (Status granted = m_channel.send({{"id", id}, {"turn", "granted"}}, {}); !granted)
                return granted.error();
        }
    }

    /// Returns true if there is something to read, false if the child ended without an answer. The
    /// channel alone is not enough, because a descendant may keep it open.
    Result<bool> awaitAnswer(FairDeadline &deadline, const std::stop_token &stop) const
    {
        for (;;) {
            if (stop.stop_requested())
                return Error{Errc::Cancelled, "stopped on request"};
            const auto now = SteadyClock::now();
            if (deadline.hasPassed(now))
                return Error{Errc::Timeout, "the other process did not answer in time"};
            const auto left
                = std::min<std::chrono::nanoseconds>(deadline.end() - now, stopInterval);
            const timespec patience{0, static_cast<long>(left.count())};
            std::array<pollfd, 2> entries{
                {{m_channel.fd(), POLLIN, 0}, {m_process.get(), POLLIN, 0}}};
            if (ppoll(entries.data(), entries.size(), &patience, nullptr) <= 0) {
                deadline.beginCounting();
                continue;
            }
            const bool hasEnded = entries[1].revents != 0;
            if (hasEnded)
                deadline.limitTo(now + lastWordsPatience);
            if ((entries[0].revents & POLLIN) != 0)
                return true;
            if (hasEnded || entries[0].revents != 0)
                return false;
        }
    }

    bool hasUnread() const
    {
        pollfd entry{m_channel.fd(), POLLIN, 0};
        return poll(&entry, 1, 0) > 0 && (entry.revents & POLLIN) != 0
            && (entry.revents & POLLHUP) == 0;
    }

    /// Ends the child because no answer came, and returns the reason.
    CallOutcome failed(const Error &error, double allowedSeconds, bool isLoading)
    {
        if (error.code == Errc::Cancelled)
            return die({Verdict::InfraError, "cancelled", 0});
        if (error.code == Errc::Corrupt)
            return die({Verdict::BrokeProtocol, error.message, 0});
        if (error.code == Errc::Timeout)
            return die({isLoading ? Verdict::CompileTimeout : Verdict::RunTimeout,
                        fmt::format("did not {} within {:g} s", isLoading ? "load" : "return",
                                    allowedSeconds),
                        0});
        if (error.code == Errc::Internal)
            return die({Verdict::InfraError, error.message, 0});
        return bury(std::nullopt);
    }

    CallOutcome die(CallOutcome outcome) { return bury(std::move(outcome)); }

    /// Ends the child. Without `outcome`, derives the outcome from how it ended.
    CallOutcome bury(std::optional<CallOutcome> outcome)
    {
        if (m_dead)
            return *m_dead;
        if (!outcome) { // it closed its connection: wait for it to end by itself
            if (!awaitReadable(m_process, closedPatience))
                outcome
                    = CallOutcome{Verdict::BrokeProtocol, "closed its connection and went on", 0};
        }
        signalPidFd(m_process, SIGKILL);
        if (m_isHeld)
            setHeld(false); // the server must be able to see its end
        const PythonEnd end = m_server->awaitEnd();
        // Without a sandbox, processes of the child may survive a lost server, so we end them.
        if (!m_isConfined && end.kind == PythonEnd::Kind::ServerLost && m_number > 1)
            ::kill(-m_number, SIGKILL);
        m_channel = Channel(Fd());
        m_output->finish();
        if (m_output->isFlooded())
            outcome = CallOutcome{Verdict::OutputFlood, "wrote more to its output than is kept", 0};
        m_dead = outcome ? std::move(*outcome) : verdictOfPythonEnd(end, m_limits);
        return *m_dead;
    }

    static constexpr std::chrono::milliseconds closedPatience{2000};

    std::shared_ptr<PythonProcess> m_server;
    Channel m_channel;
    Fd m_process;
    std::unique_ptr<OutputPump> m_output;
    std::unique_ptr<ActivityReader> m_activity;
    SubjectLimits m_limits;
    TurnGivenBack m_tellTurn;
    std::string m_memory; ///< required memory of its tensors
    bool m_isConfined;
    pid_t m_number; ///< also the number of its process group, because it leads a session
    std::optional<Result<Fd>> m_processes; ///< of its sandbox, once it was stopped
    std::string m_numberInside;            ///< its number in that sandbox
    bool m_isHeld = false;
    std::optional<CallOutcome> m_dead;
};

/// Takes over the engine's side of a forked child. `server` is shared, because it may be replaced
/// before the child has ended.
Result<std::unique_ptr<PythonChild>>
startPythonChild(std::shared_ptr<PythonProcess> server, const PythonSettings &settings,
                 const std::map<std::string, std::string> &variables, const std::stop_token &stop)
{
    Result<PythonProcess::Forked> forked = server->fork(settings, variables, stop);
    if (!forked)
        return forked.error();
    Fd process(fcntl(forked->process.get(), F_DUPFD_CLOEXEC, 0));
    Result<std::unique_ptr<OutputPump>> output = OutputPump::start(
        std::move(forked->output), std::move(process), keptOutputBytes, maxOutputBytes);
    if (!output) {
        server->kill();
        return output.error();
    }
    return std::unique_ptr<PythonChild>(std::make_unique<ForkedChild>(
        std::move(server), std::move(forked).value(), std::move(output).value(), settings));
}

class StartedServer final : public PythonServer
{
public:
    StartedServer(PythonEnvironment environment, PythonRole role, PythonSettings settings)
        : m_environment(std::move(environment))
        , m_role(role)
        , m_settings(std::move(settings))
    {
    }

    Status restart(const std::stop_token &stop)
    {
        m_process.reset();
        Result<std::unique_ptr<PythonProcess>> started
            = PythonProcess::start(m_environment, m_role, m_settings, stop);
        if (!started)
            return started.error();
        m_process = std::move(started).value();
        ++m_starts;
        return {};
    }

    Result<std::unique_ptr<PythonChild>>
    forkWith(const std::map<std::string, std::string> &variables,
             const std::stop_token &stop) override
    {
        bool isFresh = false;
        for (;;) {
            if (!m_process || !m_process->isUsable()) {
                if (Status started = restart(stop); !started)
                    return started.error();
                isFresh = true;
            }
            Result<std::unique_ptr<PythonChild>> child
                = startPythonChild(m_process, m_settings, variables, stop);
            // An earlier child may have damaged the server unnoticed, so a new one is tried.
            if (child || isFresh || child.error().code == Errc::Cancelled)
                return child;
            m_process.reset();
        }
    }

    int starts() const override { return m_starts; }

private:
    PythonEnvironment m_environment;
    PythonRole m_role;
    PythonSettings m_settings;
    std::shared_ptr<PythonProcess> m_process;
    int m_starts = 0;
};

} // namespace

Result<std::unique_ptr<PythonServer>> PythonServer::start(const PythonEnvironment &environment,
                                                          PythonRole role,
                                                          const PythonSettings &settings,
                                                          const std::stop_token &stop)
{
    auto server = std::make_unique<StartedServer>(environment, role, settings);
    if (Status started = server->restart(stop); !started)
        return started.error();
    return std::unique_ptr<PythonServer>(std::move(server));
}

} // namespace loupe
