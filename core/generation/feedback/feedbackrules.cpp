// SPDX-License-Identifier: Apache-2.0
#include "core/generation/feedback/feedbackrules.h"

#include "core/base/json.h"
#include "core/endpoints/profile/profilefields.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr std::int64_t fewestBytes = 500;
constexpr std::int64_t maxBytes = 1'000'000;

void readParts(const JsonReader &object, FeedbackRules &rules)
{
    if (!object.has("parts"))
        return;
    const std::array<std::pair<const char *, bool *>, 6> known{{{"build", &rules.hasBuild},
                                                                {"run", &rules.hasRun},
                                                                {"compare", &rules.hasCompare},
                                                                {"time", &rules.hasTime},
                                                                {"roofline", &rules.hasRoofline},
                                                                {"device", &rules.hasDevice}}};
    for (const auto &[name, isOn] : known)
        *isOn = false;
    for (const std::string &part : object.optionalStrings("parts")) {
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const auto &each) { return part == each.first; });
        if (found == known.end())
            object.problem("parts",
                           "must be build, run, compare, time, roofline or device, not \"" + part
                               + "\"");
        else
            *found->second = true;
    }
}

void readDisclosure(const JsonReader &object, FeedbackRules &rules)
{
    const std::string disclose = object.optionalString("disclose", "where");
    if (disclose == "verdict")
        rules.hasCompare = false;
    else if (disclose == "values")
        object.problem("disclose",
                       "must not send values: all rounds have the same inputs, so a program could "
                       "store the answers; use \"where\" or \"verdict\"");
    else if (disclose != "where")
        object.problem("disclose", "must be \"where\" or \"verdict\"");
}

void readHistory(const JsonReader &object, FeedbackRules &rules)
{
    const std::string history = object.optionalString("history", "last");
    if (history == "best")
        rules.history = FeedbackRules::History::Best;
    else if (history == "all")
        rules.history = FeedbackRules::History::All;
    else if (history != "last")
        object.problem("history", "must be \"last\", \"best\" or \"all\"");
}

} // namespace

Result<FeedbackRules> readFeedbackRules(const Profile &profile)
{
    std::vector<JsonProblem> problems;
    const JsonReader object(profile.generation, profile.source, "", problems);
    FeedbackRules rules;
    if (const auto feedback = object.object("feedback", false)) {
        feedback->allowOnly({"parts", "disclose", "history", "bytes"});
        readParts(*feedback, rules);
        readDisclosure(*feedback, rules);
        readHistory(*feedback, rules);
        ProfileFields(*feedback).whole("bytes", fewestBytes, maxBytes, rules.bytes);
    }
    if (!problems.empty())
        return toError(problems);
    return rules;
}

} // namespace loupe
