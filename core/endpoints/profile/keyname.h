// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/endpoints/profile/secret.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Location of a key. A profile never holds the key itself.
struct KeyName {
    enum class Kind {
        None,        ///< the endpoint needs no key
        Environment, ///< environment variable, "env:NAME"
        File,        ///< file that only the user may read, "file:PATH"
        Keyring,     ///< entry of the desktop's keyring, "keyring:LABEL"
    };
    Kind kind = Kind::None;
    std::string name;

    /// Returns "env:NAME"; empty for Kind::None.
    std::string text() const;
};

/// Parses one of the three forms; nothing for any other text. Such a text may be a key, so it must
/// never be repeated.
std::optional<KeyName> parseKeyName(std::string_view text);

/// Sources from which a process reads a key.
struct KeyPlaces {
    /// Pipe with the value of the named variable, from keyPipe(); -1 if there is none.
    int variablePipe = -1;
    /// Reads a key from the keyring; empty if this build has no keyring support.
    std::function<Result<Secret>(const std::string &label)> keyring;
};

/// Reads the key: 8 to 4096 printable ASCII characters without spaces; a line break at the end of a
/// file is ignored. Environment if it is missing; InvalidInput if it is invalid or others may read
/// its file. No error repeats any part of it.
Result<Secret> readKey(const KeyName &name, const KeyPlaces &places);

/// Returns the reading end of a pipe that holds the variable's value. The program that needs the
/// key reads it there instead of its environment. Environment if the variable is not set.
Result<Fd> keyPipe(const std::string &variable);

/// Returns the file of "file:PATH". A relative path lies below $CREDENTIALS_DIRECTORY, where
/// systemd puts a service's credentials.
Result<std::filesystem::path> keyFile(const std::string &path);

} // namespace loupe
