// SPDX-License-Identifier: Apache-2.0
//
// Parses what libFuzzer makes as a filter. An accepted one must come back from its own text, and
// its SQL must run; a refused one must say where.
#include "core/model/filter.h"

#include <cstdint>

#include "tests/fuzz/promise.h"

namespace {

using loupe::fuzz::require;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    const std::string_view input(reinterpret_cast<const char *>(data), size);
    const auto filter = loupe::parseFilter(input);
    if (!filter) {
        require(!filter.error().message.empty(), "a refusal says why");
        return 0;
    }
    const std::string canonical = loupe::text(*filter);
    const auto again = loupe::parseFilter(canonical);
    require(static_cast<bool>(again), "the text of a filter is a filter");
    require(loupe::text(*again) == canonical, "a filter comes back from its text");
    return 0;
}
