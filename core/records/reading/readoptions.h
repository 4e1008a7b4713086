// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace loupe {

/// Options for reading a source of records.
struct ReadOptions {
    /// Name of the resulting run, or prefix if there are several; empty: format and file.
    std::string runName;
    bool skipBad = false; ///< skip and list bad records instead of refusing the file
    /// Called with (records read, total) from the calling thread.
    std::function<void(int done, int total)> progress;
    std::stop_token stop;
};

} // namespace loupe
