// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>

namespace loupe::cli {

/// The documented exit codes of kloupe.
enum class ExitCode {
    Ok = 0,
    Failed = 1, ///< the operation itself failed (input or output, a defect of ours)
    Usage = 2,
    BadInput = 3,    ///< a file or argument is wrong, or a check found something
    Environment = 4, ///< the machine lacks something
    Interrupted = 5,
    Regression = 6, ///< compare: a run is worse than the baseline
};

ExitCode exitCodeOf(Errc code);

/// Where a command's words go; what steers a terminal is shown as marks (printabletext.h), and a
/// line stays one line whatever is in it. Text for people, or with --json one document on standard
/// output and errors as {"error": {code, message, where, hint}} on standard error.
class Console
{
public:
    bool json = false; ///< set by --json

    /// One line for people; nothing with --json.
    void line(const std::string &text) const;
    /// A block of text, with the lines and tabs that it has, and a line break; nothing with --json.
    void text(const std::string &block) const;
    /// The one document of --json; nothing otherwise.
    void document(const Json &value) const;
    /// Progress and remarks, on standard error when --json speaks on standard output.
    void progress(const std::string &text) const;
    /// Prints the error and gives the exit code that goes with it.
    ExitCode fail(const Error &error) const;
};

} // namespace loupe::cli
