// SPDX-License-Identifier: Apache-2.0
#include "core/executors/executor.h"

#include "core/executors/slurmexecutor.h"
#include "core/executors/sshplace.h"

namespace loupe {

namespace {

class LocalExecutor final : public Executor
{
public:
    Result<RunOutcome> run(const RunRequest &request, RunObserver &observer,
                           const std::stop_token &stop) override
    {
        return executeRun(request, observer, stop);
    }
};

} // namespace

Result<std::unique_ptr<Executor>> makeExecutor(const std::string &place)
{
    if (place.empty() || place == "local")
        return {std::make_unique<LocalExecutor>()};
    if (place.starts_with("ssh:")) {
        auto parsed = parseSshPlace(place.substr(4));
        if (!parsed)
            return parsed.error();
        return makeSshExecutor(std::move(*parsed), place);
    }
    if (place.starts_with("slurm:") && place.size() > 6)
        return makeSlurmExecutor(place.substr(6));
    return Error{Errc::InvalidInput,
                 "\"" + place + "\" is no place to run at",
                 "place",
                 "one of local, ssh:HOST, slurm:TEMPLATE",
                 {}};
}

} // namespace loupe
