// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"

#include <string>

namespace loupe {

/// Child without a process that stays alive and prints nothing. The test provides its answers.
class QuietChild : public PythonChild
{
public:
    void onTurnGivenBack(TurnGivenBack) override { }
    Status putAhead() override { return {}; }
    void setHeld(bool) override { }
    std::string output() const override { return {}; }
    bool isAlive() const override { return true; }
    void end() override { }
    Result<ActivityBatch> takeActivity() override { return ActivityBatch{}; }
};

} // namespace loupe
