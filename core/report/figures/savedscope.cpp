// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/savedscope.h"

#include "core/report/figures/scopejson.h"

#include <vector>

namespace loupe {

std::string savedText(const Scope &scope)
{
    Json out = toJson(scope);
    out["flagged"] = scope.includeWithheld;
    return out.dump();
}

Result<Scope> scopeFromSaved(std::string_view text)
{
    const char *const source = "scope of the view";
    auto json = parseJson(text, source);
    if (!json)
        return std::move(json).error();
    std::vector<JsonProblem> problems;
    if (!json->is_object())
        problems.push_back({source, "is no JSON object"});
    bool isFlagged = false;
    if (problems.empty()) {
        isFlagged = JsonReader(*json, source, {}, problems).optionalBool("flagged", false);
        json->erase("flagged");
    }
    Scope out;
    if (problems.empty())
        out = scopeFrom(JsonReader(*json, source, {}, problems));
    if (!problems.empty())
        return toError(problems);
    out.includeWithheld = isFlagged;
    return out;
}

} // namespace loupe
