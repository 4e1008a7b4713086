// SPDX-License-Identifier: Apache-2.0
#include "core/model/record/kerneltraits.h"

namespace loupe {

std::string_view toString(MadeOf madeOf)
{
    switch (madeOf) {
    case MadeOf::OwnKernels:
        return "own_kernels";
    case MadeOf::Mixed:
        return "mixed";
    case MadeOf::LibraryOnly:
        return "library_only";
    case MadeOf::NotKnown:
        break;
    }
    return {};
}

std::string_view toString(Arithmetic arithmetic)
{
    switch (arithmetic) {
    case Arithmetic::Float32:
        return "float32";
    case Arithmetic::AsBaseline:
        return "as_baseline";
    case Arithmetic::Reduced:
        return "reduced";
    case Arithmetic::NotKnown:
        break;
    }
    return {};
}

std::string_view label(MadeOf madeOf)
{
    switch (madeOf) {
    case MadeOf::OwnKernels:
        return "own kernels";
    case MadeOf::Mixed:
        return "mixed";
    case MadeOf::LibraryOnly:
        return "library only";
    case MadeOf::NotKnown:
        break;
    }
    return "not known";
}

std::string_view label(Arithmetic arithmetic)
{
    switch (arithmetic) {
    case Arithmetic::Float32:
        return "float32";
    case Arithmetic::AsBaseline:
        return "as the baseline";
    case Arithmetic::Reduced:
        return "reduced";
    case Arithmetic::NotKnown:
        break;
    }
    return "not known";
}

std::optional<MadeOf> madeOfFromString(std::string_view id)
{
    for (const MadeOf each : allMadeOf) {
        if (toString(each) == id)
            return each;
    }
    return std::nullopt;
}

std::optional<Arithmetic> arithmeticFromString(std::string_view id)
{
    for (const Arithmetic each : allArithmetic) {
        if (toString(each) == id)
            return each;
    }
    return std::nullopt;
}

} // namespace loupe
