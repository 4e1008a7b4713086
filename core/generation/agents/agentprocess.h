// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/generation/agents/agentlines.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/system/outputtail.h"
#include "core/sandbox/system/sandboxmode.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>

namespace loupe {

/// Command of an agent. The user trusts it enough to start it, but not to change the machine.
struct AgentCommand {
    std::vector<std::string> argv;
    /// Host variables passed on, besides PATH, HOME (its folder), LANG and TMPDIR.
    std::vector<std::string> environment;
    std::vector<std::filesystem::path> readOnly; ///< visible in addition to the system folders, at
                                                 ///< their own paths
    bool hasNetwork = false;
    SandboxMode sandbox = SandboxMode::Bubblewrap;
    std::filesystem::path kloupe; ///< kloupe executable, put on the agent's PATH
};

/// Builds the child process of a command in that folder. Environment if a variable is not set or
/// the program is missing; InvalidInput without a command.
Result<ChildSpec> agentSpec(const AgentCommand &command, const std::filesystem::path &folder);

/// Exit of the agent's command.
struct AgentExit {
    std::string text;     ///< "exit code 7"
    bool isGood = false;  ///< exit code 0
    bool isFlood = false; ///< ended because it wrote too much to standard error
};

/// Running agent with its lines, messages and exit. Used by one thread at a time.
class AgentProcess
{
public:
    static Result<AgentProcess> start(const AgentCommand &command,
                                      const std::filesystem::path &folder);

    void addTo(std::vector<pollfd> &waiting) const;
    /// Reads and writes as much as possible without blocking.
    void pump();
    /// Returns the next line of its standard output.
    std::optional<std::string> nextLine() { return m_lines.next(); }
    /// Returns the text after the last line break, once it has ended.
    std::optional<std::string> lastLine() { return m_lines.rest(); }
    AgentLines::Trouble trouble() const { return m_lines.trouble(); }
    /// Queues a message. An agent that does not read gets no more messages.
    void send(const Json &message);
    /// Saves a line for the user.
    void keepLog(const std::string &line) { m_log.add(line + "\n"); }

    bool hasEnded() { return m_child->hasEnded(); }
    void tellToEnd() { m_child->tellToEnd(); }
    void kill() { m_child->kill(); }
    /// Ends all processes that it started.
    AgentExit finish();
    /// Returns everything but messages from both streams, after finish().
    std::string log() const;

private:
    AgentProcess(std::unique_ptr<ChildProcess> child, Fd in, Fd out);

    std::unique_ptr<ChildProcess> m_child;
    Fd m_in;  ///< the host writes to it
    Fd m_out; ///< the host reads from it
    AgentLines m_lines;
    std::string m_waiting; ///< bytes to write
    OutputTail m_log;
    std::string m_errors; ///< standard error
};

} // namespace loupe
