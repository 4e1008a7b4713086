// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/dialogue.h"
#include "core/store/sqlite/sqlite.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Selection of dialogues; an empty member selects everything.
struct DialogueFilter {
    std::string run;
    std::string task;
    std::string method;
    std::optional<int> sample;
};

/// A dialogue with the names that identify it.
struct DialogueRow {
    DialogueId id;
    std::string run;
    std::string task;
    std::string method;
    int sample = 0;
    int rounds = 0; ///< number of requested rounds
    friend bool operator==(const DialogueRow &, const DialogueRow &) = default;
};

/// Option to read the raw bytes of answers, which may be many times larger than the text.
enum class RawBytes { Read, LeftOut };

/// Lists dialogues by run, task, method and sample.
Result<std::vector<DialogueRow>> listDialogues(Database &database, const DialogueFilter &filter);
/// Fails with NotFound if it does not exist.
Result<Dialogue> readDialogue(Database &database, DialogueId id, RawBytes raw);
/// Returns the dialogue that an evaluation's candidate comes from; nullopt if none was recorded.
Result<std::optional<DialogueId>> dialogueOf(Database &database, RowId evaluation);

/// Reads the data of all dialogues that figures need, by run, then in stored order, without texts.
/// Usage that no provider reported counts as unknown. The caller must hold a transaction.
Result<std::vector<AskedDialogue>> readAskedDialogues(Database &database);

/// Adds a dialogue, or the new parts of an existing one (by run, task, method and sample). Its
/// state and its requests (by uuid) are updated. Messages (by ordinal), answers and extractions are
/// never changed, except that a complete answer replaces a truncated one. For an answer without its
/// raw bytes, `raw` is called; stored raw bytes are kept. The caller must hold a transaction. Fails
/// with InvalidInput if a message answers an unknown request, or a request has an unknown state.
Result<DialogueId> storeDialogue(Database &database, RunId run, TaskId task, MethodId method,
                                 const Dialogue &dialogue, const RawAnswers &raw);

} // namespace loupe
