// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/toldkind.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <string>

namespace loupe {

std::string_view name(ToldKind kind)
{
    constexpr std::array<std::string_view, toldKinds> names{
        "nothing", "build", "run",          "compare",     "speed",
        "verdict", "hint",  "two_programs", "not_recorded"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view label(ToldKind kind)
{
    constexpr std::array<std::string_view, toldKinds> labels{
        "nothing (new request)", "build log",    "how it ran",
        "where values differ",   "speed",        "verdict",
        "person's hint",         "two programs", "not recorded"};
    return labels[static_cast<std::size_t>(kind)];
}

namespace {

/// Returns a member of an object, or null if there is none.
const Json *memberOf(const Json &object, const char *name)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

bool isText(const Json *value, std::string_view text)
{
    return value != nullptr && value->is_string() && value->get_ref<const std::string &>() == text;
}

bool isShape(Verdict verdict)
{
    return verdict == Verdict::WrongShape || verdict == Verdict::WrongDtype
        || verdict == Verdict::WrongStructure;
}

} // namespace

ToldParts toldParts(std::string_view profile)
{
    ToldParts out;
    const Json json = Json::parse(profile, nullptr, false);
    if (!json.is_object())
        return out;
    out.isRecorded = true;
    out.isStrict = !isText(memberOf(json, "judge"), "suite");
    const Json *feedback = memberOf(json, "feedback");
    if (feedback == nullptr)
        return out;
    if (const Json *parts = memberOf(*feedback, "parts"); parts != nullptr && parts->is_array()) {
        const auto has = [&](std::string_view part) {
            return std::ranges::any_of(*parts,
                                       [&](const Json &each) { return isText(&each, part); });
        };
        out.hasBuild = has("build");
        out.hasRun = has("run");
        out.hasCompare = has("compare");
        out.hasSpeed = has("time") || has("roofline") || has("device");
    }
    if (isText(memberOf(*feedback, "disclose"), "verdict"))
        out.hasCompare = false;
    return out;
}

ToldKind toldKindOf(const ToldParts &parts, const MetricRow &told)
{
    const bool isStrict = parts.isStrict && told.strictVerdict != Verdict::NotRecorded;
    const Verdict verdict = isStrict ? told.strictVerdict : told.verdict;
    const Outcome outcome = outcomeOf(verdict);
    if (!parts.isRecorded || !isJudged(outcome))
        return ToldKind::NotRecorded;
    const auto orVerdict
        = [](bool isTold, ToldKind kind) { return isTold ? kind : ToldKind::Verdict; };
    if (outcome == Outcome::Correct)
        return orVerdict(parts.hasSpeed, ToldKind::Speed);
    if (outcome == Outcome::NoBuild)
        return orVerdict(parts.hasBuild && verdict != Verdict::EmptySubmission, ToldKind::Build);
    if (outcome == Outcome::Wrong && !isShape(verdict))
        return orVerdict(parts.hasCompare, ToldKind::Compare);
    return orVerdict(parts.hasRun, ToldKind::Run);
}

} // namespace loupe
