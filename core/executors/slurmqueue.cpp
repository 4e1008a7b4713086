// SPDX-License-Identifier: Apache-2.0
#include "core/executors/slurmqueue.h"

#include "core/base/files.h"
#include "core/sandbox/child/pipedprocess.h"

#include <algorithm>
#include <charconv>

namespace loupe {

namespace {

constexpr double commandSeconds = 60;
constexpr std::size_t maxSubmissionsBytes = std::size_t{16} << 20;

Error refusedBySlurm(const std::string &command, const ProgramAnswer &answer)
{
    return {Errc::Environment,
            answer.isTimeout ? command + " does not answer" : command + " failed", command,
            "its words below say why", answer.errors + answer.output};
}

} // namespace

Status SlurmQueue::submit(const std::vector<int> &shards)
{
    const auto answer = runProgram(sbatchCommand(m_site, m_folder, shards), commandSeconds);
    if (!answer)
        return answer.error();
    if (answer->exitCode != 0)
        return refusedBySlurm("sbatch", *answer);
    // "123" or "123;cluster", perhaps after messages of the site.
    std::string last = answer->output;
    while (!last.empty() && last.back() == '\n')
        last.pop_back();
    last.erase(0, last.rfind('\n') + 1);
    Submission submission{0, shards};
    const auto read = std::from_chars(last.data(), last.data() + last.size(), submission.arrayJob);
    if (read.ec != std::errc() || submission.arrayJob <= 0)
        return refusedBySlurm("sbatch", *answer);
    m_submissions.push_back(std::move(submission));
    return writeSubmissions();
}

Status SlurmQueue::writeSubmissions() const
{
    Json json = Json::array();
    for (const Submission &each : m_submissions)
        json.push_back({{"array_job", each.arrayJob}, {"shards", each.shards}});
    return writeFileAtomic(m_folder.path() / "submissions.json", json.dump());
}

Status SlurmQueue::readSubmissions()
{
    const std::filesystem::path file = m_folder.path() / "submissions.json";
    const auto text = readFile(file, maxSubmissionsBytes);
    if (!text)
        return adoptUnknown(); // the process ended before it stored the first array's number
    const auto json = parseJson(*text, file.string());
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const Json wrapped{{"submissions", *json}};
    const JsonReader reader(wrapped, file.string(), "", problems);
    for (const JsonReader &each : reader.objects("submissions")) {
        Submission submission{each.requiredInteger("array_job"), {}};
        for (const Json &shard : each.json().value("shards", Json::array())) {
            if (shard.is_number_integer())
                submission.shards.push_back(shard.get<int>());
        }
        m_submissions.push_back(std::move(submission));
    }
    return problems.empty() ? adoptUnknown() : Status(toError(problems));
}

/// Adopts arrays found by name: a submitting process may be killed before it stores the array's
/// number.
Status SlurmQueue::adoptUnknown()
{
    const auto squeue = runProgram(
        {"squeue", "--json", "--states=all", "--name=" + arrayName(m_folder)}, commandSeconds);
    if (!squeue)
        return squeue.error();
    if (squeue->exitCode != 0)
        return refusedBySlurm("squeue", *squeue);
    const auto jobs = arrayJobsNamed(squeue->output, arrayName(m_folder));
    if (!jobs)
        return jobs.error();
    for (const std::int64_t job : *jobs) {
        if (std::ranges::any_of(m_submissions,
                                [&](const Submission &each) { return each.arrayJob == job; }))
            continue;
        const auto states = statesFromSqueue(squeue->output, job);
        Submission adopted{job, {}};
        for (const auto &[shard, state] : states ? *states : ArrayStates())
            adopted.shards.push_back(shard);
        m_submissions.push_back(std::move(adopted));
    }
    return m_submissions.empty() ? Status() : writeSubmissions();
}

Result<ArrayStates> SlurmQueue::states() const
{
    ArrayStates out;
    for (const Submission &each : m_submissions) {
        const std::string id = std::to_string(each.arrayJob);
        const auto squeue
            = runProgram({"squeue", "--json", "--states=all", "--jobs=" + id}, commandSeconds);
        if (!squeue)
            return squeue.error();
        if (squeue->isTimeout)
            return refusedBySlurm("squeue", *squeue);
        auto known = statesFromSqueue(squeue->output, each.arrayJob);
        if (!known || known->empty()) {
            // squeue forgets a job some minutes after its end; accounting, if the site has it, does
            // not.
            const auto sacct = runProgram({"sacct", "--noheader", "--parsable2", "--allocations",
                                           "--format=JobID,State", "--jobs=" + id},
                                          commandSeconds);
            if (sacct && sacct->exitCode == 0)
                known = statesFromSacct(sacct->output, each.arrayJob);
            else if (squeue->errors.find("Invalid job id") == std::string::npos && !known)
                return refusedBySlurm("squeue", *squeue);
            else
                known = ArrayStates();
        }
        for (const int shard : each.shards) {
            const auto state = known->find(shard);
            out[shard] = state == known->end() ? ArrayTaskState::Ended : state->second;
        }
    }
    return out;
}

void SlurmQueue::cancel(Which which) const
{
    for (const Submission &each : m_submissions) {
        std::vector<std::string> argv{"scancel"};
        if (which == Which::Waiting)
            argv.emplace_back("--state=PENDING");
        argv.push_back(std::to_string(each.arrayJob));
        static_cast<void>(runProgram(argv, commandSeconds));
    }
}

} // namespace loupe
