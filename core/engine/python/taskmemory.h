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
    TaskMemory(const PythonContext &context, const BenchmarkTask &task);

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
    std::filesystem::path m_task; ///< its file, for errors
    std::int64_t m_keptBytes;     ///< max for the trials of one of the task's shapes
    TaskSizes m_sizes;
};

} // namespace loupe
