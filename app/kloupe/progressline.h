// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/statusline.h"
#include "core/base/ratedprogress.h"

#include <string>

namespace loupe::cli {

/// How far a long action is, on standard error: on a terminal one line that is drawn again, up to
/// ten times a second, and wiped at the end; else a line every few seconds. Nothing of it is ever
/// on standard output.
class ProgressLine
{
public:
    /// As in "read 12 of 40 files".
    ProgressLine(std::string verb, std::string things);

    void report(int done, int total);

private:
    StatusLine m_line;
    RatedProgress m_progress;
};

} // namespace loupe::cli
