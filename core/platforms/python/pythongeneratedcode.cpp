// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythongeneratedcode.h"

#include "core/analysis/text/modulecode.h"

#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace loupe {

namespace {

const Json &listIn(const Json &object, const char *key)
{
    static const Json none = Json::array();
    if (!object.is_object())
        return none;
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : none;
}

std::string stringIn(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int64_t> wholeIn(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    return found->get<std::int64_t>();
}

} // namespace

std::vector<GeneratedCode> generatedCodeFrom(const Json &answer)
{
    std::vector<GeneratedCode> out;
    for (const Json &each : listIn(answer, "texts")) {
        if (each.is_object())
            out.push_back({stringIn(each, "kernel"), stringIn(each, "kind"), stringIn(each, "text"),
                           wholeIn(each, "registers"), wholeIn(each, "local_bytes"),
                           wholeIn(each, "shared_bytes"), stringIn(each, "note")});
    }
    for (const Json &each : listIn(answer, "libraries")) {
        if (!each.is_object())
            continue;
        auto code
            = codeOfModule({stringIn(each, "ptx"), stringIn(each, "sass"), stringIn(each, "usage"),
                            stringIn(each, "readable"), stringIn(each, "note")});
        out.insert(out.end(), std::make_move_iterator(code.begin()),
                   std::make_move_iterator(code.end()));
    }
    return boundedCode(std::move(out));
}

} // namespace loupe
