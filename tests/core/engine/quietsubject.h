// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/nativehost.h"

#include <string>
#include <vector>

namespace loupe {

/// Native subject without a process: every request succeeds at once. The test overrides those that
/// matter.
class QuietSubject : public NativeSubject
{
public:
    const std::optional<CallOutcome> &loadFailure() const override { return m_none; }
    CallOutcome prepare(const TrialSpec &, const TensorArena &, const TensorArena &) override
    {
        return {};
    }
    CallOutcome calls(CallRange, std::chrono::duration<double>, std::stop_token) override
    {
        return {};
    }
    CallOutcome pause(std::chrono::duration<double>, std::stop_token) override { return {}; }
    CallOutcome place(std::chrono::duration<double>, const std::stop_token &) override
    {
        return {};
    }
    CallOutcome takeOutputs(std::chrono::duration<double>, const std::stop_token &) override
    {
        return {};
    }
    Status putAhead() override { return {}; }
    Status runOn(const std::vector<int> &) override { return {}; }
    std::string whyNotHeld() const override { return {}; }
    TimeAnswer time(Json, std::chrono::duration<double>, const std::stop_token &) override
    {
        return {{}, Json::object()};
    }
    Result<ActivityBatch> takeActivity() override { return ActivityBatch{}; }
    std::string output() const override { return {}; }

private:
    std::optional<CallOutcome> m_none;
};

} // namespace loupe
