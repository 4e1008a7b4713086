// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-ask/curltransport.h"
#include "app/kloupe-ask/keyring.h"
#include "core/base/digest.h"
#include "core/base/result.h"
#include "core/endpoints/client/asker.h"
#include "core/endpoints/session/asksession.h"
#include "core/sandbox/system/linestream.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include <curl/curl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe::ask {

namespace {

constexpr std::chrono::seconds helloPatience{60};
constexpr std::chrono::milliseconds maxWait{1000};
constexpr int keyPipeFd = 3;

Result<AskHello> receiveHello(LineStream &lines)
{
    const auto message = lines.receive(helloPatience);
    if (!message)
        return message.error();
    if (!*message || (*message)->value("kind", Json()) != "hello")
        return Error{Errc::InvalidInput, "the first message is not hello"};
    AskHello hello;
    if (Status read = readAskMessage(**message, hello); !read)
        return read.error();
    if (hello.protocol != askProtocolVersion)
        return Error{.code = Errc::Unsupported,
                     .message = "kloupe-ask is of another version",
                     .hint = "install all programs of one version"};
    return hello;
}

/// Data that a session needs until it ends.
struct Surroundings {
    Profile profile;
    Secret key;
    std::unique_ptr<SpoolWriter> spool;
    std::optional<CassetteWriter> cassette;
};

Result<Surroundings> surroundingsOf(const AskHello &hello)
{
    Surroundings surroundings;
    auto profile = parseProfile(hello.profile, hello.source);
    if (!profile)
        return profile.error();
    surroundings.profile = std::move(*profile);
    const Fd keyPipe(hello.hasKeyPipe ? keyPipeFd : -1);
    auto key = readKey(surroundings.profile.endpoint.key, {keyPipe.get(), keyring()});
    if (!key)
        return key.error();
    surroundings.key = std::move(*key);
    auto spool = SpoolWriter::open(hello.spool, systemClock());
    if (!spool)
        return spool.error();
    surroundings.spool = std::move(*spool);
    if (!hello.record.empty()) {
        auto cassette = CassetteWriter::open(hello.record);
        if (!cassette)
            return cassette.error();
        surroundings.cassette = std::move(*cassette);
    }
    return surroundings;
}

/// Event loop of one session. `tell` sends events until the other end is gone.
class Server
{
public:
    Server(LineStream &lines, int inputFd, const AskHello &hello, Surroundings &surroundings)
        : m_lines(lines)
        , m_inputFd(inputFd)
        , m_redactor(surroundings.key)
        , m_transport(surroundings.profile, surroundings.key)
        , m_session(surroundings.profile,
                    {systemClock(), [this] { return m_part(m_random); }, newUuid,
                     *surroundings.spool, m_transport, m_redactor,
                     surroundings.cassette ? &*surroundings.cassette : nullptr,
                     [this](const AskEvent &event) { tell(event); }},
                    hello.tokensPerByte)
    {
        for (const SpentBefore &before : hello.spent)
            m_session.addSpent(before);
    }

    int run()
    {
        AskEvent ready;
        ready.kind = AskEvent::Kind::Ready;
        tell(ready);
        while (!m_isOver) {
            takeMessages();
            const auto now = systemClock().steadyNow();
            const auto wake = m_session.tick();
            auto wait = maxWait;
            if (wake)
                wait = std::clamp(std::chrono::ceil<std::chrono::milliseconds>(*wake - now),
                                  std::chrono::milliseconds(0), maxWait);
            if (m_isOver)
                break;
            m_transport.wait(wait, m_inputFd);
            m_transport.perform(m_session);
        }
        return m_exitCode;
    }

private:
    void takeMessages()
    {
        while (!m_isOver) {
            auto message = m_lines.receive(std::chrono::milliseconds(0));
            if (!message) {
                m_exitCode = message.error().code == Errc::Io ? 0 : 1;
                end();
                return;
            }
            if (!*message)
                return;
            take(**message);
        }
    }

    void take(const Json &message)
    {
        const Json kind = message.value("kind", Json());
        Ask ask;
        if (kind == "ask" && readAskMessage(message, ask)) {
            m_session.add(std::move(ask));
        } else if (kind == "cancel" && message.value("uuid", Json()).is_string()) {
            m_session.cancel(message["uuid"].get<std::string>());
        } else if (kind == "stop") {
            end();
        } else {
            m_exitCode = 1; // no correct engine sends this
            end();
        }
    }

    void end()
    {
        if (!m_isOver)
            m_session.stop();
        m_isOver = true;
    }

    void tell(const AskEvent &event)
    {
        if (m_isGone)
            return;
        // Events that cannot be sent are still in the spool.
        m_isGone = !m_lines.send(fieldsToJson(event));
    }

    LineStream &m_lines;
    int m_inputFd;
    std::mt19937_64 m_random{std::random_device{}()};
    std::uniform_real_distribution<double> m_part{0, 1};
    Redactor m_redactor;
    CurlTransport m_transport;
    AskSession m_session;
    bool m_isOver = false;
    bool m_isGone = false;
    int m_exitCode = 0;
};

/// Serves one session: a hello, then requests until the other end says stop or disconnects. Cancels
/// open requests then; their results so far are in the spool. Returns the exit code of the program.
int serve(LineStream &lines, int inputFd)
{
    const auto hello = receiveHello(lines);
    auto surroundings = hello ? surroundingsOf(*hello) : Result<Surroundings>(Error(hello.error()));
    if (!surroundings) {
        static_cast<void>(lines.send(fieldsToJson(refusal(surroundings.error()))));
        return 1;
    }
    return Server(lines, inputFd, *hello, *surroundings).run();
}

/// Protects the API key: no core dump, and no access by the user's other processes.
void protectMemory()
{
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    umask(077);
}

} // namespace

} // namespace loupe::ask

int main(int argc, char **argv)
try {
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        std::printf("kloupe-ask %s, %s\n", LOUPE_VERSION, curl_version());
        return 0;
    }
    if (argc != 1 || isatty(STDIN_FILENO) != 0) {
        std::fputs("kloupe-ask is started by KernelLoupe and speaks JSON lines with it\n", stderr);
        return 2;
    }
    loupe::ask::protectMemory();
    loupe::ignoreBrokenPipes();
    curl_global_init(CURL_GLOBAL_DEFAULT);
    loupe::LineStream lines{loupe::Fd(STDIN_FILENO), loupe::Fd(STDOUT_FILENO)};
    return loupe::ask::serve(lines, STDIN_FILENO);
} catch (const std::exception &error) { // out of memory, or an invalid time
    std::fprintf(stderr, "kloupe-ask: %s\n", error.what());
    return 1;
}
