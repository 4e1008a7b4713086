// SPDX-License-Identifier: Apache-2.0
#include "core/base/manualpage.h"

#include <algorithm>
#include <cctype>

namespace loupe {

namespace {

/// Escapes what roff would change or obey, in one line of text.
std::string escapedLine(std::string_view line)
{
    std::string out;
    if (line.starts_with('.') || line.starts_with('\''))
        out = "\\&"; // not a macro
    for (const char c : line) {
        switch (c) {
        case '\\':
            out += "\\e";
            break;
        case '-':
            out += "\\-";
            break;
        case '\'':
            out += "\\(aq";
            break;
        case '"':
            out += "\\(dq";
            break;
        case '`':
            out += "\\(ga";
            break;
        case '^':
            out += "\\(ha";
            break;
        case '~':
            out += "\\(ti";
            break;
        default:
            out += c;
        }
    }
    return out;
}

/// Returns the text as one line.
std::string filled(std::string_view text)
{
    std::string line(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    return escapedLine(line);
}

std::string capitals(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return out;
}

} // namespace

ManualPage::ManualPage(std::string_view program, std::string_view version, std::string_view summary)
    : m_text(".TH " + capitals(program) + " 1 \"\" \"" + escapedLine(program) + " "
             + escapedLine(version) + "\" \"User Commands\"\n")
{
    section("Name");
    m_text += escapedLine(program) + " \\- " + escapedLine(summary) + "\n";
}

void ManualPage::section(std::string_view title)
{
    m_text += ".SH " + escapedLine(capitals(title)) + "\n";
}

void ManualPage::subsection(std::string_view title)
{
    m_text += ".SS " + escapedLine(title) + "\n";
}

void ManualPage::paragraph(std::string_view text)
{
    m_text += ".PP\n" + filled(text) + "\n";
}

void ManualPage::item(std::string_view term, std::string_view text)
{
    m_text += ".TP\n\\fB" + escapedLine(term) + "\\fR\n" + filled(text) + "\n";
}

void ManualPage::verbatim(std::string_view lines)
{
    m_text += ".PP\n.nf\n";
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        m_text += escapedLine(lines.substr(begin, end - begin)) + "\n";
        begin = end + 1;
    }
    m_text += ".fi\n";
}

} // namespace loupe
