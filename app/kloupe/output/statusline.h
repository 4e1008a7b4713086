// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe::cli {

/// Last line of a terminal on standard error, redrawn in place and cleared at the end. Does nothing
/// without a terminal.
class StatusLine
{
public:
    StatusLine();
    ~StatusLine() { wipe(); }
    StatusLine(const StatusLine &) = delete;
    StatusLine &operator=(const StatusLine &) = delete;

    bool isTerminal() const { return m_isTerminal; }
    /// Shows ASCII text, cut to the width of the terminal.
    void show(std::string text);
    /// Clears the line. Call it before printing anything else.
    void wipe();

private:
    bool m_isTerminal;
    bool m_isDrawn = false;
};

} // namespace loupe::cli
