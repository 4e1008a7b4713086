// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/tables/datatable.h"
#include "core/store/file/readonlyquery.h"

namespace loupe {

/// Converts an answer to a table; a blob appears as its size: "(12 bytes)".
DataTable toDataTable(const SqlAnswer &answer);

} // namespace loupe
