// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"

namespace loupe {

/// Element of a complex tensor. Not std::complex, because device code cannot call its arithmetic.
template <typename Real>
struct ComplexNumber {
    Real re = 0;
    Real im = 0;

    LOUPE_HOST_DEVICE friend ComplexNumber operator-(ComplexNumber a, ComplexNumber b)
    {
        return {a.re - b.re, a.im - b.im};
    }
    LOUPE_HOST_DEVICE friend bool operator==(ComplexNumber a, ComplexNumber b)
    {
        return a.re == b.re && a.im == b.im;
    }
};

} // namespace loupe
