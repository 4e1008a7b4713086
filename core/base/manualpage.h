// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Manual page of a program in the roff macros of man(7). It has no date, so that the same program
/// always gives the same page.
class ManualPage
{
public:
    /// Begins a page of section 1. `version` is shown in the footer.
    ManualPage(std::string_view program, std::string_view version, std::string_view summary);

    void section(std::string_view title);
    void subsection(std::string_view title);
    void paragraph(std::string_view text);
    /// Adds a term, such as an option, and its explanation.
    void item(std::string_view term, std::string_view text);
    /// Adds lines that keep their breaks and blanks.
    void verbatim(std::string_view lines);
    const std::string &text() const { return m_text; }

private:
    std::string m_text;
};

} // namespace loupe
