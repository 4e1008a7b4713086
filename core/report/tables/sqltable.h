// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/tables/datatable.h"
#include "core/store/file/readonlyquery.h"

namespace loupe {

/// An answer as a table; of bytes only how many there are: "(12 bytes)".
DataTable toDataTable(const SqlAnswer &answer);

} // namespace loupe
