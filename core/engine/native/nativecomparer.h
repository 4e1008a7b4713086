// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/native/enginecontext.h"
#include "core/judge/judgeprocess.h"
#include "core/model/record/evaluation.h"

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// Comparison of a native candidate's outputs with the expected ones, in a judge process. It starts
/// at the first comparison, and again after a failed one. Not thread-safe.
class NativeComparer
{
public:
    using Judged = Result<std::pair<Verdict, std::string>>;

    explicit NativeComparer(const EngineContext &context) : m_context(context) { }

    /// Returns verdict and message; stores the differences in `trial`.
    Judged compare(const TrialData &data, const TensorArena &snapshot, Trial &trial,
                   std::stop_token stop);
    Judged compare(const TrialSpec &spec, const TensorArena &expected, const TensorArena &snapshot,
                   Trial &trial, std::stop_token stop);

private:
    Result<JudgeProcess *> judge();

    const EngineContext &m_context;
    std::unique_ptr<JudgeProcess> m_judge;
};

} // namespace loupe
