// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/schematext.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace loupe {

namespace {

bool isWordCharacter(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// Returns the end of the token that begins at `begin`.
std::size_t endOfToken(std::string_view sql, std::size_t begin)
{
    const char first = sql[begin];
    const auto behind = [&](std::string_view mark, std::size_t from) {
        const std::size_t found = sql.find(mark, from);
        return found == std::string_view::npos ? sql.size() : found + mark.size();
    };
    if (sql.substr(begin, 2) == "--")
        return behind("\n", begin);
    if (sql.substr(begin, 2) == "/*")
        return behind("*/", begin + 2);
    if (first == '\'' || first == '"' || first == '`') {
        // A doubled quote becomes two adjacent tokens, which preserves the text.
        return behind(std::string_view(&first, 1), begin + 1);
    }
    if (first == '[')
        return behind("]", begin);
    std::size_t end = begin + 1;
    if (isSpace(first)) {
        while (end < sql.size() && isSpace(sql[end]))
            ++end;
    } else if (isWordCharacter(first)) {
        while (end < sql.size() && isWordCharacter(sql[end]))
            ++end;
    }
    return end;
}

/// Returns the significant tokens, with a space between two words.
std::vector<std::string> tokensOf(std::string_view sql)
{
    std::vector<std::string> tokens;
    bool isApart = true;
    for (std::size_t at = 0; at < sql.size();) {
        const std::size_t end = endOfToken(sql, at);
        const std::string_view token = sql.substr(at, end - at);
        at = end;
        if (isSpace(token[0]) || token.substr(0, 2) == "--" || token.substr(0, 2) == "/*") {
            isApart = true;
            continue;
        }
        const bool isPunctuation = token == "(" || token == ")" || token == "," || token == ";";
        const bool followsPunctuation = tokens.empty() || tokens.back() == "("
            || tokens.back() == ")" || tokens.back() == "," || tokens.back() == ";";
        // Spaces in "a = b" are ignored; the difference between 'a''b' and 'a' 'b' is kept.
        const bool isQuote = token[0] == '\'' || token[0] == '"';
        if (!isPunctuation && !followsPunctuation && (isApart || !isQuote))
            tokens.emplace_back(" ");
        tokens.emplace_back(token);
        isApart = false;
    }
    return tokens;
}

std::string joined(const std::vector<std::string> &parts)
{
    std::string text;
    for (const std::string &part : parts)
        text += part;
    return text;
}

bool isConstraint(std::string_view definition)
{
    std::string word(definition.substr(0, definition.find_first_of(" (")));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return word == "CONSTRAINT" || word == "PRIMARY" || word == "UNIQUE" || word == "CHECK"
        || word == "FOREIGN";
}

/// Splits the text within the first pair of parentheses at the commas of its own depth. The text
/// before and after goes to `before` and `behind`.
std::vector<std::string> definitionsIn(const std::vector<std::string> &tokens, std::string &before,
                                       std::string &behind)
{
    std::vector<std::string> definitions;
    std::string *into = &before;
    int depth = 0;
    bool isDone = false;
    for (const std::string &token : tokens) {
        if (!isDone && token == "(" && ++depth == 1) {
            into = &definitions.emplace_back();
            continue;
        }
        if (!isDone && token == ")" && --depth == 0) {
            into = &behind;
            isDone = true;
            continue;
        }
        if (!isDone && token == "," && depth == 1) {
            into = &definitions.emplace_back();
            continue;
        }
        if (token != " " || !into->empty())
            *into += token;
    }
    return definitions;
}

} // namespace

std::string canonicalSchemaSql(std::string_view sql)
{
    const std::vector<std::string> tokens = tokensOf(sql);
    std::string whole = joined(tokens);
    if (whole.rfind("CREATE TABLE ", 0) != 0)
        return whole;
    std::string out;
    std::string behind;
    std::vector<std::string> definitions = definitionsIn(tokens, out, behind);
    const auto constraints = std::stable_partition(
        definitions.begin(), definitions.end(),
        [](const std::string &definition) { return !isConstraint(definition); });
    std::sort(constraints, definitions.end());
    out += "(";
    for (const std::string &definition : definitions)
        out += definition + ",";
    return out + ")" + behind;
}

} // namespace loupe
