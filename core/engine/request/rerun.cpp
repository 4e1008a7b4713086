// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/rerun.h"

#include "core/engine/request/profile.h"

#include <algorithm>

namespace loupe {

namespace {

Error refused(const EvaluationDetail &detail, std::string why, std::string hint)
{
    return {Errc::InvalidInput, std::move(why), "evaluation " + std::to_string(detail.row.id.value),
            std::move(hint)};
}

void add(const EvaluationDetail &detail, std::vector<GivenCandidates> &given)
{
    auto found = std::ranges::find(given, detail.row.method,
                                   [](const GivenCandidates &each) { return each.method.name; });
    if (found == given.end()) {
        Method method;
        method.name = detail.row.method;
        method.isDemo = detail.row.isDemo;
        given.push_back({std::move(method), {}});
        found = given.end() - 1;
    }
    found->candidates.push_back(detail.evaluation.candidate);
}

Result<RunRequest> optionsOf(const Run &run, const std::filesystem::path &suite)
{
    if (run.origin == "engine") {
        auto request = requestFromProfile(run.profileJson);
        if (request)
            request->fromFile.source = "the stored run \"" + run.name + "\"";
        return request;
    }
    if (suite.empty())
        return Error{Errc::InvalidInput,
                     "the run \"" + run.name
                         + "\" was imported, so that the folder of its suite is "
                           "not known",
                     "suite", "name the benchmark's checkout with --suite"};
    return RunRequest();
}

} // namespace

Result<RunRequest> requestToRerun(const std::filesystem::path &store,
                                  std::span<const RowId> evaluations,
                                  const std::filesystem::path &suite, RerunSeeds seeds)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    Run run;
    std::vector<GivenCandidates> given;
    for (const RowId id : evaluations) {
        const auto detail = (*reader)->detail(id);
        if (!detail)
            return detail.error();
        if (Status known = requireSource(*detail); !known)
            return known.error();
        if (!run.uuid.empty() && run.uuid != detail->run.uuid)
            return refused(*detail,
                           "it is of the run \"" + detail->run.name + "\", others of \"" + run.name
                               + "\"",
                           "choose evaluations of one run: they share its options");
        run = detail->run;
        add(*detail, given);
    }
    if (given.empty())
        return Error{Errc::InvalidInput, "no evaluation was chosen", "evaluations",
                     "name evaluations by their ids, as kloupe query lists them"};
    auto request = optionsOf(run, suite);
    if (!request)
        return request.error();
    request->store = store;
    request->given = std::move(given);
    if (!suite.empty())
        request->suite = suite;
    if (seeds == RerunSeeds::Stored) {
        const auto profile = parseProfile(run.profileJson);
        if (!profile)
            return profile.error();
        request->seed = profile->seed;
    }
    return request;
}

Status requireSource(const EvaluationDetail &detail)
{
    if (detail.evaluation.candidate.source.empty())
        return refused(detail, "its source is not in the store",
                       "only what was submitted can be run again");
    return {};
}

Result<RunRequest> requestOf(const EvaluationDetail &detail)
{
    if (Status known = requireSource(detail); !known)
        return known.error();
    if (detail.run.origin != "engine")
        return Error{Errc::Unsupported,
                     "the run was not made by this program, so its options are not known",
                     "evaluation " + std::to_string(detail.row.id.value),
                     "evaluate the candidate with kloupe rerun --suite first"};
    auto request = requestFromProfile(detail.run.profileJson);
    if (request) {
        request->fromFile.source = "the stored run \"" + detail.run.name + "\"";
        add(detail, request->given);
    }
    return request;
}

} // namespace loupe
