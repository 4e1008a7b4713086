// SPDX-License-Identifier: Apache-2.0
#include "core/model/record/kerneltraits.h"

#include "core/base/enumnames.h"

namespace loupe {

namespace {

constexpr EnumNames<4> madeOfIds{"", "own_kernels", "mixed", "library_only"};
constexpr EnumNames<4> madeOfLabels{"not known", "own kernels", "mixed", "library only"};
constexpr EnumNames<4> arithmeticIds{"", "float32", "as_baseline", "reduced"};
constexpr EnumNames<4> arithmeticLabels{"not known", "float32", "as the baseline", "reduced"};

} // namespace

std::string_view toString(MadeOf madeOf)
{
    return nameAmong(madeOfIds, madeOf);
}

std::string_view toString(Arithmetic arithmetic)
{
    return nameAmong(arithmeticIds, arithmetic);
}

std::string_view label(MadeOf madeOf)
{
    return nameAmong(madeOfLabels, madeOf);
}

std::string_view label(Arithmetic arithmetic)
{
    return nameAmong(arithmeticLabels, arithmetic);
}

std::optional<MadeOf> madeOfFromString(std::string_view id)
{
    return valueAmong<MadeOf>(madeOfIds, id);
}

std::optional<Arithmetic> arithmeticFromString(std::string_view id)
{
    return valueAmong<Arithmetic>(arithmeticIds, id);
}

} // namespace loupe
