// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/compiledreference.h"

#include "core/engine/contract/evaluationparts.h"

#include <utility>

namespace loupe {

namespace {

constexpr std::chrono::seconds packingPatience{60};

} // namespace

CompiledReference::CompiledReference(const BenchmarkTask &task, const PythonContext &context)
    : m_cache(context.programs.cache / "references", context.environment,
              context.settingsFor(PythonRole::Oracle))
    , m_content(task.testSegment.empty()
                    ? std::string()
                    : "triton\n" + task.implementation + "\n" + task.testSegment)
{
}

Status CompiledReference::give(PythonChild &child, const std::stop_token &stop) const
{
    if (!isOfATest())
        return {};
    auto kept = m_cache.find(m_content);
    if (!kept)
        return {};
    // An artifact that cannot be read is compiled anew.
    child.ask({{"do", "take_compiled"}, {"artifacts", std::move(*kept)}}, nullptr, packingPatience,
              stop);
    return stop.stop_requested() ? Status(cancelledRun()) : Status();
}

Status CompiledReference::keep(PythonChild &child, const std::stop_token &stop) const
{
    if (!isOfATest())
        return {};
    const auto answer = child.ask({{"do", "compiled"}}, nullptr, packingPatience, stop);
    if (stop.stop_requested())
        return cancelledRun();
    return m_cache.keep(m_content, answer.body.value("artifacts", Json()));
}

} // namespace loupe
