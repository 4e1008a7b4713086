// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/write/storewriter.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Whether a command has a store, and how its first word can be it.
enum class StoreUse {
    Required,
    /// Some of what the command does needs none; a first word is a store all the same.
    Sometimes,
    /// The command works without; a first word is a store only if it ends in .kloupe.
    Beside,
};

/// Adds the store to a command, the same way for all of them: the first word after the command, or
/// --store STORE anywhere. Add it before other words, which follow it. `more` is said of it beside.
CLI::Option *addStore(CLI::App &command, std::filesystem::path &store,
                      StoreUse use = StoreUse::Required, const std::string &more = {});

/// The words of a command line with --store STORE, wherever it stood, as the first after its
/// command, so that no other word is taken for the store. The same store named as a word, too, is
/// one; another one is a usage error.
Result<std::vector<std::string>> withStoreFirst(const CLI::App &app,
                                                std::vector<std::string> words);

/// Opens a store to change it. NotFound where there is none: a command that changes what a store
/// holds makes none; other errors as of StoreWriter::open().
Result<std::unique_ptr<StoreWriter>> openToChange(const std::filesystem::path &store);

} // namespace loupe::cli
