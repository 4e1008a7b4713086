// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/figuresizes.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::array sizes{
    FigureSize{"icml-single", "ICML, one column", 3.25, 2.25, 7},
    FigureSize{"icml-double", "ICML, two columns", 6.75, 2.75, 7},
    FigureSize{"neurips-half", "NeurIPS, half the width", 2.65, 2.0, 7},
    FigureSize{"neurips-full", "NeurIPS, full width", 5.5, 2.75, 7},
    FigureSize{"acl-single", "ACL, one column", 3.03, 2.25, 7},
    FigureSize{"acl-double", "ACL, two columns", 6.3, 2.75, 7},
    FigureSize{"ieee-single", "IEEE, one column", 3.5, 2.25, 7},
    FigureSize{"ieee-double", "IEEE, two columns", 7.16, 2.75, 7},
    FigureSize{"acm-single", "ACM, one column", 3.33, 2.25, 7},
    FigureSize{"acm-double", "ACM, two columns", 7.0, 2.75, 7},
    FigureSize{"slide", "Slide", 10.0, 5.5, 18},
    FigureSize{"poster", "Poster", 16.0, 10.0, 28},
};

} // namespace

std::span<const FigureSize> figureSizes()
{
    return sizes;
}

const FigureSize *figureSize(std::string_view id)
{
    const auto *const found
        = std::ranges::find_if(sizes, [&](const FigureSize &each) { return each.id == id; });
    return found == sizes.end() ? nullptr : &*found;
}

} // namespace loupe
