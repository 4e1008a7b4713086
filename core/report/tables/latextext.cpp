// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/latextext.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace loupe {

namespace {

struct LatexSign {
    std::string_view text; ///< UTF-8
    std::string_view latex;
};

/// Characters with a meaning in LaTeX, and those of charts and tables that pdflatex does not
/// support directly.
constexpr std::array latexSigns{
    LatexSign{"\\", "\\textbackslash{}"},
    LatexSign{"~", "\\textasciitilde{}"},
    LatexSign{"^", "\\textasciicircum{}"},
    LatexSign{"<", "\\textless{}"},
    LatexSign{">", "\\textgreater{}"},
    LatexSign{"|", "\\textbar{}"},
    LatexSign{"\"", "''"}, // the usual encoding lacks \textquotedbl
    LatexSign{"-", "{-}"}, // two hyphens would become a dash
    LatexSign{"&", "\\&"},
    LatexSign{"%", "\\%"},
    LatexSign{"$", "\\$"},
    LatexSign{"#", "\\#"},
    LatexSign{"_", "\\_"},
    LatexSign{"{", "\\{"},
    LatexSign{"}", "\\}"},
    LatexSign{"⅛", "$\\frac18$"},
    LatexSign{"¼", "$\\frac14$"},
    LatexSign{"½", "$\\frac12$"},
    LatexSign{"×", "\\texttimes{}"},
    LatexSign{"→", "\\textrightarrow{}"},
    LatexSign{"≥", "$\\geq$"},
    LatexSign{"≤", "$\\leq$"},
    LatexSign{"−", "$-$"},
    LatexSign{"–", "--"},
    LatexSign{"…", "\\ldots{}"},
    LatexSign{"µ", "\\textmu{}"},
    LatexSign{"μ", "\\textmu{}"},
    LatexSign{"○", "$\\circ$"},
    LatexSign{"●", "$\\bullet$"},
    LatexSign{"≈", "$\\approx$"},
    LatexSign{"·", "$\\cdot$"},
    LatexSign{"—", "---"},
    LatexSign{"‘", "`"},
    LatexSign{"’", "'"},
    LatexSign{"“", "``"},
    LatexSign{"”", "''"},
    LatexSign{"\u00A0", "~"},
    LatexSign{"\u2009", "\\,"},
    LatexSign{"\u202F", "\\,"},
};

/// A multi-byte character.
struct WideCharacter {
    std::uint32_t code = 0;
    std::size_t bytes = 0; ///< 0: not UTF-8
};

WideCharacter wideCharacter(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t bytes = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
    if (first < 0xC2U || first > 0xF4U || text.size() < bytes)
        return {};
    std::uint32_t code = first & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0U) != 0x80U)
            return {};
        code = (code << 6U) | (next & 0x3FU);
    }
    return {code, bytes};
}

/// Returns true for letters that pdflatex sets without a package: Latin-1 and Latin Extended-A.
/// Letters missing in its default encoding, OT1, are excluded (tested one by one with TeX Live
/// 2022).
bool isLatexLetter(std::uint32_t code)
{
    constexpr std::u32string_view lacking = U"«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ";
    return code >= 0xA1U && code <= 0x17FU
        && lacking.find(static_cast<char32_t>(code)) == std::u32string_view::npos;
}

/// Converts the first character of the text, which is no sign and not ASCII, and sets the number of
/// its bytes. A character that LaTeX would reject becomes its code.
std::string latexOfWide(std::string_view text, std::size_t &bytes)
{
    const WideCharacter wide = wideCharacter(text);
    bytes = std::max<std::size_t>(1, wide.bytes);
    if (wide.bytes == 0)
        return "?";
    if (isLatexLetter(wide.code))
        return std::string(text.substr(0, bytes));
    return fmt::format("[U+{:04X}]", wide.code);
}

/// Converts line breaks to blanks, and other control characters to their code.
std::string latexOfAscii(unsigned char c)
{
    if (c == '\n' || c == '\t' || c == '\r')
        return " ";
    if (c < 0x20U || c == 0x7FU)
        return fmt::format("[U+{:04X}]", c);
    return std::string(1, static_cast<char>(c));
}

} // namespace

std::string latexText(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        std::size_t length = 1;
        const auto first = static_cast<unsigned char>(text.front());
        const auto *const sign = std::ranges::find_if(
            latexSigns, [&](const LatexSign &each) { return text.starts_with(each.text); });
        if (sign != latexSigns.end()) {
            out += sign->latex;
            length = sign->text.size();
        } else {
            out += first >= 0x80U ? latexOfWide(text, length) : latexOfAscii(first);
        }
        text.remove_prefix(length);
    }
    return out;
}

} // namespace loupe
