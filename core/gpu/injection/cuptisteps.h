// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <cupti.h>
#include <dlfcn.h>

namespace loupe::injection {

/// Looks up a function; null if the library lacks it. Returns whether it has it.
template <typename Function>
bool find(void *library, const char *name, Function &function) noexcept
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// Consecutive calls of CUPTI, of which the first failure is kept.
struct CuptiSteps {
    decltype(&cuptiGetResultString) resultString = nullptr;
    std::string problem; ///< empty until a step fails

    /// Stores the first failure. Returns whether all steps have succeeded so far.
    bool went(CUptiResult result, const char *step);
};

} // namespace loupe::injection
