// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/generation/agents/agentlines.h"
#include "core/sandbox/childprocess.h"
#include "core/sandbox/outputtail.h"
#include "core/sandbox/sandboxmode.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>

namespace loupe {

/// An agent as the user names it: trusted to be started, not to leave anything of the machine as it
/// is.
struct AgentCommand {
    std::vector<std::string> argv;
    /// Of ours, by name: all that it has beside PATH, HOME (its folder), LANG and TMPDIR.
    std::vector<std::string> environment;
    std::vector<std::filesystem::path> readOnly; ///< visible beside the system, at their own paths
    bool hasNetwork = false;
    SandboxMode sandbox = SandboxMode::Bubblewrap;
    std::filesystem::path kloupe; ///< the program, which it finds on its PATH
};

/// The command as it is started in that folder. Environment where a variable is not set, or the
/// program cannot be found or will not be visible; InvalidInput without a command.
Result<ChildSpec> agentSpec(const AgentCommand &command, const std::filesystem::path &folder);

/// How its command ended.
struct AgentExit {
    std::string text;     ///< "exit code 7"
    bool isGood = false;  ///< exit code 0
    bool isFlood = false; ///< it was ended because it wrote too much to standard error
};

/// A running agent: lines from it, messages to it, its end. One thread at a time.
class AgentProcess
{
public:
    static Result<AgentProcess> start(const AgentCommand &command,
                                      const std::filesystem::path &folder);

    void addTo(std::vector<pollfd> &waiting) const;
    /// Reads and writes what can be at once.
    void pump();
    /// The next line that it wrote to standard output.
    std::optional<std::string> nextLine() { return m_lines.next(); }
    /// What stands behind the last line's end once it has ended.
    std::optional<std::string> lastLine() { return m_lines.rest(); }
    AgentLines::Trouble trouble() const { return m_lines.trouble(); }
    /// Sends a message as soon as it reads. To one that does not, nothing more is sent.
    void send(const Json &message);
    /// Keeps a line for people.
    void keepLog(const std::string &line) { m_log.add(line + "\n"); }

    bool hasEnded() { return m_child->hasEnded(); }
    void tellToEnd() { m_child->tellToEnd(); }
    void kill() { m_child->kill(); }
    /// Ends everything that it started.
    AgentExit finish();
    /// What it said beside messages, on both streams. After finish().
    std::string log() const;

private:
    AgentProcess(std::unique_ptr<ChildProcess> child, Fd in, Fd out);

    std::unique_ptr<ChildProcess> m_child;
    Fd m_in;  ///< we write to
    Fd m_out; ///< we read from
    AgentLines m_lines;
    std::string m_waiting; ///< to be written
    OutputTail m_log;
    std::string m_errors; ///< what it wrote to standard error
};

} // namespace loupe
