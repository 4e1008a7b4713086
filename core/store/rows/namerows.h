// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/candidate.h"
#include "core/model/record/run.h"
#include "core/model/record/task.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>

namespace loupe {

// Adds rows that other tables refer to, if they do not exist yet. The caller must hold a
// transaction.

/// Identifies tasks by (suite, name, hash). Updates a known task with the result of an audit.
Result<TaskId> addTaskRow(Database &database, const Task &task);
/// Stores the reference of a known task that has none. Fails with NotFound for an unknown task.
Status addReference(Database &database, const Task &task);
/// Identifies methods by name. Fails with InvalidInput if only one of the known and the new method
/// is demonstration data.
Result<MethodId> addMethodRow(Database &database, const Method &method);
/// Identifies environments by their full content.
Result<std::int64_t> addEnvironmentRow(Database &database, const Environment &environment);

} // namespace loupe
