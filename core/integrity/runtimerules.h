// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Rule about the activity of the device and the process.
class RuntimeRule : public Rule
{
public:
    RuleLayer layer() const override { return RuleLayer::Runtime; }
};

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

/// Catalogue 37, 40: only the library's kernels ran, or nearly only.
class OwnShareRule : public RuntimeRule
{
public:
    std::string_view id() const override { return "own_share"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "The candidate's own kernels take hardly any of the device time of timed calls.";
    }
    std::string_view cannotSee() const override
    {
        return "How a kernel's result was used; library code that was copied and renamed.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Catalogue 37, 38: the candidate is the reference by another name.
class SameKernelsRule : public RuntimeRule
{
public:
    std::string_view id() const override { return "same_kernels"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "A call of the candidate launches the same kernels as a call of the reference, "
               "equally often.";
    }
    std::string_view cannotSee() const override { return "Whether the task has another solution."; }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Flag of an evaluation, set by measuring or by a suite's own record.
struct MarkedFlag {
    std::string_view flag; ///< also the rule's id
    RuleLayer layer = RuleLayer::Runtime;
    FindingSeverity severity = FindingSeverity::Suspicion;
    std::string_view proves = {};
    std::string_view cannotSee = {};
};

/// Rule that turns such a flag into a finding. The numbers are in the evaluation's log or its
/// original record.
class FlagRule : public Rule
{
public:
    explicit FlagRule(MarkedFlag marked) : m_marked(marked) { }

    std::string_view id() const override { return m_marked.flag; }
    RuleLayer layer() const override { return m_marked.layer; }
    FindingSeverity severity() const override { return m_marked.severity; }
    std::string_view proves() const override { return m_marked.proves; }
    std::string_view cannotSee() const override { return m_marked.cannotSee; }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;

private:
    MarkedFlag m_marked;
};

/// Returns the flags of all rules of this kind.
std::vector<MarkedFlag> markedFlags();

} // namespace loupe
