// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// Tracker of Python strings, which tells the lines that begin inside one.
class PythonStrings
{
public:
    bool isInside() const { return m_quote != 0; }

    /// Processes the next line, without its line break.
    void pass(std::string_view line);

private:
    std::size_t open(std::string_view line, std::size_t at, char quote);

    char m_quote = 0;
    bool m_isTriple = false;
};

} // namespace loupe
