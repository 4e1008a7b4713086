// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"

#include <stop_token>

namespace loupe {

/// Comparer of results that uses one of the run's judges, in its turn on the device. Thread-safe.
class ResultComparer
{
public:
    explicit ResultComparer(const PythonShared &shared) : m_shared(shared) { }

    /// Compares the values. Cancelled, Busy if the device has too little memory left, or an
    /// infrastructure failure.
    Result<NestedComparison> compare(const NestedRule &rule, const Bundle &expected,
                                     const Bundle &actual, std::stop_token stop) const;
    /// Compares parts of what was handed over.
    Result<NestedComparison> compare(const NestedRule &rule, const Value &expected,
                                     const TensorsView &expectedTensors, const Value &actual,
                                     const TensorsView &actualTensors, std::stop_token stop) const;

private:
    const PythonShared &m_shared;
};

} // namespace loupe
