// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/candidate.h"
#include "core/model/run.h"
#include "core/model/task.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>

namespace loupe {

// Rows that others refer to, added where they are not there yet. The caller holds a transaction.

/// By (suite, name, hash). What an audit says of a known task is taken over.
Result<TaskId> addTaskRow(Database &database, const Task &task);
/// By name. InvalidInput where the known one is demonstration data and this one is not, or the
/// other way round.
Result<MethodId> addMethodRow(Database &database, const Method &method);
/// By all it says.
Result<std::int64_t> addEnvironmentRow(Database &database, const Environment &environment);

} // namespace loupe
