// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"

#include <string>

namespace loupe {

/// A child without a process, which lives and prints nothing; what it answers is a test's own.
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
