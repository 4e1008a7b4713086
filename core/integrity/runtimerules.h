// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns whether a kernel's demangled name is one that PyTorch or NVIDIA's libraries ship:
/// at::native, cublas, cudnn, cutlass (sm80_…, sm90_…), cub. A candidate may bring such a kernel
/// itself, so this never causes more than a suspicion.
bool isLibraryKernel(std::string_view name);

/// Device time of a candidate's timed calls, in milliseconds a call.
struct DeviceShares {
    double own = 0.0;
    double library = 0.0;
    std::string topLibraryKernel;
    double topLibraryMs = 0.0;
};

/// Attribution of CUTLASS, CUB and Thrust kernels, which a candidate can compile into its own code.
enum class HeaderLibraries {
    AreLibraries,
    MayBeOwn, ///< the candidate's, if the baseline does not launch the same kernel
};

DeviceShares sharesOf(const std::vector<KernelActivity> &kernels,
                      HeaderLibraries headers = HeaderLibraries::AreLibraries);

// Rules about the device's record; ruleregistry.cpp describes their proofs.
std::vector<Finding> lookForOwnShare(const RuleWords &rule, const CandidateEvidence &evidence);
std::vector<Finding> lookForSameKernels(const RuleWords &rule, const CandidateEvidence &evidence);

/// Returns the rules that turn a flag of an evaluation into a finding; the flag is the rule's id.
/// It is set by measuring or by a suite's own record, and the numbers are in the evaluation's log
/// or its original record.
std::vector<RuleWords> markedFlags();
std::vector<Finding> lookForFlag(const RuleWords &rule, const CandidateEvidence &evidence);

} // namespace loupe
