// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/native/enginecontext.h"
#include "core/judge/judgeprocess.h"
#include "core/model/evaluation.h"

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// Has a judge compare outputs of a native candidate with what is expected. The judge is started at
/// the first comparison, and anew after one that failed. Not thread-safe.
class NativeComparer
{
public:
    using Judged = Result<std::pair<Verdict, std::string>>;

    explicit NativeComparer(const EngineContext &context) : m_context(context) { }

    /// Verdict and sentence; the differences go into `trial`.
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
