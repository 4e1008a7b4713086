// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/statusline.h"
#include "core/base/ratedprogress.h"

#include <string>

namespace loupe::cli {

/// Progress of a long action on standard error. A terminal shows one line, updated up to ten times
/// a second and cleared at the end. Elsewhere it prints a line every few seconds.
class ProgressLine
{
public:
    /// The text is "VERB 12 of 40 THINGS", for example "read 12 of 40 files".
    ProgressLine(std::string verb, std::string things);

    void report(int done, int total);

private:
    StatusLine m_line;
    RatedProgress m_progress;
};

} // namespace loupe::cli
