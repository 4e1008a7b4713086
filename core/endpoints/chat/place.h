// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace loupe {

/// Which request of which dialogue: what stays the same when everything is done once more.
struct Place {
    std::string task;
    std::int64_t sample = 0;
    std::int64_t round = 0;
    std::string purpose;      ///< "start", "fix", …
    std::int64_t attempt = 1; ///< 1, 2, … : which try of this request

    friend auto operator<=>(const Place &, const Place &)
        = default; // NOLINT(modernize-use-nullptr)
    /// "task X, sample 0, round 2, fix, try 1"
    std::string text() const;
};

template <typename Fields>
void listFields(Fields &fields, Place &place)
{
    auto &[task, sample, round, purpose, attempt] = place;
    fields("task", task);
    fields("sample", sample);
    fields("round", round);
    fields("purpose", purpose);
    fields("try", attempt);
}

} // namespace loupe
