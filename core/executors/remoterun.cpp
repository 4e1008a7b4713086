// SPDX-License-Identifier: Apache-2.0
#include "core/executors/remoterun.h"

#include "core/base/pause.h"
#include "core/engine/contract/runcontrol.h"
#include "core/engine/request/runpreset.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/engine/run/runtoresume.h"
#include "core/executors/job.h"
#include "core/executors/nodetalk.h"
#include "core/executors/runsink.h"

#include <algorithm>
#include <optional>

namespace loupe {

namespace {

Error neverReached(const NodeAccess &node, const Error &error, const std::string &remarks)
{
    return {Errc::Environment, "no connection to " + node.place + ": " + error.message, node.place,
            "the test command in resources/help/launching.md shows more",
            remarks.empty() ? error.detail : remarks};
}

/// Resumes the noted job if the requesting process died before the store had anything of the run.
void goOnWithAsked(RunRequest &request, const NodeAccess &node)
{
    if (!node.asked || !request.resume)
        return;
    const auto run = runToResume(request, readRuns(request.store));
    if (run || run.error().code != Errc::NotFound)
        return;
    if (const auto job = node.asked->find(request.store, request.name, node.place)) {
        request.job = job->id;
        request.name = job->name;
        request.resume = false;
    }
}

NodeJob askedJob(const RunSink &sink, const RunRequest &request, const std::string &place)
{
    std::error_code failed;
    NodeJob job{sink.job(), sink.runName(),
                std::filesystem::absolute(request.store, failed).string(),
                RunPreset{sink.runName(), place, request}, 1};
    RunRequest &kept = job.preset.request;
    kept.suite = std::filesystem::absolute(kept.suite, failed);
    for (std::filesystem::path &folder : kept.candidates)
        folder = std::filesystem::absolute(folder, failed);
    return job;
}

} // namespace

Result<RunOutcome> runOnNode(ResolvedRequest resolved, const NodeAccess &node,
                             RunObserver &observer, const std::stop_token &stopped)
{
    RunControl own;
    const std::shared_ptr<RunControl> given = resolved.request.control;
    RunControl &control = given ? *given : own;
    const std::stop_callback stopping(stopped, [&control] { control.cancelAll(); });
    const std::stop_token stop = control.token();
    ignoreBrokenPipes();
    goOnWithAsked(resolved.request, node);
    const RunRequest &request = resolved.request;
    const Plan &plan = resolved.plan;
    auto sink = RunSink::open(resolved, observer);
    if (!sink)
        return sink.error();
    const std::string job = (*sink)->job();
    const bool isNew = !request.resume && request.job != job;
    if (node.asked) {
        if (Status noted = node.asked->note(askedJob(**sink, request, node.place)); !noted)
            return noted.error();
    }
    observer.planned({(*sink)->runName(),
                      plan.suiteName(),
                      plan.tasks,
                      (*sink)->total(),
                      (*sink)->alreadyDone(),
                      plan.skipped,
                      plan.isNative(),
                      {}});
    (*sink)->queue();
    KnownNews known;
    auto pause = node.firstPause;
    bool wasReached = false;
    bool mayRestart = true;
    int interrupted = 0;
    while (!stop.stop_requested()) {
        auto connection = node.connect();
        if (!connection)
            return connection.error();
        NodeTalk talk((*connection)->lines(), **sink, request, node.place, known, stop);
        const auto ended = talk.run(mayRestart);
        if (talk.wasHeard()) {
            wasReached = true;
            pause = node.firstPause;
            mayRestart = false; // from now on, every end was requested by us
        }
        if (ended && *ended != "interrupted") {
            auto outcome = (*sink)->finish(*ended != "finished");
            if (outcome && *ended == "finished" && outcome->infraErrors == 0)
                talk.forget();
            // From here on, the store itself shows what is left.
            if (outcome && node.asked)
                node.asked->forget(job);
            return outcome;
        }
        if (ended && ++interrupted > 3)
            return Error{Errc::Internal, "the engine on the node ends again and again", node.place,
                         "its output is in the job's folder there"};
        if (!ended && ended.error().code != Errc::Io && ended.error().code != Errc::Cancelled)
            return ended.error();
        if (!ended && !wasReached && isNew && node.asked)
            node.asked->forget(job);
        if (!ended && !wasReached && !stop.stop_requested())
            return neverReached(node, ended.error(), (*connection)->remarks());
        if (!stop.stop_requested()) {
            observer.logged(ended
                                ? "the engine on " + node.place + " was killed; it is started again"
                                : "connection to " + node.place
                                    + " lost; trying again. Commands to the run take effect then");
            pauseFor(pause, stop);
            pause = std::min(pause * 2, node.maxPause);
        }
    }
    return (*sink)->finish(true);
}

} // namespace loupe
