// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/staticrule.h"

namespace loupe {

/// Catalogue 10: results looked up by the address or identity of an input.
class IdentityCacheRule : public StaticRule
{
public:
    std::string_view id() const override { return "identity_cache"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "The source looks up or branches by the address or identity of an object.";
    }
    std::string_view cannotSee() const override
    {
        return "Tables in native code; a cache by content.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Catalogue 12: different work after some calls.
class CallCounterRule : public StaticRule
{
public:
    std::string_view id() const override { return "call_counter"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "A function counts its calls and branches on the count.";
    }
    std::string_view cannotSee() const override
    {
        return "Counters in native code. The check of timed outputs finds their effect.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Catalogue 27, 28: a result that does not depend on the inputs.
class ConstantResultRule : public StaticRule
{
public:
    std::string_view id() const override { return "constant_result"; }
    FindingSeverity severity() const override { return FindingSeverity::Suspicion; }
    std::string_view proves() const override
    {
        return "Nothing that the entry returns depends on its inputs.";
    }
    std::string_view cannotSee() const override
    {
        return "An input that is multiplied by 0; whether the task itself is constant.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

/// Catalogue 11, 36: a different path for particular values.
class ValueBranchRule : public StaticRule
{
public:
    std::string_view id() const override { return "value_branch"; }
    FindingSeverity severity() const override { return FindingSeverity::Note; }
    std::string_view proves() const override
    {
        return "The source branches on the value of an input's element.";
    }
    std::string_view cannotSee() const override
    {
        return "The same inside kernels, where it is normal.";
    }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;
};

} // namespace loupe
