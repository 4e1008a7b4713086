// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/referencelisting.h"

#include "core/base/counted.h"
#include "core/model/record/recordedname.h"
#include "core/store/sqlite/wildcards.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

using ReferenceValue = std::string (*)(const StoredGoldenRecord &);

struct ReferenceField {
    std::string_view name;
    ReferenceValue value;
};

std::string kindOf(const StoredGoldenRecord &each)
{
    return each.record.baseline.substr(0, each.record.baseline.find(" ("));
}

constexpr std::array referenceFields{
    ReferenceField{"suite", [](const StoredGoldenRecord &each) { return each.suite; }},
    ReferenceField{"suite_version",
                   [](const StoredGoldenRecord &each) { return each.suiteVersion; }},
    ReferenceField{"task", [](const StoredGoldenRecord &each) { return each.record.task; }},
    ReferenceField{"category", [](const StoredGoldenRecord &each) { return each.category; }},
    ReferenceField{"device", [](const StoredGoldenRecord &each) { return each.device; }},
    ReferenceField{"baseline", [](const StoredGoldenRecord &each) { return each.record.baseline; }},
    ReferenceField{"baseline_kind", kindOf},
    ReferenceField{"run", [](const StoredGoldenRecord &each) { return each.run; }},
};

/// Returns the accessor of a term's field; words refer to the name of the task.
ReferenceValue valueOf(const FilterTerm &term)
{
    const std::string_view field = term.field.empty() ? "task" : std::string_view(term.field);
    const auto found = std::ranges::find(referenceFields, field, &ReferenceField::name);
    return found == referenceFields.end() ? nullptr : found->value;
}

bool matches(const StoredGoldenRecord &record, const FilterTerm &term)
{
    const std::string value = valueOf(term)(record);
    const bool isNamed = std::ranges::any_of(term.values, [&](const std::string &asked) {
        if (asked == "none" && !isRecordedName(value))
            return true;
        return matchesWildcard(value, term.field.empty() ? "*" + asked + "*" : asked);
    });
    return isNamed != term.negated;
}

/// Lets a part of a device's name match, if no device has exactly that name.
void widenDevices(FilterTerm &term, std::span<const StoredGoldenRecord> records)
{
    if (term.field != "device")
        return;
    for (std::string &value : term.values) {
        const bool isName = std::ranges::any_of(records, [&](const StoredGoldenRecord &each) {
            return matchesWildcard(each.device, value);
        });
        if (!isName && value != "none" && !term.isQuoted(value))
            value.insert(0, "*").append("*");
    }
}

Error unknownField(const FilterTerm &term)
{
    std::vector<std::string_view> names;
    names.reserve(referenceFields.size());
    for (const ReferenceField &each : referenceFields)
        names.push_back(each.name);
    return {Errc::InvalidInput, fmt::format("reference times have no {}", term.field),
            fmt::format("character {}", term.position + 1),
            fmt::format("they can be filtered by {}", fmt::join(names, ", "))};
}

} // namespace

Result<std::vector<StoredGoldenRecord>> matchingReferences(std::vector<StoredGoldenRecord> records,
                                                           const Filter &filter)
{
    for (const FilterTerm &term : filter.terms) {
        if (valueOf(term) == nullptr || term.op != FilterOp::Is)
            return unknownField(term);
    }
    std::vector<FilterTerm> terms = filter.terms;
    for (FilterTerm &term : terms)
        widenDevices(term, records);
    std::erase_if(records, [&](const StoredGoldenRecord &record) {
        return !std::ranges::all_of(terms,
                                    [&](const FilterTerm &term) { return matches(record, term); });
    });
    return records;
}

std::string referencesSentence(std::span<const StoredGoldenRecord> records)
{
    if (records.empty())
        return "no reference times";
    std::set<std::pair<std::string_view, std::string_view>> tasks;
    std::set<std::string_view> devices;
    std::set<std::string_view> baselines;
    for (const StoredGoldenRecord &each : records) {
        tasks.emplace(each.suite, each.record.task);
        if (isRecordedName(each.device))
            devices.insert(each.device);
        baselines.insert(each.record.baseline);
    }
    return fmt::format("{} of {} on {}, over {} of baseline",
                       counted(records.size(), "reference time"), counted(tasks.size(), "task"),
                       counted(devices.size(), "device"), counted(baselines.size(), "kind"));
}

} // namespace loupe
