// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/base/environment.h"
#include "core/base/files.h"
#include "core/base/result.h"
#include "core/endpoints/client/asker.h"
#include "core/sandbox/child/pipedprocess.h"
#include "core/sandbox/system/linestream.h"
#include "core/sandbox/system/outputtail.h"

#include <array>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds startPatience{30};
constexpr std::size_t maxLastOutputBytes = 4096;

/// Proxy settings, the keyring's bus and systemd's credentials; none of them holds a key.
constexpr std::array<const char *, 16> passedVariables{
    "http_proxy", "https_proxy",   "HTTPS_PROXY",     "all_proxy",
    "ALL_PROXY",  "no_proxy",      "NO_PROXY",        "CREDENTIALS_DIRECTORY",
    "HOME",       "PATH",          "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    "TMPDIR",     "SSL_CERT_FILE", "SSL_CERT_DIR",    "LD_LIBRARY_PATH"};

std::vector<std::string> passedEnvironment()
{
    std::vector<std::string> environment;
    for (const char *name : passedVariables) {
        if (const std::string value = environmentVariable(name); !value.empty())
            environment.push_back(std::string(name) + "=" + value);
    }
    return environment;
}

class AskProcess final : public Asker
{
public:
    AskProcess(TemporaryFolder folder, PipedProcess process)
        : m_folder(std::move(folder))
        , m_process(std::move(process))
        , m_lines(m_process.takeOutput(), m_process.takeInput())
    {
    }

    Status ask(const Ask &ask) override { return send(askMessage("ask", ask)); }
    Status cancel(const std::string &uuid) override
    {
        return send({{"kind", "cancel"}, {"uuid", uuid}});
    }
    Status stop() override { return send({{"kind", "stop"}}); }

    Result<std::optional<AskEvent>> next(std::chrono::milliseconds wait,
                                         const std::stop_token &stop) override
    {
        auto message = m_lines.receive(wait, stop);
        if (!message)
            return gone(message.error());
        if (!*message)
            return std::optional<AskEvent>();
        AskEvent event;
        if (Status read = readFields(**message, "kloupe-ask", MissingFields::Refused, event); !read)
            return read.error();
        return std::optional(std::move(event));
    }

    Status meet(const AskHello &hello, const std::stop_token &stop)
    {
        if (Status sent = send(askMessage("hello", hello)); !sent)
            return sent;
        const auto answer = next(startPatience, stop);
        if (!answer)
            return answer.error();
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled"};
        if (!*answer)
            return Error{Errc::Timeout, "kloupe-ask does not answer"};
        if ((*answer)->kind == AskEvent::Kind::Refused)
            return errorOf(**answer);
        return {};
    }

private:
    Status send(const Json &message)
    {
        const Status sent = m_lines.send(message);
        return sent ? sent : Status(gone(sent.error()));
    }

    /// Adds the last standard error output of kloupe-ask, which never contains the key.
    Error gone(Error error)
    {
        if (error.code != Errc::Io)
            return error;
        error.message = "kloupe-ask has ended";
        if (const auto words = readFile(m_folder.path() / "errors"))
            error.detail = validUtf8(words->substr(0, maxLastOutputBytes));
        return error;
    }

    TemporaryFolder m_folder;
    PipedProcess m_process;
    LineStream m_lines;
};

} // namespace

std::string newUuid()
{
    std::string hex = randomHex(16);
    hex[12] = '4';
    hex[16] = "89ab"[(hex[16] <= '9' ? hex[16] - '0' : hex[16] - 'a' + 10) & 3];
    for (const std::size_t place : {8, 13, 18, 23})
        hex.insert(place, "-");
    return hex;
}

Result<std::unique_ptr<Asker>> startAskProcess(const fs::path &program, const AskerRequest &request,
                                               const std::stop_token &stop)
{
    std::error_code failed;
    if (!fs::exists(program, failed))
        return Error{Errc::Environment, "kloupe-ask is missing: this build cannot ask models",
                     program.string(),
                     "apt-get install libcurl4-openssl-dev, then configure and build again"};
    ignoreBrokenPipes();
    PipedGifts gifts;
    gifts.environment = passedEnvironment();
    Fd key;
    if (request.profile.endpoint.key.kind == KeyName::Kind::Environment) {
        auto pipe = keyPipe(request.profile.endpoint.key.name);
        if (!pipe)
            return pipe.error();
        key = std::move(*pipe);
        gifts.fd = key.get();
    }
    auto folder = TemporaryFolder::create("kloupe-ask");
    if (!folder)
        return folder.error();
    auto process = PipedProcess::start({program.string()}, folder->path() / "errors", gifts);
    if (!process)
        return process.error();
    key = Fd();
    auto asker = std::make_unique<AskProcess>(std::move(*folder), std::move(*process));
    AskHello hello;
    hello.profile = request.profile.text;
    hello.source = request.profile.source;
    hello.spool = fs::absolute(request.spool).string();
    hello.record = request.record.empty() ? "" : fs::absolute(request.record).string();
    hello.hasKeyPipe = gifts.fd >= 0;
    hello.tokensPerByte = request.tokensPerByte;
    hello.spent = request.spent;
    if (Status met = asker->meet(hello, stop); !met)
        return met.error();
    return std::unique_ptr<Asker>(std::move(asker));
}

} // namespace loupe
