// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/injection/cuptisteps.h"

namespace loupe::injection {

bool CuptiSteps::went(CUptiResult result, const char *step)
{
    if (!problem.empty())
        return false;
    if (result == CUPTI_SUCCESS)
        return true;
    const char *text = nullptr;
    const bool isNamed = resultString(result, &text) == CUPTI_SUCCESS && text != nullptr;
    problem = std::string(step) + ": " + (isNamed ? text : "CUPTI refuses without a reason");
    if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
        problem += "; an administrator must permit counters to everybody "
                   "(NVreg_RestrictProfilingToAdminUsers=0)";
    return false;
}

} // namespace loupe::injection
