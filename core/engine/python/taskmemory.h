// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryplan.h"
#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"

#include <filesystem>
#include <vector>

namespace loupe {

class OracleConversation;

/// Planner for a task's memory on host and device, before its trials are made. Sets the sizes of
/// the phases, and makes them streamed if their trials are too large to be kept.
class TaskMemory
{
public:
    /// `task` is the task's file, for errors.
    TaskMemory(const PythonContext &context, std::filesystem::path task);

    /// Plans with the reference's sizes of a model. Unsupported if the task does not fit this
    /// machine.
    Status plan(OracleConversation &oracle, std::vector<PythonPhase> &phases);
    /// Plans again when the first result is known, because it can be larger than expected.
    Status planByResult(const PythonTrial &made, std::vector<PythonPhase> &phases);

    /// Plans by the known sizes, if any.
    Status planDevice(std::vector<PythonPhase> &phases) const;

    const TaskSizes &sizes() const { return m_sizes; }

private:
    Status planHost(std::vector<PythonPhase> &phases) const;

    const PythonContext &m_context;
    std::filesystem::path m_task;
    TaskSizes m_sizes;
};

} // namespace loupe
