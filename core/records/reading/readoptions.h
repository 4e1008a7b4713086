// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace loupe {

/// How a source of records is read.
struct ReadOptions {
    /// Name of the run that the records become, of several the beginning; empty: format and file.
    std::string runName;
    bool skipBad = false; ///< leave bad records out and list them, instead of refusing the file
    /// Called with (records read, total) from the calling thread.
    std::function<void(int done, int total)> progress;
    std::stop_token stop;
};

} // namespace loupe
