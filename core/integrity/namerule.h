// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/staticrule.h"

#include <utility>
#include <vector>

namespace loupe {

/// What a NameRule looks for; patterns as in matchesName().
struct NamePatterns {
    using Names = std::vector<std::string_view>;

    std::string_view id = {};
    FindingSeverity severity = FindingSeverity::Suspicion;
    std::string_view proves = {};
    std::string_view cannotSee = {};
    Names calls = {};           ///< of Python, also mentions of imports
    Names writes = {};          ///< of Python
    Names writesForOthers = {}; ///< of `writes`, what other rules look for
    Names writesToNote = {};    ///< of `writes`, what is worth a note only
    Names bases = {};           ///< of classes of Python
    Names texts = {};           ///< string constants that contain one
    Names cppNames = {};        ///< called or used as a type
    Names cppStatics = {};
};

/// A rule that is a list of names that honest kernels have no use for.
class NameRule : public StaticRule
{
public:
    explicit NameRule(NamePatterns patterns) : m_patterns(std::move(patterns)) { }

    std::string_view id() const override { return m_patterns.id; }
    FindingSeverity severity() const override { return m_patterns.severity; }
    std::string_view proves() const override { return m_patterns.proves; }
    std::string_view cannotSee() const override { return m_patterns.cannotSee; }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;

private:
    NamePatterns m_patterns;
};

/// All rules of this kind.
std::vector<NamePatterns> namePatterns();

} // namespace loupe
