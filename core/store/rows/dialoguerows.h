// SPDX-License-Identifier: Apache-2.0
#pragma once

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

} // namespace loupe
