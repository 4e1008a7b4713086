// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Returns the word in single quotes, as a POSIX shell reads it back.
std::string shellQuoted(const std::string &word);

/// Returns the word as a POSIX shell reads it back, for commands that people copy: quoted only
/// where it must be.
std::string shellWord(const std::string &word);

} // namespace loupe
