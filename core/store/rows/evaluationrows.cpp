// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/evaluationrows.h"

namespace loupe {

Result<StoredId> requestOf(Database &database, const std::string &uuid)
{
    if (uuid.empty())
        return StoredId();
    return database.lookup("SELECT id FROM request WHERE uuid = ?", uuid);
}

} // namespace loupe
