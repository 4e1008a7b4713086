// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/dialogue.h"
#include "core/model/record/rawanswers.h"
#include "core/store/sqlite/sqlite.h"

namespace loupe {

/// Adds a dialogue, or the new parts of an existing one (by run, task, method and sample). Its
/// state and its requests (by uuid) are updated. Messages (by ordinal), answers and extractions are
/// never changed, except that a complete answer replaces a truncated one. For an answer without its
/// raw bytes, `raw` is called; stored raw bytes are kept. The caller must hold a transaction. Fails
/// with InvalidInput if a message answers an unknown request, or a request has an unknown state.
Result<DialogueId> storeDialogue(Database &database, RunId run, TaskId task, MethodId method,
                                 const Dialogue &dialogue, const RawAnswers &raw);

} // namespace loupe
