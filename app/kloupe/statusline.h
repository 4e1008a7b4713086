// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe::cli {

/// The last line of a terminal on standard error, which is drawn again and again and wiped at the
/// end. Without a terminal there is none.
class StatusLine
{
public:
    StatusLine();
    ~StatusLine() { wipe(); }
    StatusLine(const StatusLine &) = delete;
    StatusLine &operator=(const StatusLine &) = delete;

    bool isTerminal() const { return m_isTerminal; }
    /// ASCII; what is wider than the terminal is cut off.
    void show(std::string text);
    /// Before anything else is printed.
    void wipe();

private:
    bool m_isTerminal;
    bool m_isDrawn = false;
};

} // namespace loupe::cli
