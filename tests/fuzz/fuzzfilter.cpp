// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the filter parser. An accepted filter must survive a round trip through its text, and its
// SQL must run. A refused one must have a position.
#include "core/model/saved/filter.h"

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
