// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythonstrings.h"

namespace loupe {

namespace {

bool isTripleAt(std::string_view line, std::size_t at)
{
    return at + 2 < line.size() && line[at + 1] == line[at] && line[at + 2] == line[at];
}

} // namespace

void PythonStrings::pass(std::string_view line)
{
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '\\') {
            ++i;
        } else if (m_quote == 0) {
            if (c == '#')
                break;
            if (c == '"' || c == '\'')
                i += open(line, i, c);
        } else if (c == m_quote && (!m_isTriple || isTripleAt(line, i))) {
            i += m_isTriple ? 2 : 0;
            m_quote = 0;
        }
    }
    if (!m_isTriple)
        m_quote = 0; // an ordinary string ends with its line
}

std::size_t PythonStrings::open(std::string_view line, std::size_t at, char quote)
{
    m_quote = quote;
    m_isTriple = isTripleAt(line, at);
    return m_isTriple ? 2 : 0;
}

} // namespace loupe
