// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the parser of ncu --csv counters. Accepted tables name their kernels and have finite
// numbers. Refused ones must have a place.
#include "core/records/ncu/ncucsv.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "tests/fuzz/promise.h"

namespace {

using loupe::fuzz::require;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    const std::string input(reinterpret_cast<const char *>(data), size);
    const auto profile = loupe::parseNcuCsv(input, "input.csv");
    if (!profile) {
        require(!profile.error().message.empty(), "a refusal says why");
        require(!profile.error().where.empty(), "a refusal says where");
        return 0;
    }
    require(!profile->kernels.empty(), "what is accepted holds a kernel");
    require(profile->original == input, "the original is kept");
    for (const loupe::KernelCounters &kernel : profile->kernels) {
        require(!kernel.name.empty(), "a kernel has a name");
        require(!kernel.durationMs || std::isfinite(*kernel.durationMs), "a time is finite");
        for (const auto &[name, counter] : kernel.metrics)
            require(std::isfinite(counter.value), "a counter is finite");
    }
    return 0;
}
