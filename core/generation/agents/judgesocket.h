// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/generation/agents/agentfolder.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include <poll.h>

namespace loupe {

/// The socket's name in an agent's folder.
inline constexpr const char *judgeSocketName = "judge.sock";

/// What came through the socket.
struct SocketProgram {
    int client = 0; ///< whom to answer
    std::string fileName;
    std::string source;
};

/// Where an agent asks for verdicts by a command of its own: each connection sends one JSON object,
/// {"file": NAME, "source": TEXT}, in one line of at most 1 MiB, and gets one, a message `verdict`.
/// Whoever sends something else, or nothing for ten seconds, is told so, or hung up on.
class JudgeSocket
{
public:
    static Result<JudgeSocket> open(const AgentFolder &folder);
    JudgeSocket(JudgeSocket &&) noexcept = default;
    JudgeSocket &operator=(JudgeSocket &&) = delete;

    void addTo(std::vector<pollfd> &waiting) const;
    /// Whatever has come, without waiting.
    std::vector<SocketProgram> receive();
    /// Answers a client and hangs up. One that is gone gets nothing.
    void answer(int client, const Json &message);

private:
    struct Client {
        Fd fd;
        std::string line;
        std::chrono::steady_clock::time_point deadline;
        bool isHeard = false; ///< it waits for its answer
    };
    explicit JudgeSocket(Fd fd) : m_fd(std::move(fd)) { }
    void acceptAll();

    Fd m_fd;
    std::map<int, Client> m_clients;
    int m_next = 1;
};

/// The other end: hands a file in through the socket in `folder` and waits for what became of it.
/// Returns the message `verdict`. Environment: nobody listens there; Io: the session ended.
Result<Json> askJudge(const std::filesystem::path &folder, const std::filesystem::path &file);

} // namespace loupe
