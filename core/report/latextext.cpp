// SPDX-License-Identifier: Apache-2.0
#include "core/report/latextext.h"

#include <array>

namespace loupe {

namespace {

struct LatexSign {
    std::string_view text; ///< UTF-8
    std::string_view latex;
};

/// Signs that charts and tables write and that pdflatex does not know by itself.
constexpr std::array latexSigns{
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
    LatexSign{"\u00A0", "~"},
    LatexSign{"\u2009", "\\,"},
    LatexSign{"\u202F", "\\,"},
};

std::string_view escaped(char c)
{
    switch (c) {
    case '\\':
        return "\\textbackslash{}";
    case '~':
        return "\\textasciitilde{}";
    case '^':
        return "\\textasciicircum{}";
    case '<':
        return "\\textless{}";
    case '>':
        return "\\textgreater{}";
    case '|':
        return "\\textbar{}";
    case '"':
        return "\\textquotedbl{}";
    case '-': // two of them would become a dash
        return "{-}";
    case '&':
        return "\\&";
    case '%':
        return "\\%";
    case '$':
        return "\\$";
    case '#':
        return "\\#";
    case '_':
        return "\\_";
    case '{':
        return "\\{";
    case '}':
        return "\\}";
    default:
        return {};
    }
}

} // namespace

std::string latexText(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        std::size_t length = 1;
        std::string_view latex = escaped(text.front());
        for (const LatexSign &sign : latexSigns) {
            if (text.substr(0, sign.text.size()) == sign.text) {
                latex = sign.latex;
                length = sign.text.size();
            }
        }
        if (!latex.empty())
            out += latex;
        else
            out += static_cast<unsigned char>(text.front()) < 0x20 ? ' ' : text.front();
        text.remove_prefix(length);
    }
    return out;
}

} // namespace loupe
