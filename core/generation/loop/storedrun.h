// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/candidate.h"
#include "core/model/dialogue.h"
#include "core/model/filter.h"
#include "core/model/task.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A name of a run as one value of a filter, whatever characters it has.
Filter onlyRun(const std::string &name);

/// The store's run of exactly this name; nothing where there is none.
Result<std::optional<RunId>> runNamed(StoreReader &reader, const std::string &name);

/// A dialogue and its task.
struct TaskDialogue {
    const Task *task = nullptr;
    const Dialogue *dialogue = nullptr;
};

/// Brings the dialogues of a stored run up to date, in one transaction. NotFound where the run is
/// gone.
Status keepDialogues(const std::filesystem::path &store, const std::string &run,
                     const Method &method, const std::vector<TaskDialogue> &dialogues);

/// Io where what was committed to the store may still be in the system's memory alone.
Status makeStoreDurable(const std::filesystem::path &store);

} // namespace loupe
