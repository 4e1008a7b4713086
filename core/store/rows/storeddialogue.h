// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/dialogue.h"
#include "core/model/rawanswers.h"
#include "core/store/sqlite/sqlite.h"

namespace loupe {

/// Adds a dialogue, or what is new of one that is there, by run, task, method and sample: its state
/// and its requests (by uuid) are as said last; messages (by ordinal), answers and extractions stay
/// as they were said first, an answer that was cut off gives way to a whole one. `raw` is asked for
/// what servers sent where an answer comes without it; what is stored of that stays. The caller
/// holds a transaction. InvalidInput where a message is an answer to a request that is not there,
/// or a request has a state that is none.
Result<DialogueId> storeDialogue(Database &database, RunId run, TaskId task, MethodId method,
                                 const Dialogue &dialogue, const RawAnswers &raw);

} // namespace loupe
