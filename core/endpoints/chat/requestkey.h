// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace loupe {

/// Key of a request in a run. It stays the same when the run is repeated.
struct RequestKey {
    std::string task;
    std::int64_t sample = 0;
    std::int64_t round = 0;
    std::string purpose;      ///< "start", "fix", …
    std::int64_t attempt = 1; ///< number of the try, from 1

    friend auto operator<=>(const RequestKey &, const RequestKey &)
        = default; // NOLINT(modernize-use-nullptr)
    /// Returns a text such as "task X, sample 0, round 2, fix, try 1".
    std::string text() const;
};

template <typename Fields>
void listFields(Fields &fields, RequestKey &place)
{
    auto &[task, sample, round, purpose, attempt] = place;
    fields("task", task);
    fields("sample", sample);
    fields("round", round);
    fields("purpose", purpose);
    fields("try", attempt);
}

} // namespace loupe
