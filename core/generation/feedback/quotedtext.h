// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loupe {

// Text of compilers, programs and models on its way into a message: whatever it says, it stays
// text.

/// Without sequences that steer a terminal and other control characters, valid UTF-8, and of every
/// path of this machine the file's name alone.
std::string plainText(std::string_view text);

/// A program where a prompt has it in its own text: valid UTF-8, without blanks around it.
std::string bareProgram(std::string_view source);

/// At most so many bytes, whole lines of its beginning and end, and between them a line that says
/// how much is left out.
std::string headAndTail(const std::string &text, std::size_t bytes);

/// The text as one fenced block that nothing within it ends. `info`: "cpp", or empty.
std::string fenced(const std::string &text, std::string_view info);

/// A fenced block between two lines with a word that follows from the text: what is within cannot
/// know it, and is said to be data.
std::string fencedData(const std::string &text);

/// Numbers with a decimal point or an exponent become "#": a program may put into an error what it
/// was given.
std::string withoutFractions(const std::string &text);

} // namespace loupe
