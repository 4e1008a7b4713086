// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace loupe::test {

/// Engine for a suite and a device that do not exist. The test provides its description and its
/// evaluators.
class MadeUpEngine final : public SuiteEngine
{
public:
    using Maker = std::function<std::unique_ptr<CandidateEvaluator>()>;

    std::string protocol() const override { return "fixed-1"; }
    Environment environment() const override { return device; }
    Json profile() const override { return {{"threads", 3}}; }
    const std::string &seed() const override { return m_seed; }
    void useSeed(std::string seed) override { m_seed = std::move(seed); }
    Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> & /*items*/, int /*jobs*/,
                                             const CheckProgress & /*progress*/,
                                             const std::stop_token & /*stop*/) override
    {
        return std::vector<ControlReport>();
    }
    void expect(const std::vector<PlanItem> & /*items*/) override { }
    void done(const PlanItem & /*item*/) override { }
    std::unique_ptr<CandidateEvaluator> makeEvaluator() override { return make(); }

    Maker make = [] { return nullptr; };
    Environment device{"Test GPU", "cuda", "{}"};

private:
    std::string m_seed = "00";
};

} // namespace loupe::test
