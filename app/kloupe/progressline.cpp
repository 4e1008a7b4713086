// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/progressline.h"

#include "core/base/clock.h"

#include <chrono>
#include <cstdio>
#include <utility>

#include <unistd.h>

namespace loupe::cli {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds redraw(100);
constexpr milliseconds betweenLines(5000);

/// To the beginning of the line, which becomes empty.
constexpr const char *wipe = "\r\x1b[K";

} // namespace

ProgressLine::ProgressLine(std::string verb, std::string things)
    : m_isTerminal(isatty(STDERR_FILENO) == 1)
    , m_progress(systemClock(), std::move(verb), std::move(things),
                 m_isTerminal ? milliseconds(0) : betweenLines,
                 m_isTerminal ? redraw : betweenLines)
{
}

ProgressLine::~ProgressLine()
{
    if (!m_isDrawn)
        return;
    std::fputs(wipe, stderr);
    std::fflush(stderr);
}

void ProgressLine::report(int done, int total)
{
    const auto words = m_progress.report(done, total);
    if (!words)
        return;
    m_isDrawn = m_isTerminal;
    std::fprintf(stderr, m_isTerminal ? "%s%s" : "%s%s\n", m_isTerminal ? wipe : "",
                 words->c_str());
    std::fflush(stderr);
}

} // namespace loupe::cli
