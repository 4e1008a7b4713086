// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/candidate.h"
#include "core/model/record/dialogue.h"
#include "core/model/record/task.h"
#include "core/model/saved/filter.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Returns a filter for exactly this run name, with any characters.
Filter onlyRun(const std::string &name);

/// Returns the run of exactly this name; nothing if there is none.
Result<std::optional<RunId>> runNamed(StoreReader &reader, const std::string &name);

/// Dialogue and its task.
struct TaskDialogue {
    const Task *task = nullptr;
    const Dialogue *dialogue = nullptr;
};

/// Updates the dialogues of a stored run in one transaction. NotFound if the run is gone.
Status keepDialogues(const std::filesystem::path &store, const std::string &run,
                     const Method &method, const std::vector<TaskDialogue> &dialogues);

/// Flushes committed data to disk. Io if that fails.
Status makeStoreDurable(const std::filesystem::path &store);

} // namespace loupe
