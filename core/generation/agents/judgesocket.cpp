// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/judgesocket.h"

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/generation/agents/agentlines.h"
#include "core/generation/agents/agentmessages.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int maxClients = 16;
constexpr std::chrono::seconds clientPatience{10};
constexpr int sendPatience = 1000; ///< milliseconds; an answer fits into the socket's buffer

Error socketError(const std::string &what, Errc code = Errc::Io)
{
    return Error{code, what + ": " + std::generic_category().message(errno), judgeSocketName};
}

/// Builds the address from the folder's descriptor, because a socket path has at most 108 bytes.
Result<sockaddr_un> addressIn(const fs::path &handle)
{
    const std::string path = (handle / judgeSocketName).string();
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return Error{Errc::Internal, "the path of a socket is too long", path};
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

const sockaddr *plain(const sockaddr_un &address)
{
    return reinterpret_cast<const sockaddr *>(&address);
}

/// Returns false if the peer is gone or does not read.
bool sendAll(int fd, const std::string &text)
{
    for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t count
            = ::send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            sent += static_cast<std::size_t>(count);
            continue;
        }
        pollfd waiting{fd, POLLOUT, 0};
        if ((errno != EAGAIN && errno != EINTR) || ::poll(&waiting, 1, sendPatience) <= 0)
            return false;
    }
    return true;
}

std::string lineOf(const Json &message)
{
    return message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Reads the available bytes; returns false at the end or if the line is too long.
bool readMore(int fd, std::string &line)
{
    std::array<char, 1 << 16> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init)
    const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count > 0)
        line.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

/// Parses a client's message; nothing if it is invalid.
std::optional<SocketProgram> programIn(int client, const std::string &line)
{
    const auto message = parseJson(line, "message");
    if (!message || !message->is_object())
        return std::nullopt;
    const auto source = message->find("source");
    const auto file = message->find("file");
    if (source == message->end() || !source->is_string() || file == message->end()
        || !file->is_string())
        return std::nullopt;
    return SocketProgram{client, fs::path(file->get<std::string>()).filename().string(),
                         source->get<std::string>()};
}

/// Reads until a line break or the end of the connection.
std::string receivedFrom(int fd)
{
    std::string answer;
    for (ssize_t count = 1; count > 0 && answer.find('\n') == std::string::npos;) {
        std::array<char, 1 << 16> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init)
        count = ::recv(fd, bytes.data(), bytes.size(), 0);
        if (count > 0)
            answer.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return answer;
}

/// Checks that the answer is a `verdict`, because the listener need not be a checker.
Result<Json> checkedAnswer(const std::string &line, const fs::path &file)
{
    auto message = parseJson(line, judgeSocketName);
    if (!message)
        return message;
    if (message->is_object() && message->contains("error") && (*message)["error"].is_string())
        return Error{Errc::InvalidInput, (*message)["error"].get<std::string>(), file.string()};
    const bool isVerdict = message->is_object() && message->contains("text")
        && (*message)["text"].is_string() && message->contains("facts")
        && (*message)["facts"].is_object();
    return isVerdict
        ? message
        : Result<Json>(Error{Errc::Corrupt, "its answer is not a verdict", judgeSocketName});
}

} // namespace

Result<JudgeSocket> JudgeSocket::open(const AgentFolder &folder)
{
    Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd)
        return socketError("cannot make a socket");
    const auto address = addressIn(folder.handle());
    if (!address)
        return address.error();
    if (::bind(fd.get(), plain(*address), sizeof *address) != 0
        || ::listen(fd.get(), maxClients) != 0)
        return socketError("cannot listen in the agent's folder");
    ::chmod((folder.handle() / judgeSocketName).c_str(), 0666);
    return JudgeSocket(std::move(fd));
}

void JudgeSocket::addTo(std::vector<pollfd> &waiting) const
{
    if (m_clients.size() < maxClients)
        waiting.push_back({m_fd.get(), POLLIN, 0});
    for (const auto &[number, client] : m_clients) {
        if (!client.isHeard)
            waiting.push_back({client.fd.get(), POLLIN, 0});
    }
}

void JudgeSocket::acceptAll()
{
    while (m_clients.size() < maxClients) {
        Fd fd(::accept4(m_fd.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!fd)
            return;
        m_clients[m_next++]
            = {std::move(fd), {}, std::chrono::steady_clock::now() + clientPatience};
    }
}

std::vector<SocketProgram> JudgeSocket::receive()
{
    acceptAll();
    std::vector<SocketProgram> out;
    const auto now = std::chrono::steady_clock::now();
    for (auto at = m_clients.begin(); at != m_clients.end();) {
        auto &[number, client] = *at;
        if (client.isHeard) {
            ++at;
            continue;
        }
        const bool isOpen = readMore(client.fd.get(), client.line);
        const std::size_t end = client.line.find('\n');
        const bool isTooLong = client.line.size() > AgentLines::maxLineLength;
        if (isTooLong) {
            sendAll(client.fd.get(),
                    lineOf({{"error", "a message of more than 1 MiB is not read"}}));
            at = m_clients.erase(at);
        } else if (end != std::string::npos) {
            auto program = programIn(number, client.line.substr(0, end));
            if (program) {
                client.isHeard = true;
                client.line.clear();
                out.push_back(std::move(*program));
                ++at;
            } else {
                sendAll(client.fd.get(), lineOf({{"error", "this is no message of a judge's"}}));
                at = m_clients.erase(at);
            }
        } else if (!isOpen || now > client.deadline) {
            at = m_clients.erase(at);
        } else {
            ++at;
        }
    }
    return out;
}

void JudgeSocket::answer(int client, const Json &message)
{
    const auto found = m_clients.find(client);
    if (found == m_clients.end())
        return;
    sendAll(found->second.fd.get(), lineOf(message));
    m_clients.erase(found);
}

Result<Json> askJudge(const fs::path &folder, const fs::path &file)
{
    auto source = readFile(file, maxProgramBytes);
    if (!source)
        return source.error();
    const Fd handle(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!handle)
        return Error{Errc::NotFound, "there is no such folder", folder.string()};
    const auto address = addressIn("/proc/self/fd/" + std::to_string(handle.get()));
    if (!address)
        return address.error();
    const Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd)
        return socketError("cannot make a socket");
    if (::connect(fd.get(), plain(*address), sizeof *address) != 0)
        return Error{Errc::Environment,
                     "no judge listens there: " + std::generic_category().message(errno),
                     (folder / judgeSocketName).string(),
                     "it exists only while kloupe agent runs its command in this folder"};
    const std::string line = lineOf({{"file", file.filename().string()}, {"source", *source}});
    if (line.size() > AgentLines::maxLineLength)
        return Error{Errc::InvalidInput, "a program of nearly 1 MiB or more cannot be submitted",
                     file.string()};
    if (!sendAll(fd.get(), line))
        return socketError("the judge has hung up");
    const std::string answer = receivedFrom(fd.get());
    if (answer.empty())
        return Error{Errc::Io, "the judge has hung up", judgeSocketName};
    return checkedAnswer(answer.substr(0, answer.find('\n')), file);
}

} // namespace loupe
