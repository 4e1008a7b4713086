// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/subjectbuild.h"

#include "core/engine/machine/deviceconnections.h"
#include "core/engine/python/watchedchild.h"
#include "core/engine/request/submissionentry.h"
#include "core/model/record/sourcefiles.h"
#include "core/platforms/python/pythongeneratedcode.h"

#include <utility>

namespace loupe {

SubjectBuild::SubjectBuild(const PythonShared &shared, PythonServers &servers)
    : m_shared(shared)
    , m_context(shared.context)
    , m_servers(servers)
    , m_artifacts(shared.context.programs.cache / "python", shared.context.environment,
                  shared.context.settingsFor(PythonRole::Subject))
{
}

Status SubjectBuild::buildAhead(PythonWork &work)
{
    const PlanItem &item = work.item;
    const bool bySuite = m_context.judgesBySuite() && item.sourceAsSuite.has_value();
    const std::string source = bySuite ? *item.sourceAsSuite : item.candidate.source.toString();
    if (item.benchmark->entry != "Model" || isBlank(source))
        return {};
    work.verdict = Verdict::Correct;
    return loadAfresh(work, source);
}

Status SubjectBuild::fork(PythonWork &work)
{
    work.subject.reset();
    work.constructed.reset();
    work.loaded.clear();
    const OccupationReporter::Scope telling(m_shared.reporter, Occupation::Start);
    StageSeconds::Part starting(work.seconds, "start subject server");
    const auto server = m_servers.subjects(work.stop);
    if (!server)
        return server.error();
    starting.stop();
    const StageSeconds::Part forking(work.seconds, "fork subject");
    auto child = (*server)->forkWith(
        deviceVariables(m_context.settings.device, work.item.candidate.source.toString()),
        work.stop);
    if (!child)
        return child.error();
    work.subject = watched(std::move(*child), PythonRole::Subject, m_shared.reporter,
                           m_shared.turns(), work.room);
    return {};
}

Status SubjectBuild::loadAfresh(PythonWork &work, const std::string &source)
{
    if (work.notLoaded && work.notLoaded->source == source) {
        work.end(work.notLoaded->outcome.verdict, work.notLoaded->outcome.message);
        return {};
    }
    if (Status forked = fork(work); !forked)
        return forked;
    return load(work, source);
}

Json SubjectBuild::request(const std::string &source) const
{
    Json load{{"do", "load"}, {"style", "module"}};
    if (const auto files = splitFiles(source)) {
        load["source"] = files->front().text;
        load["file_name"] = files->front().path;
        load["files"] = Json::object();
        for (const SourceFile &file : *files)
            load["files"][file.path] = file.text;
    } else {
        load["source"] = m_context.hasOperatorTests ? withOperatorImports(source) : source;
        load["file_name"] = "candidate.py";
    }
    if (auto artifacts = m_artifacts.find(source))
        load["artifacts"] = std::move(*artifacts);
    return load;
}

Status SubjectBuild::load(PythonWork &work, const std::string &source)
{
    work.entering(Stage::Build);
    const auto began = std::chrono::steady_clock::now();
    Json asked = request(source);
    if (asked.contains("artifacts"))
        addFlag(work.evaluation, "build_from_cache");
    StageSeconds::Part loading(work.seconds, "load");
    const PythonChild::Answer answer = work.subject->ask(
        std::move(asked), nullptr, Seconds(m_context.settings.limits.buildSeconds), work.stop);
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
        // The compiler's diagnostics are cached like its output.
        return work.subject->isAlive() ? keepArtifacts(work, source) : Status();
    }
    work.loaded = source;
    return keepArtifacts(work, source);
}

Result<PythonChild::Answer> SubjectBuild::loadAgain(PythonWork &work, const std::string &source)
{
    if (Status forked = fork(work); !forked)
        return forked.error();
    auto loaded = work.subject->ask(request(source), nullptr,
                                    Seconds(m_context.settings.limits.buildSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    return loaded;
}

Status SubjectBuild::keepArtifacts(PythonWork &work, const std::string &source) const
{
    const StageSeconds::Part keeping(work.seconds, "keep build");
    const auto answer = work.subject->ask(
        {{"do", "artifacts"}}, nullptr, Seconds(m_context.settings.limits.callSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    // A candidate that spoils this is judged by its next calls.
    const Status kept = m_artifacts.keep(source, answer.body.value("artifacts", Json()));
    if (!kept) // a full disk says nothing about the candidate
        addFlag(work.evaluation, buildNotKept);
    return {};
}

void SubjectBuild::addGeneratedCode(PythonWork &work) const
{
    // The result on several shapes has the code of the own one.
    const bool isOwnShape = work.item.benchmark->shape.empty();
    if (m_context.settings.device == "cpu" || !isOwnShape || work.notLoaded
        || work.stop.stop_requested())
        return;
    auto &code = work.evaluation.generatedCode;
    if (!code.empty())
        return;
    const auto explain = [&](std::string note) {
        code.push_back({{}, {}, {}, {}, {}, {}, std::move(note)});
    };
    if (!work.subject || !work.subject->isAlive()) {
        explain("the candidate's process had ended");
        return;
    }
    const StageSeconds::Part collecting(work.seconds, "collect generated code");
    const auto answer
        = work.subject->ask({{"do", "generated_code"}}, nullptr,
                            Seconds(m_context.settings.limits.buildSeconds), work.stop);
    if (work.stop.stop_requested())
        return;
    if (answer.outcome.verdict != Verdict::Correct) {
        explain("the candidate's process did not answer: " + answer.outcome.message);
        return;
    }
    code = generatedCodeFrom(answer.body.value("generated_code", Json()));
    if (code.empty())
        explain("neither Triton nor an extension compiled anything in the candidate's process");
}

} // namespace loupe
