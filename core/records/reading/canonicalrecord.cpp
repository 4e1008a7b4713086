// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/canonicalrecord.h"

#include "core/base/json.h"
#include "core/records/reading/jsonoutline.h"

#include <optional>

namespace loupe {

namespace {

std::optional<std::string> canonicalJson(std::string_view text)
{
    const auto json = parsePythonJson(text, {});
    if (!json)
        return std::nullopt;
    return json->dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string canonicalRecord(std::string_view text)
{
    if (auto whole = canonicalJson(text))
        return std::move(*whole);
    std::string out;
    for (const JsonPart &line : jsonLines(text)) {
        if (isBlank(line))
            continue;
        const auto json = canonicalJson(line.text);
        if (!json)
            return std::string(text);
        out += *json;
        out += '\n';
    }
    return out;
}

} // namespace loupe
