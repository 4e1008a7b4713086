// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/hostlimits.h"
#include "core/platforms/host/hostprocess.h"
#include "core/platforms/host/hostprotocol.h"
#include "core/platforms/host/hostverdict.h"
#include "core/platforms/host/nativehost.h"
#include "core/platforms/inputs/inputseed.h"

namespace loupe {

namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr double minSeconds = 60.0; ///< references are plain and accumulate in double
constexpr double callFactor = 6.0;

class Oracle
{
public:
    Oracle(HostProcess host, const HostSettings &settings, const std::filesystem::path &library,
           std::stop_token stop)
        : m_host(std::move(host))
        , m_limits(settings.limits)
        , m_library(library.string())
        , m_stop(std::move(stop))
    {
    }

    Status awaitLoaded()
    {
        const Result<Message> message = m_host.channel.receive(deadline(), m_stop);
        if (!message)
            return ended(message.error(), {});
        if (message->body.contains("ready"))
            return {};
        return broken("the reference cannot be loaded: " + message->body.dump(), {});
    }

    Result<TrialData> compute(const TrialSpec &trial, std::size_t index, const std::string &seed)
    {
        const HostTrial host = hostTrial(trial);
        Result<TensorArena> inputs = TensorArena::create(host.inputs);
        Result<TensorArena> expected = TensorArena::create(host.outputs);
        if (!inputs || !expected)
            return inputs ? expected.error() : inputs.error();
        expected->poison();
        std::vector<Drawing> drawings;
        for (std::size_t i = 0; i < trial.inputs.size(); ++i)
            drawings.push_back({trial.inputs[i].generator, inputSeed(seed, index, i)});
        Json request{{"draw", toJson(host)}};
        request["draw"]["drawings"] = toJson(drawings);
        const Result<std::string> id
            = m_host.ask(std::move(request), {inputs->fd(), expected->fd()});
        if (!id)
            return ended(id.error(), trial.caseName).error();
        const Result<Message> answer = m_host.channel.receive(deadline(), m_stop);
        if (!answer)
            return ended(answer.error(), trial.caseName).error();
        if (answer->body.contains("error") && answer->body["error"].is_string())
            return broken(answer->body["error"].get<std::string>(), trial.caseName);
        if (!answer->body.contains("id") || answer->body["id"] != *id)
            return broken("the reference disturbs the oracle's connection", trial.caseName);
        if (const int damaged = expected->damagedSlack(); damaged >= 0)
            return broken("the reference writes outside output \""
                              + expected->spec(static_cast<std::size_t>(damaged)).name + "\"",
                          trial.caseName);
        if (Status sealed = inputs->seal(); !sealed)
            return sealed.error();
        if (Status sealed = expected->seal(); !sealed)
            return sealed.error();
        return TrialData{trial, seed, std::move(inputs).value(), std::move(expected).value()};
    }

private:
    SteadyClock::time_point deadline() const
    {
        const double seconds = std::max(minSeconds, callFactor * m_limits.callSeconds);
        return SteadyClock::now()
            + std::chrono::duration_cast<SteadyClock::duration>(
                   std::chrono::duration<double>(seconds));
    }

    Error broken(const std::string &message, const std::string &where) const
    {
        return Error{.code = Errc::InvalidInput,
                     .message = message,
                     .where = where.empty() ? m_library : where,
                     .detail = m_host.child->outputSoFar()};
    }

    /// Returns why no answer came.
    Status ended(const Error &error, const std::string &where)
    {
        if (error.code == Errc::Cancelled)
            return error;
        if (error.code == Errc::Timeout)
            return broken("the reference did not return in time", where);
        if (error.code == Errc::Corrupt)
            return broken("the reference disturbs the oracle's connection", where);
        const ChildEnd end = m_host.end(endPatience);
        if (m_host.status->stage == static_cast<std::uint32_t>(HostStage::NotStarted))
            return Error{.code = Errc::Environment,
                         .message = "kloupe-host did not start",
                         .detail = end.output};
        return broken("the reference " + verdictOfEnd(end, *m_host.status, {}, m_limits).message,
                      where);
    }

    HostProcess m_host;
    SubjectLimits m_limits;
    std::string m_library;
    std::stop_token m_stop;
};

} // namespace

Result<std::vector<TrialData>> runOracle(const std::filesystem::path &referenceLibrary,
                                         const std::vector<TrialSpec> &trials,
                                         const std::string &seed, const HostSettings &settings,
                                         std::stop_token stop)
{
    Result<HostProcess> host = HostProcess::start(HostRole::Oracle, referenceLibrary, settings);
    if (!host)
        return host.error();
    Oracle oracle(std::move(host).value(), settings, referenceLibrary, std::move(stop));
    if (Status loaded = oracle.awaitLoaded(); !loaded)
        return loaded.error();
    std::vector<TrialData> all;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        Result<TrialData> data = oracle.compute(trials[i], i, seed);
        if (!data)
            return data.error();
        all.push_back(std::move(data).value());
    }
    return all;
}

} // namespace loupe
