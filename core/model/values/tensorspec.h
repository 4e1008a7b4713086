// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/values/dtype.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// Name, type and shape of a dense, row-major tensor; an empty shape is a scalar.
struct TensorSpec {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;

    std::int64_t elements() const
    {
        std::int64_t count = 1;
        for (const std::int64_t extent : shape)
            count *= extent;
        return count;
    }
    std::int64_t bytes() const { return elements() * byteSize(dtype); }
    friend bool operator==(const TensorSpec &, const TensorSpec &) = default;
};

} // namespace loupe
