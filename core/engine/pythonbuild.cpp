// SPDX-License-Identifier: Apache-2.0
#include "core/engine/pythonevaluator.h"
#include "core/engine/pythonwork.h"
#include "core/engine/submissionentry.h"

namespace loupe {

Status PythonEvaluator::buildAhead(Work &work)
{
    const PlanItem &item = work.item;
    const bool bySuite = m_context.judgesBySuite() && item.sourceAsSuite.has_value();
    const std::string &source = bySuite ? *item.sourceAsSuite : item.candidate.source;
    if (item.benchmark->entry != "Model" || isBlank(source))
        return {};
    work.verdict = Verdict::Correct;
    return loadAfresh(work, source);
}

Status PythonEvaluator::forkSubject(Work &work)
{
    work.subject.reset();
    work.loaded.clear();
    const auto subjects = server(PythonRole::Subject, work.stop);
    if (!subjects)
        return subjects.error();
    auto child = (*subjects)->fork(work.stop);
    if (!child)
        return child.error();
    work.subject = std::move(*child);
    return {};
}

Status PythonEvaluator::loadAfresh(Work &work, const std::string &source)
{
    if (work.notLoaded && work.notLoaded->first == source) {
        work.end(work.notLoaded->second.verdict, work.notLoaded->second.message);
        return {};
    }
    if (Status forked = forkSubject(work); !forked)
        return forked;
    return load(work, source);
}

Status PythonEvaluator::load(Work &work, const std::string &source)
{
    work.entering(Stage::Build);
    const auto began = std::chrono::steady_clock::now();
    const std::string ready = m_context.hasOperatorTests ? withOperatorImports(source) : source;
    Json request{
        {"do", "load"}, {"source", ready}, {"file_name", "candidate.py"}, {"style", "module"}};
    if (auto artifacts = m_artifacts.find(source)) {
        request["artifacts"] = std::move(*artifacts);
        addFlag(work.evaluation, "build_from_cache");
    }
    const PythonChild::Answer answer = work.subject->ask(
        std::move(request), nullptr, Seconds(m_context.settings.limits.buildSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    work.evaluation.buildMs = millisecondsSince(began);
    if (answer.outcome.verdict != Verdict::Correct) {
        work.notLoaded = {source, answer.outcome};
        work.end(answer);
        return {};
    }
    work.loaded = source;
    return keepArtifacts(work);
}

Status PythonEvaluator::keepArtifacts(Work &work)
{
    const auto answer = work.subject->ask(
        {{"do", "artifacts"}}, nullptr, Seconds(m_context.settings.limits.callSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    // A candidate that spoils this is judged by what it does next.
    return m_artifacts.keep(work.loaded, answer.body.value("artifacts", Json()));
}

} // namespace loupe
