// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/categories.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {
constexpr std::array<std::string_view, 15> knownCategories{
    "Activation", "Convolution",  "Fusion",         "Index",         "LinearAlgebra",
    "Loss",       "Math",         "MatrixMultiply", "Normalization", "Optimizer",
    "Pooling",    "Quantization", "Random",         "Reduce",        "SpatialOps",
};
} // namespace

bool isNativeCategory(std::string_view name)
{
    return std::find(knownCategories.begin(), knownCategories.end(), name) != knownCategories.end();
}

std::string nativeCategoryList()
{
    std::string out;
    for (const std::string_view category : knownCategories)
        out += (out.empty() ? "" : ", ") + std::string(category);
    return out;
}

} // namespace loupe
