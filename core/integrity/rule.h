// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/sourcefacts.h"
#include "core/model/device/kernelprofile.h"
#include "core/model/verdict/finding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Evidence about one candidate for the rules. Parts that were not examined are empty.
struct CandidateEvidence {
    LibraryPolicy policy = LibraryPolicy::Any;
    std::string entry; ///< judged class or function: "ModelNew"
    std::optional<PythonFacts> python;
    std::optional<CppFacts> native;           ///< the candidate itself, if it is C++ or CUDA
    std::vector<KernelActivity> kernels = {}; ///< of the timed calls, both sides
    std::vector<std::string> flags = {};      ///< flags of the evaluation from measuring
};

/// Rule that tells a real kernel from a cheat. Rules have no state: the same evidence gives the
/// same findings.
class Rule
{
public:
    virtual ~Rule() = default;
    Rule(const Rule &) = delete;
    Rule &operator=(const Rule &) = delete;

    virtual std::string_view id() const = 0;
    virtual RuleLayer layer() const = 0;
    /// Returns the maximum severity of this rule's findings.
    virtual FindingSeverity severity() const = 0;
    /// One sentence each, for display (`kloupe rules`, the help page).
    virtual std::string_view proves() const = 0;
    virtual std::string_view cannotSee() const = 0;
    virtual std::vector<Finding> look(const CandidateEvidence &evidence) const = 0;

protected:
    Rule() = default;

    Finding finding(std::string message, int line = 0) const
    {
        return {std::string(id()), layer(), severity(), std::move(message), line};
    }
    Finding finding(FindingSeverity weight, std::string message, int line = 0) const
    {
        return {std::string(id()), layer(), weight, std::move(message), line};
    }
};

} // namespace loupe
