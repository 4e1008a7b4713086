// SPDX-License-Identifier: Apache-2.0
#include "core/suites/categories.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {
constexpr std::array<std::string_view, 15> categories{
    "Activation", "Convolution",  "Fusion",         "Index",         "LinearAlgebra",
    "Loss",       "Math",         "MatrixMultiply", "Normalization", "Optimizer",
    "Pooling",    "Quantization", "Random",         "Reduce",        "SpatialOps",
};
} // namespace

bool isNativeCategory(std::string_view name)
{
    return std::find(categories.begin(), categories.end(), name) != categories.end();
}

std::string nativeCategoryList()
{
    std::string out;
    for (const std::string_view category : categories)
        out += (out.empty() ? "" : ", ") + std::string(category);
    return out;
}

} // namespace loupe
