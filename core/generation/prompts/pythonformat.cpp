// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/pythonformat.h"

#include "core/base/result.h"

#include <fmt/format.h>

namespace loupe {

Result<std::string> pythonFormat(const std::string &text,
                                 const std::map<std::string, std::string> &values,
                                 const std::string &where)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c != '{' && c != '}') {
            out += c;
            continue;
        }
        if (i + 1 < text.size() && text[i + 1] == c) {
            out += c;
            ++i;
            continue;
        }
        const std::size_t end = c == '{' ? text.find('}', i) : std::string::npos;
        if (end == std::string::npos)
            return Error{Errc::InvalidInput, "a brace has no partner", where};
        const std::string name = text.substr(i + 1, end - i - 1);
        const auto value = values.find(name);
        if (value == values.end())
            return Error{Errc::InvalidInput, fmt::format("{{{}}} has no value", name), where};
        out += value->second;
        i = end;
    }
    return out;
}

} // namespace loupe
