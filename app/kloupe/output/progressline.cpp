// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/progressline.h"

#include "core/base/clock.h"

#include <chrono>
#include <cstdio>
#include <utility>

namespace loupe::cli {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds redraw(100);
constexpr milliseconds betweenLines(5000);

} // namespace

ProgressLine::ProgressLine(std::string verb, std::string things)
    : m_progress(systemClock(), std::move(verb), std::move(things),
                 m_line.isTerminal() ? milliseconds(0) : betweenLines,
                 m_line.isTerminal() ? redraw : betweenLines)
{
}

void ProgressLine::report(int done, int total)
{
    const auto words = m_progress.report(done, total);
    if (!words)
        return;
    if (m_line.isTerminal()) {
        m_line.show(*words);
        return;
    }
    std::fprintf(stderr, "%s\n", words->c_str());
    std::fflush(stderr);
}

} // namespace loupe::cli
