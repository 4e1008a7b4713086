// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryplan.h"
#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"

#include <filesystem>
#include <vector>

namespace loupe {

class OracleConversation;

/// What a task's trials take of the machine's and the device's memory, planned before they are
/// made: phases get their sizes, and become streamed where their trials are too large to be kept.
class TaskMemory
{
public:
    /// `task`: where it stands, for errors.
    TaskMemory(const PythonContext &context, std::filesystem::path task);

    /// By what the oracle says of a model. Unsupported where the task does not fit this machine.
    Status plan(OracleConversation &oracle, std::vector<PythonPhase> &phases);
    /// A result can be larger than was known: plans again once the first is there.
    Status planByResult(const PythonTrial &made, std::vector<PythonPhase> &phases);

    /// By the sizes that are known; of a task that says nothing of its own, none.
    Status planDevice(std::vector<PythonPhase> &phases) const;

    const TaskSizes &sizes() const { return m_sizes; }

private:
    Status planHost(std::vector<PythonPhase> &phases) const;

    const PythonContext &m_context;
    std::filesystem::path m_task;
    TaskSizes m_sizes;
};

} // namespace loupe
