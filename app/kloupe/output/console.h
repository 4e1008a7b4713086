// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>
#include <type_traits>
#include <utility>

namespace loupe::cli {

/// The documented exit codes of kloupe.
enum class ExitCode {
    Ok = 0,
    Failed = 1, ///< failure of the operation itself (input or output, internal error)
    Usage = 2,
    BadInput = 3,    ///< a file or argument is wrong, or a check found something
    Environment = 4, ///< the machine lacks something
    Interrupted = 5,
    Regression = 6, ///< compare: a run is worse than the baseline
};

ExitCode exitCodeOf(Errc code);

/// Output of a command: text, or with --json one document on standard output. Errors go to standard
/// error, with --json as {"error": {code, message, where, hint}}. Control characters are escaped
/// (printabletext.h), so a line stays one line.
class Console
{
public:
    bool json = false; ///< set by --json

    /// Prints one line of text; nothing with --json.
    void line(const std::string &text) const;
    /// Prints a block of text with its lines and tabs, and a line break; nothing with --json.
    void text(const std::string &block) const;
    /// Prints the JSON document; nothing without --json.
    void document(const Json &value) const;
    /// Prints progress and remarks, on standard error with --json.
    void progress(const std::string &text) const;
    /// Prints the error and returns its exit code.
    ExitCode fail(const Error &error) const;
    /// Prints an error of the command line, with the code "usage".
    ExitCode refuse(const Error &error) const;

private:
    void printError(const std::string &code, const Error &error) const;
};

/// Ends a command; main() prints the error and returns its exit code. Only actions of commands
/// throw it, and no other thread.
struct CommandError {
    Error error;
};

/// Returns the value of a result, or ends the command with its error.
template <typename T>
T orFail(Result<T> result)
{
    if (!result)
        throw CommandError{std::move(result).error()};
    if constexpr (!std::is_void_v<T>)
        return std::move(result).value();
}

} // namespace loupe::cli
