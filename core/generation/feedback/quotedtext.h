// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loupe {

// Makes text of compilers, programs and models safe to quote in a message.

/// Removes escape sequences, other control characters, invalid UTF-8 and the folders of absolute
/// paths.
std::string plainText(std::string_view text);

/// Returns a program for use inside a prompt's own text: valid UTF-8, stripped.
std::string bareProgram(std::string_view source);

/// Shortens a text to about `bytes` bytes: its beginning and end, with a note on the omitted bytes
/// between them. Both are whole lines unless one line is longer than its half.
std::string headAndTail(const std::string &text, std::size_t bytes);

/// Returns the text in a code fence that its content cannot close. `info`: "cpp", or empty.
std::string fenced(const std::string &text, std::string_view info);

/// Returns a fenced block between two markers derived from a hash of the text. The content cannot
/// know its marker, and is declared to be data.
std::string fencedData(const std::string &text);

/// Replaces numbers with a decimal point or exponent by "#", because an error message could leak
/// inputs.
std::string withoutFractions(const std::string &text);

} // namespace loupe
