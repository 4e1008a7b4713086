// SPDX-License-Identifier: Apache-2.0
#include "core/executors/makeexecutor.h"

#include "core/base/result.h"
#include "core/engine/run/outsideuse.h"
#include "core/engine/run/runner.h"
#include "core/executors/precisionruns.h"
#include "core/executors/slurmexecutor.h"
#include "core/executors/sshtarget.h"

#include <utility>

namespace loupe {

namespace {

class LocalPlace final : public RunPlace
{
public:
    Result<RunOutcome> run(ResolvedRequest resolved, RunObserver &observer,
                           const std::stop_token &stop) override
    {
        return executeResolved(resolved, observer, stop);
    }
};

/// Checks common to all places. Nothing named by a file runs outside the sandbox before the user
/// accepted it, and unsandboxed runs are reported before and after.
class GuardedExecutor final : public Executor
{
public:
    explicit GuardedExecutor(std::unique_ptr<RunPlace> place) : m_place(std::move(place)) { }

    Result<RunOutcome> run(const RunRequest &request, RunObserver &observer,
                           const std::stop_token &stop) override
    {
        if (const std::string overruled = overruledSandbox(request); !overruled.empty())
            observer.logged(overruled);
        if (request.dryRun) // planned here, wherever the run would be
            return executeRun(request, observer, stop);
        if (Status accepted = demandAccepted(request); !accepted)
            return accepted.error();
        if (request.sandbox == SandboxMode::Bubblewrap)
            return runResolved(request, observer, stop);
        // On other places, only that machine knows the user that runs them.
        if (const Status may = permitted(request.sandboxChoice()); request.place.empty() && !may)
            return may.error();
        observer.logged(unconfinedWarning(request.place));
        auto outcome = runResolved(request, observer, stop);
        observer.logged(unconfinedReminder(request.place));
        return outcome;
    }

private:
    Result<RunOutcome> runResolved(const RunRequest &request, RunObserver &observer,
                                   const std::stop_token &stop)
    {
        auto resolved = resolveRequest(request);
        if (!resolved)
            return resolved.error();
        if (resolved->plan.precisions.size() > 1)
            return runEachPrecision(*resolved, *m_place, observer, stop);
        return m_place->run(std::move(*resolved), observer, stop);
    }

    std::unique_ptr<RunPlace> m_place;
};

Result<std::unique_ptr<RunPlace>> placeNamed(const std::string &place)
{
    if (place.empty() || place == "local")
        return {std::make_unique<LocalPlace>()};
    if (place.starts_with("ssh:")) {
        auto parsed = parseSshTarget(place.substr(4));
        if (!parsed)
            return parsed.error();
        return makeSshPlace(std::move(*parsed), place);
    }
    if (place.starts_with("slurm:") && place.size() > 6)
        return makeSlurmPlace(place.substr(6));
    return Error{Errc::InvalidInput, "is not a target of runs", place,
                 "use local, ssh:HOST or slurm:TEMPLATE"};
}

} // namespace

Result<std::unique_ptr<Executor>> makeExecutor(const std::string &place)
{
    auto named = placeNamed(place);
    if (!named)
        return named.error();
    return {std::make_unique<GuardedExecutor>(std::move(*named))};
}

Result<RunOutcome> runAtPlace(RunRequest request, RunObserver &observer,
                              const std::stop_token &stop)
{
    if (request.place == "local")
        request.place.clear();
    const auto executor = makeExecutor(request.place);
    return executor ? (*executor)->run(request, observer, stop)
                    : Result<RunOutcome>(executor.error());
}

Result<RunPreset> presetToKeep(const RunRequest &request, const std::string &name)
{
    auto preset = presetOf(request, name);
    if (!preset)
        return preset;
    if (const auto place = makeExecutor(preset->place); !place)
        return place.error();
    return preset;
}

} // namespace loupe
