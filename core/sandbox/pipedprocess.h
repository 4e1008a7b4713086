// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace loupe {

/// What a piped program gets beside its words.
struct PipedGifts {
    /// "NAME=value", the whole of it; nothing: the environment of ours.
    std::optional<std::vector<std::string>> environment;
    int fd = -1; ///< a descriptor of ours that it has as number 3
};

/// A trusted program, found in the folders of $PATH unless named by its path, with no shell
/// between. In a process group of its own: a person's Ctrl-C is for us.
class PipedProcess
{
public:
    /// Its standard input and output are pipes; what it writes to standard error goes to a file.
    /// Environment when there is no such program.
    static Result<PipedProcess> start(const std::vector<std::string> &argv,
                                      const std::filesystem::path &errorFile,
                                      const PipedGifts &gifts = {});
    PipedProcess(PipedProcess &&other) noexcept;
    PipedProcess &operator=(PipedProcess &&) = delete;
    /// Closes the pipes that are still ours, gives it two seconds to end, then kills it.
    ~PipedProcess();

    Fd takeInput() { return std::move(m_input); }   ///< what we write to
    Fd takeOutput() { return std::move(m_output); } ///< what we read from

private:
    PipedProcess() = default;
    pid_t m_pid = -1;
    Fd m_input;
    Fd m_output;
};

/// How a program that was run to its end answered.
struct ProgramAnswer {
    int exitCode = 0;   ///< 128 + signal where one ended it
    std::string output; ///< what it wrote to standard output
    std::string errors; ///< and to standard error
    bool isTimeout = false;
};

/// Runs a trusted program of the system to its end, at most `seconds`.
Result<ProgramAnswer> runProgram(const std::vector<std::string> &argv, double seconds);

/// Starts a program in a session of its own that outlives us; its words are added to `logFile`.
Status startDetached(const std::vector<std::string> &argv, const std::filesystem::path &logFile);

} // namespace loupe
