// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/records/reading/readoptions.h"

#include <cstddef>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Run that an import of a source would store.
struct RecognisedRun {
    std::string uuid; ///< the same for the same records, wherever they are
    std::string name;
    std::string format;
    std::vector<std::string> methods;
    int records = 0;
};

/// Content of a file, folder or archive, as an import would store it.
struct RecognisedSource {
    std::vector<RecognisedRun> runs;
    std::vector<JsonProblem> refused; ///< files that an import leaves out, with the reason

    int records() const;
    /// Return each format and method of the runs once, in their order.
    std::vector<std::string> formats() const;
    std::vector<std::string> methods() const;
};

/// Reads a source as an import does, and describes the result. Fails like readRecordTree().
Result<RecognisedSource> recogniseRecords(const std::filesystem::path &source,
                                          const ReadOptions &options = {});

/// Runs of a source that an import would not store, because they are known already.
struct KnownRuns {
    int stored = 0;          ///< number of runs in the store
    int repeated = 0;        ///< number of other runs in an earlier source of the list
    std::size_t repeats = 0; ///< index of the first such source
};

/// Compares each source of a list with the store's runs (their uuids) and with the sources before
/// it. A null source has no runs. The runs of one source are never compared with each other.
std::vector<KnownRuns> knownRuns(std::span<const RecognisedSource *const> sources,
                                 const std::set<std::string> &stored);

/// Returns why a source is refused, in one line. A location within the source precedes the reason;
/// the source itself is not named.
std::string refusalText(const Error &error, const std::filesystem::path &source);

} // namespace loupe
