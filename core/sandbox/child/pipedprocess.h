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

/// Additional input of a piped program.
struct PipedGifts {
    /// "NAME=value", the complete environment; nullopt: ours.
    std::optional<std::vector<std::string>> environment;
    int fd = -1; ///< descriptor of ours that becomes number 3 in the program
};

/// Trusted program, searched in $PATH unless given by path, started without a shell. It has its own
/// process group, so that a Ctrl-C reaches only us.
class PipedProcess
{
public:
    /// Starts a program with pipes as its standard input and output; standard error is appended to
    /// a file. Environment error if the program does not exist.
    static Result<PipedProcess> start(const std::vector<std::string> &argv,
                                      const std::filesystem::path &errorFile,
                                      const PipedGifts &gifts = {});
    PipedProcess(PipedProcess &&other) noexcept;
    PipedProcess &operator=(PipedProcess &&) = delete;
    /// Closes the pipes that are still ours, gives the process two seconds to end, then kills it.
    ~PipedProcess();

    Fd takeInput() { return std::move(m_input); }   ///< we write to it
    Fd takeOutput() { return std::move(m_output); } ///< we read from it

private:
    PipedProcess() = default;
    pid_t m_pid = -1;
    Fd m_input;
    Fd m_output;
};

/// Result of a program that ran to its end.
struct ProgramAnswer {
    int exitCode = 0;   ///< 128 + signal if a signal ended it
    std::string output; ///< standard output
    std::string errors; ///< standard error
    bool isTimeout = false;
};

/// Runs a trusted system program, at most `seconds` long.
Result<ProgramAnswer> runProgram(const std::vector<std::string> &argv, double seconds);

/// Starts a program in its own session that outlives us; its output is appended to `logFile`.
Status startDetached(const std::vector<std::string> &argv, const std::filesystem::path &logFile);

} // namespace loupe
