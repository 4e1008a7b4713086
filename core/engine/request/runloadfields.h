// SPDX-License-Identifier: Apache-2.0
//
// Lists the fields of a run's load, as it is sent and printed, for core/base/fieldlisting.h.
#pragma once

#include "core/base/fieldlisting.h"
#include "core/engine/request/runload.h"

namespace loupe {

/// Lists a share and checks its range, because the sender may be any program.
template <typename Fields>
void listShare(Fields &fields, const char *key, double &share)
{
    fields(key, share);
    if (!(share >= 0 && share <= 1))
        fields.problem(key, "is no share between 0 and 1");
}

template <typename Fields>
void listFields(Fields &fields, LoadShares &shares)
{
    auto &[building, drawing, device, timing] = shares;
    listShare(fields, "building", building);
    listShare(fields, "drawing", drawing);
    listShare(fields, "device", device);
    listShare(fields, "timing", timing);
}

template <typename Fields>
void listFields(Fields &fields, RunLoad &load)
{
    constexpr auto word = [](RunBound bound) { return name(bound); };
    constexpr std::array bounds{RunBound::Nothing, RunBound::Builds, RunBound::Draws,
                                RunBound::Starts,  RunBound::Memory, RunBound::Device,
                                RunBound::Timing};
    auto &[second, now, latest, recent, all, bound, boundSoFar] = load;
    fields("second", second);
    if (!(second >= 0))
        fields.problem("second", "is before the run");
    auto &numbers = now; // a structured binding cannot be captured
    fields.within("now", [&numbers](auto &counts) {
        for (std::size_t i = 0; i < occupations; ++i) {
            const char *key = name(static_cast<Occupation>(i));
            counts(key, numbers[i]);
            if (numbers[i] < 0)
                counts.problem(key, "is below 0");
        }
    });
    fields("latest", latest);
    fields("recent", recent);
    fields("all", all);
    fields.named("bound", bound, word, byName(bounds, word));
    fields.named("bound_so_far", boundSoFar, word, byName(bounds, word));
}

inline Json toJson(const RunLoad &load)
{
    return fieldsToJson(load);
}

/// Reads a run's load. InvalidInput lists everything that is wrong with it.
inline Result<RunLoad> runLoadFromJson(const Json &json)
{
    RunLoad load;
    if (Status read = readFields(json, "load", MissingFields::Refused, load); !read)
        return read.error();
    return load;
}

} // namespace loupe
