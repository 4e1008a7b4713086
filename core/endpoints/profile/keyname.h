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

/// Where a key is; a profile holds nothing else of it.
struct KeyName {
    enum class Kind {
        None,        ///< the endpoint takes requests without a key
        Environment, ///< a variable, "env:NAME"
        File,        ///< a file of the user's that nobody else may read, "file:PATH"
        Keyring,     ///< an entry of the desktop's keyring, "keyring:LABEL"
    };
    Kind kind = Kind::None;
    std::string name;

    /// "env:NAME"; empty where there is none.
    std::string text() const;
};

/// Nothing where the text is none of the three forms: then it may be a key itself, and nobody may
/// repeat it.
std::optional<KeyName> parseKeyName(std::string_view text);

/// Where a process that needs the key gets it from.
struct KeyPlaces {
    /// A pipe that holds the value of the named variable, as keyPipe() makes it; -1: there is none.
    int variablePipe = -1;
    /// Asks the keyring; empty where this build has none.
    std::function<Result<Secret>(const std::string &label)> keyring;
};

/// The key itself: 8 to 4096 printable characters of ASCII without spaces; a line break at the end
/// of a file is not part of it. Environment where it is not there, InvalidInput where it is no key
/// or others may read its file. No error repeats anything of it.
Result<Secret> readKey(const KeyName &name, const KeyPlaces &places);

/// The reading end of a pipe that holds the variable's value. The program that needs the key reads
/// it there, so that it is in no environment but the user's own. Environment where it is not set.
Result<Fd> keyPipe(const std::string &variable);

/// The file that "file:PATH" means: a relative path lies below $CREDENTIALS_DIRECTORY, where
/// systemd puts the credentials of a service.
Result<std::filesystem::path> keyFile(const std::string &path);

} // namespace loupe
