// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/write/storewriter.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Use of a store by a command, which decides how the first argument is read.
enum class StoreUse {
    Required,
    /// The store is optional. A first argument is always a store.
    Sometimes,
    /// The store is optional. A first argument is a store only if it ends in .kloupe.
    Beside,
};

/// Adds the store argument: the first argument of the command, or --store STORE anywhere. Call it
/// before adding other positional arguments. `more` is added to the help.
CLI::Option *addStore(CLI::App &command, std::filesystem::path &store,
                      StoreUse use = StoreUse::Required, const std::string &more = {});

/// Adds the id of an evaluation of the store as a positional argument; `names` may add an option.
CLI::Option *addEvaluation(CLI::App &command, std::int64_t &id,
                           const std::string &names = "evaluation");

/// Moves --store STORE to the place right after the command, so that no other argument is taken for
/// the store. Naming the same store twice is allowed; naming two stores is a usage error.
Result<std::vector<std::string>> withStoreFirst(const CLI::App &app,
                                                std::vector<std::string> words);

/// Opens an existing store for writing, and never creates one: returns NotFound if it is missing.
/// Other errors: as StoreWriter::open().
Result<std::unique_ptr<StoreWriter>> openToChange(const std::filesystem::path &store);

} // namespace loupe::cli
