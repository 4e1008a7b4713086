// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/file/storefile.h"

#include <memory>
#include <string>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

/// Makes a store of an older version from the file of statements, and returns its connection.
inline std::unique_ptr<Database> makeOldStore(const std::filesystem::path &store, int version,
                                              const std::string &statements)
{
    auto database = must(Database::open(store, Database::Mode::Create));
    mustSucceed(database->execute("PRAGMA application_id = " + std::to_string(storeApplicationId)
                                  + "; PRAGMA user_version = " + std::to_string(version)));
    const auto file = std::filesystem::path(LOUPE_SOURCE_DIR) / "tests/core/store" / statements;
    mustSucceed(database->execute(must(readFile(file))));
    return database;
}

} // namespace loupe::test
