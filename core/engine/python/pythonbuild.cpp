// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/deviceconnections.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"
#include "core/engine/request/submissionentry.h"

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
    work.constructed.reset();
    work.loaded.clear();
    const OccupationReporter::Scope telling(m_reporter, Occupation::Start);
    StageSeconds::Part starting(work.seconds, "start subject server");
    const auto server = subjects(work.stop);
    if (!server)
        return server.error();
    starting.stop();
    const StageSeconds::Part forking(work.seconds, "fork subject");
    auto child = (*server)->forkWith(
        deviceVariables(m_context.settings.device, work.item.candidate.source), work.stop);
    if (!child)
        return child.error();
    work.subject = watched(std::move(*child), m_reporter, turns(), work.room);
    return {};
}

Status PythonEvaluator::loadAfresh(Work &work, const std::string &source)
{
    if (work.notLoaded && work.notLoaded->source == source) {
        work.end(work.notLoaded->outcome.verdict, work.notLoaded->outcome.message);
        return {};
    }
    if (Status forked = forkSubject(work); !forked)
        return forked;
    return load(work, source);
}

Json PythonEvaluator::loadRequest(const std::string &source) const
{
    const std::string ready = m_context.hasOperatorTests ? withOperatorImports(source) : source;
    Json request{
        {"do", "load"}, {"source", ready}, {"file_name", "candidate.py"}, {"style", "module"}};
    if (auto artifacts = m_artifacts.find(source))
        request["artifacts"] = std::move(*artifacts);
    return request;
}

Status PythonEvaluator::load(Work &work, const std::string &source)
{
    work.entering(Stage::Build);
    const auto began = std::chrono::steady_clock::now();
    Json request = loadRequest(source);
    if (request.contains("artifacts"))
        addFlag(work.evaluation, "build_from_cache");
    StageSeconds::Part loading(work.seconds, "load");
    const PythonChild::Answer answer = work.subject->ask(
        std::move(request), nullptr, Seconds(m_context.settings.limits.buildSeconds), work.stop);
    loading.stop();
    if (work.stop.stop_requested())
        return cancelledRun();
    work.evaluation.buildMs = millisecondsSince(began);
    if (m_context.smallInterface && SmallInterface::isUsedBy(source)) {
        if (const std::string missing = m_context.smallInterface->problem(); !missing.empty())
            work.notes += "\nkloupe: no small interface to torch: " + missing + "\n";
    }
    if (answer.outcome.verdict != Verdict::Correct) {
        work.notLoaded = NotLoaded{source, answer.outcome};
        work.end(answer);
        // What the compiler said is worth as much as what it made.
        return work.subject->isAlive() ? keepArtifacts(work, source) : Status();
    }
    work.loaded = source;
    return keepArtifacts(work, source);
}

Result<PythonChild::Answer> PythonEvaluator::loadAgain(Work &work, const std::string &source)
{
    if (Status forked = forkSubject(work); !forked)
        return forked.error();
    auto loaded = work.subject->ask(loadRequest(source), nullptr,
                                    Seconds(m_context.settings.limits.buildSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    return loaded;
}

Status PythonEvaluator::keepArtifacts(Work &work, const std::string &source)
{
    const StageSeconds::Part keeping(work.seconds, "keep build");
    const auto answer = work.subject->ask(
        {{"do", "artifacts"}}, nullptr, Seconds(m_context.settings.limits.callSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    // A candidate that spoils this is judged by what it does next.
    const Status kept = m_artifacts.keep(source, answer.body.value("artifacts", Json()));
    if (!kept) // a full disk says nothing about the candidate
        addFlag(work.evaluation, buildNotKept);
    return {};
}

} // namespace loupe
