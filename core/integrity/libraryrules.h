// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/staticrule.h"

namespace loupe {

/// Catalogue 37: the entry only calls a library's operators.
class LibraryOnlyRule : public StaticRule
{
public:
    std::string_view id() const override { return "library_only"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "The source has no kernel of its own that the judged entry could launch, but calls "
               "operators of a library.";
    }
    std::string_view cannotSee() const override
    {
        return "Kernels that are made by executed text, or loaded from another file.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Policy `pure`: a library's operator in addition to the candidate's own kernels.
class LibraryUseRule : public StaticRule
{
public:
    std::string_view id() const override { return "library_use"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "A library operator does some of the work. It is a suspicion under the policy "
               "`pure`, else a note.";
    }
    std::string_view cannotSee() const override
    {
        return "Whether that operator's share of the time matters.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Catalogue 40: a kernel that nothing launches.
class DeadKernelRule : public StaticRule
{
public:
    std::string_view id() const override { return "dead_kernel"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "The judged code launches no kernel that the source defines, and library operators "
               "do the work.";
    }
    std::string_view cannotSee() const override { return "A kernel whose result is not used."; }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Catalogue 39: the library replaces the kernel when it fails.
class FallbackRule : public StaticRule
{
public:
    std::string_view id() const override { return "fallback"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "An exception handler computes the result with library operators.";
    }
    std::string_view cannotSee() const override
    {
        return "Whether the handler ever ran; a fallback that a condition chooses.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Catalogue 38: the reference under another name.
class ReferenceAliasRule : public StaticRule
{
public:
    std::string_view id() const override { return "reference_alias"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "The judged entry is the reference's class, or is derived from it.";
    }
    std::string_view cannotSee() const override { return "A copy of the reference's text."; }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Catalogue 34: less precise arithmetic than the task's.
class ReducedPrecisionRule : public StaticRule
{
public:
    std::string_view id() const override { return "reduced_precision"; }
    FindingSeverity severity() const override { return FindingSeverity::Note; }
    std::string_view proves() const override
    {
        return "The source names a 16-bit, 8-bit or TF32 type or a matrix instruction.";
    }
    std::string_view cannotSee() const override
    {
        return "Whether the task allows it. The comparison with a double-precision result shows "
               "that.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

} // namespace loupe
