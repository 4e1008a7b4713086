// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/dialogue.h"
#include "core/store/sqlite/sqlite.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Which dialogues are wanted; what is empty narrows nothing.
struct DialogueFilter {
    std::string run;
    std::string task;
    std::string method;
    std::optional<int> sample;
};

/// A dialogue by what names it.
struct DialogueRow {
    DialogueId id;
    std::string run;
    std::string task;
    std::string method;
    int sample = 0;
    int rounds = 0; ///< that were asked for
    friend bool operator==(const DialogueRow &, const DialogueRow &) = default;
};

/// Whether the bytes that servers sent are read with an answer: they may be many times its text.
enum class RawBytes { Read, LeftOut };

/// By run, task, method and sample.
Result<std::vector<DialogueRow>> listDialogues(Database &database, const DialogueFilter &filter);
/// NotFound where there is no such one.
Result<Dialogue> readDialogue(Database &database, DialogueId id, RawBytes raw);
/// The one that an evaluation's candidate comes from; nothing where none was recorded.
Result<std::optional<DialogueId>> dialogueOf(Database &database, RowId evaluation);

} // namespace loupe
