// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbench/agentfault.h"

namespace loupe {

namespace {

bool hasFrame(std::string_view traceback, std::string_view function)
{
    return traceback.find(", in " + std::string(function) + "\n") != std::string_view::npos;
}

} // namespace

AgentFault agentFaultOf(std::string_view error, std::string_view traceback)
{
    if (error.find("No space left on device") != std::string_view::npos)
        return {Verdict::InfraError, "Recorded: the disk was full."};
    if (hasFrame(traceback, "eval_kernel_against_ref")) {
        // The evaluator catches exceptions from the kernel's loading on; those that escape from its
        // first seeding were raised before.
        const bool wasBefore
            = hasFrame(traceback, "set_seed") && error.find("CUDA error") != std::string_view::npos;
        if (wasBefore)
            return {Verdict::InfraError,
                    "Recorded: the device had failed before the kernel was loaded."};
        return {Verdict::NotRecorded,
                "Recorded: its evaluation raised; whether by the kernel's fault is not recorded."};
    }
    if (error.starts_with("Error code: ") || hasFrame(traceback, "query_server"))
        return {Verdict::InfraError, "Recorded: the model's endpoint answered with an error."};
    return {Verdict::NotRecorded, "Recorded: generation_error; what failed is not recorded."};
}

} // namespace loupe
