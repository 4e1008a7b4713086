// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/statusline.h"

#include <cstddef>
#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

namespace loupe::cli {

namespace {

/// Moves to the start of the line and clears it.
constexpr const char *wiping = "\r\x1b[K";

/// Returns how many columns fit without a line break; 79 if the width is unknown.
std::size_t widthOfTerminal()
{
    constexpr std::size_t usual = 80;
    winsize size{};
    const bool isKnown = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return (isKnown ? size.ws_col : usual) - 1;
}

} // namespace

StatusLine::StatusLine() : m_isTerminal(isatty(STDERR_FILENO) == 1) { }

void StatusLine::show(std::string text)
{
    if (!m_isTerminal)
        return;
    if (const std::size_t width = widthOfTerminal(); text.size() > width)
        text.resize(width);
    m_isDrawn = true;
    std::fprintf(stderr, "%s%s", wiping, text.c_str());
    std::fflush(stderr);
}

void StatusLine::wipe()
{
    if (!m_isDrawn)
        return;
    m_isDrawn = false;
    std::fputs(wiping, stderr);
    std::fflush(stderr);
}

} // namespace loupe::cli
