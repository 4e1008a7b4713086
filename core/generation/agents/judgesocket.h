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

/// Name of the socket in an agent's folder.
inline constexpr const char *judgeSocketName = "judge.sock";

/// Program received through the socket.
struct SocketProgram {
    int client = 0; ///< id of the client to answer
    std::string fileName;
    std::string source;
};

/// Socket through which an agent's own commands request verdicts. Each connection sends {"file":
/// NAME, "source": TEXT} in one line of at most 1 MiB and gets one `verdict`. Invalid messages get
/// an error. A client that is silent for ten seconds is disconnected.
class JudgeSocket
{
public:
    static Result<JudgeSocket> open(const AgentFolder &folder);
    JudgeSocket(JudgeSocket &&) noexcept = default;
    JudgeSocket &operator=(JudgeSocket &&) = delete;

    void addTo(std::vector<pollfd> &waiting) const;
    /// Returns all programs received so far, without blocking.
    std::vector<SocketProgram> receive();
    /// Answers a client and disconnects it. Does nothing if it is gone.
    void answer(int client, const Json &message);

private:
    struct Client {
        Fd fd;
        std::string line;
        std::chrono::steady_clock::time_point deadline;
        bool isHeard = false; ///< waits for its answer
    };
    explicit JudgeSocket(Fd fd) : m_fd(std::move(fd)) { }
    void acceptAll();

    Fd m_fd;
    std::map<int, Client> m_clients;
    int m_next = 1;
};

/// Submits a file through the socket in `folder` and returns the message `verdict`. Environment:
/// there is no listener; Io: the session ended.
Result<Json> askJudge(const std::filesystem::path &folder, const std::filesystem::path &file);

} // namespace loupe
