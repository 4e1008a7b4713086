// SPDX-License-Identifier: Apache-2.0
#include "core/executors/slurmexecutor.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/result.h"
#include "core/engine/contract/runcontrol.h"
#include "core/engine/run/recorder.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/executors/askedjobs.h"
#include "core/executors/job.h"
#include "core/executors/linefile.h"
#include "core/executors/shardmerge.h"
#include "core/executors/slurmstates.h"
#include "core/executors/slurmtemplate.h"
#include "core/executors/watcheditems.h"
#include "core/sandbox/child/pipedprocess.h"
#include "core/store/write/storewriter.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int maxBarrenAttempts = 3;
constexpr std::chrono::seconds cancelTime{30};
constexpr double steerSeconds = 0.2;

constexpr double commandSeconds = 60;
constexpr std::size_t maxSubmissionsBytes = std::size_t{16} << 20;

Error refusedBySlurm(const std::string &command, const ProgramAnswer &answer)
{
    return {Errc::Environment,
            answer.isTimeout ? command + " does not answer" : command + " failed", command,
            "its words below say why", answer.errors + answer.output};
}

/// Slurm arrays of one job, managed through Slurm's commands. The submissions are stored in the
/// job's folder.
class SlurmQueue
{
public:
    SlurmQueue(const SlurmTemplate &site, const JobFolder &folder) : m_site(site), m_folder(folder)
    {
    }

    /// Submits an array of these shards.
    Status submit(const std::vector<int> &shards)
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
        const auto read
            = std::from_chars(last.data(), last.data() + last.size(), submission.arrayJob);
        if (read.ec != std::errc() || submission.arrayJob <= 0)
            return refusedBySlurm("sbatch", *answer);
        m_submissions.push_back(std::move(submission));
        return writeSubmissions();
    }
    /// Reads the submissions of earlier processes.
    Status readSubmissions()
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
    /// Returns the state of every shard's last submission, from squeue or else from sacct. A task
    /// unknown to both has ended.
    Result<ArrayStates> states() const
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
                // squeue forgets a job some minutes after its end; accounting, if the site has it,
                // does not.
                const auto sacct
                    = runProgram({"sacct", "--noheader", "--parsable2", "--allocations",
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

    enum class Which { Waiting, All };
    void cancel(Which which) const
    {
        for (const Submission &each : m_submissions) {
            std::vector<std::string> argv{"scancel"};
            if (which == Which::Waiting)
                argv.emplace_back("--state=PENDING");
            argv.push_back(std::to_string(each.arrayJob));
            static_cast<void>(runProgram(argv, commandSeconds));
        }
    }

private:
    struct Submission {
        std::int64_t arrayJob = 0;
        std::vector<int> shards;
    };
    Status writeSubmissions() const
    {
        Json json = Json::array();
        for (const Submission &each : m_submissions)
            json.push_back({{"array_job", each.arrayJob}, {"shards", each.shards}});
        return writeFileAtomic(m_folder.path() / "submissions.json", json.dump());
    }
    /// Adopts arrays found by name: a submitting process may be killed before it stores the array's
    /// number.
    Status adoptUnknown()
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

    const SlurmTemplate &m_site;
    const JobFolder &m_folder;
    std::vector<Submission> m_submissions;
};

/// Returns the names of the jobs whose folders the site has for a store.
std::set<std::string> jobNamesIn(const SlurmTemplate &site, const std::string &store)
{
    std::set<std::string> names;
    newestJob(site.folder, [&](const NodeJob &job) {
        if (job.store == store)
            names.insert(job.name);
        return false; // all of them, not the newest
    });
    return names;
}

/// A single run of the executor.
class SlurmRun
{
public:
    SlurmRun(SlurmTemplate site, std::string place, const ResolvedRequest &resolved,
             RunObserver &observer, const std::stop_token &stop)
        : m_site(std::move(site))
        , m_place(std::move(place))
        , m_request(resolved.request)
        , m_plan(resolved.plan)
        , m_observer(observer)
        , m_items(observer, m_request.control)
        , m_stop(stop)
        , m_storeLock(resolved.storeLock)
    {
    }

    Result<RunOutcome> run()
    {
        if (auto asked = AskedJobs::ofThisMachine(); asked)
            m_asked.emplace(std::move(*asked));
        // Before anything is submitted, because a job without a store to fill would be left over.
        if (Status locked = lock(); !locked)
            return locked.error();
        if (Status found = m_request.resume ? findOldJob() : makeJob(); !found)
            return found.error();
        const auto planned = static_cast<int>(m_plan.items.size());
        auto merge
            = ShardMerge::open(m_request.store, *m_folder, m_job, m_observer, planned, m_storeLock);
        if (!merge)
            return merge.error();
        m_merge = std::move(*merge);
        const auto stored = m_merge->stored();
        if (!stored)
            return stored.error();
        m_observer.planned({m_job.name,
                            m_plan.suiteName(),
                            m_plan.tasks,
                            planned,
                            static_cast<int>(stored->size()),
                            m_plan.skipped,
                            m_plan.isNative(),
                            {}});
        m_items.queue(m_plan, *stored);
        m_merge->tellThrough(m_items);
        if (Status taken = m_merge->takeNews(); !taken)
            return taken.error();
        if (Status followed = follow(); !followed)
            return followed.error();
        auto outcome = m_merge->finish(m_stop.stop_requested());
        std::error_code ignored;
        if (outcome && !outcome->cancelled && outcome->infraErrors == 0)
            fs::remove_all(m_folder->path(), ignored);
        if (outcome && !outcome->cancelled && m_asked)
            m_asked->forget(m_job.id);
        return outcome;
    }

private:
    Status lock()
    {
        if (m_storeLock != nullptr)
            return {};
        auto taken = lockStore(m_request.store);
        if (!taken)
            return taken.error();
        m_storeLock = &m_ownLock.emplace(std::move(*taken));
        return {};
    }
    Status makeJob()
    {
        std::error_code failed;
        m_job.id = m_request.job.empty() ? randomHex(16) : m_request.job;
        m_job.store = fs::absolute(m_request.store, failed).string();
        const StoredRuns runs = readRuns(m_request.store);
        m_job.name = m_request.name.empty()
            ? freeRunName(m_plan, runs, {""}, jobNamesIn(m_site, m_job.store))
            : m_request.name;
        if (runs && std::ranges::any_of(*runs, [&](const RunSummary &each) {
                return each.run.name == m_job.name;
            }))
            return Error{Errc::InvalidInput,
                         "the store has a run named \"" + m_job.name + "\" already",
                         m_request.store.string(), "choose another name, or resume that run"};
        if (Status free = checkNoJobNamed(m_job.name, m_job.store); !free)
            return free;
        m_job.shards = std::min(m_site.tasks, static_cast<int>(m_plan.items.size()));
        m_job.preset = {m_job.name, "local", m_request};
        m_job.preset.request.suite = fs::absolute(m_request.suite, failed);
        for (fs::path &folder : m_job.preset.request.candidates)
            folder = fs::absolute(folder, failed);
        m_folder.emplace(fs::path(m_site.folder) / m_job.id);
        if (Status made = m_folder->create(); !made)
            return made;
        if (Status written = writeScript(); !written)
            return written;
        if (Status written = m_folder->writeJob(m_job); !written)
            return written;
        if (m_asked) {
            NodeJob asked = m_job;
            asked.preset.place = m_place;
            if (Status noted = m_asked->note(asked); !noted)
                return noted;
        }
        m_queue.emplace(m_site, *m_folder);
        std::vector<int> all;
        for (int shard = 1; shard <= m_job.shards; ++shard)
            all.push_back(shard);
        return m_queue->submit(all);
    }
    /// Refuses a second job of that name for the store. Results of both would be merged as the runs
    /// "NAME" and "NAME (2)".
    Status checkNoJobNamed(const std::string &name, const std::string &store) const
    {
        const auto job = newestJob(m_site.folder, [&](const NodeJob &each) {
            return each.store == store && each.name == name;
        });
        if (!job)
            return {};
        return Error{
            Errc::InvalidInput, "a job named \"" + name + "\" was submitted for this store already",
            (fs::path(m_site.folder) / job->id).string(),
            "continue it with --resume, choose another name with --name, or remove its folder"};
    }
    Status writeScript() const
    {
        std::error_code failed;
        std::string program = m_site.program;
        if (program.empty())
            program = fs::read_symlink("/proc/self/exe", failed).string();
        return writeFileAtomic(m_folder->path() / "array.sh",
                               arrayScript(m_site, *m_folder, program, m_request.sandboxChoice()));
    }
    Status findOldJob()
    {
        std::error_code failed;
        const std::string store = fs::absolute(m_request.store, failed).string();
        const auto job = newestJob(m_site.folder, [&](const NodeJob &each) {
            return each.store == store && (m_request.name.empty() || each.name == m_request.name);
        });
        if (!job)
            return Error{Errc::NotFound, "this store has no job to continue", m_site.folder,
                         "start a new run without --resume"};
        m_folder.emplace(fs::path(m_site.folder) / job->id);
        m_job = *job;
        // Only this call decides whether the sandbox is left, not the one that began the job.
        if (Status written = writeScript(); !written)
            return written;
        m_folder->withdrawCancel();
        // Failed shards and those with infrastructure errors are retried.
        for (int shard = 1; shard <= m_job.shards; ++shard) {
            const auto end = m_folder->readEnd(shard);
            if (end && (end->state != "finished" || end->infraErrors > 0))
                m_folder->removeEnd(shard);
        }
        m_queue.emplace(m_site, *m_folder);
        return m_queue->readSubmissions();
    }
    Status follow()
    {
        // Commands of an earlier watcher no longer apply: items it cancelled are to be run.
        auto steering = LineFileWriter::beginAnew(m_folder->steerFile(), randomHex(16));
        if (!steering)
            return steering.error();
        m_steering.emplace(std::move(*steering));
        while (!m_stop.stop_requested()) {
            if (Status done = step(); !done)
                return done;
            if (m_merge->isAllFinished())
                return {};
            if (m_failure && m_wasLost.size() == m_merge->unfinished().size()) {
                static_cast<void>(m_merge->finish(true));
                return *m_failure;
            }
            sleep();
        }
        return cancel();
    }
    Status step()
    {
        const auto states = m_queue->states();
        takeWords();
        // The stores are read after the queue, so that the results of ended tasks are included.
        if (Status taken = m_merge->takeNews(); !taken)
            return taken;
        if (!states) {
            m_observer.logged("Slurm does not answer: " + states.error().text());
            return {};
        }
        sayStates(*states);
        return submitLost(*states);
    }
    /// Resubmits shards that are neither finished nor running.
    Status submitLost(const ArrayStates &states)
    {
        std::vector<int> again;
        std::set<int> lost;
        for (int shard = 1; shard <= m_job.shards; ++shard) {
            const auto state = states.find(shard);
            const bool isWorkedOn = state != states.end() && state->second != ArrayTaskState::Ended;
            if (isWorkedOn || m_merge->isFinished(shard))
                continue;
            lost.insert(shard);
            if (m_wasLost.count(shard) == 0)
                continue;
            const auto end = m_folder->readEnd(shard);
            if (end && end->state == "failed") {
                m_failure = end->error;
                continue;
            }
            const int brought = m_merge->evaluationsOf(shard);
            m_barren[shard] = brought > m_brought[shard] ? 1 : m_barren[shard] + 1;
            m_brought[shard] = brought;
            if (m_barren[shard] > maxBarrenAttempts)
                m_failure = Error{Errc::Environment,
                                  fmt::format("shard {} was lost {} times without a result", shard,
                                              maxBarrenAttempts),
                                  m_folder->shardLog(shard).string(),
                                  "its log says more; kloupe run --resume tries again"};
            else
                again.push_back(shard);
        }
        m_wasLost = std::move(lost);
        for (const int shard : again) {
            m_wasLost.erase(shard);
            m_observer.logged(
                fmt::format("shard {} stopped before its end; submitted again", shard));
        }
        return again.empty() ? Status() : m_queue->submit(again);
    }
    /// Cancels waiting tasks in the queue. Running tasks notice the cancel file and copy their
    /// store back.
    Status cancel()
    {
        if (Status asked = m_folder->requestCancel(); !asked)
            return asked;
        m_queue->cancel(SlurmQueue::Which::Waiting);
        const auto deadline = std::chrono::steady_clock::now() + cancelTime;
        while (std::chrono::steady_clock::now() < deadline) {
            const auto states = m_queue->states();
            if (states && std::ranges::all_of(*states, [](const auto &task) {
                    return task.second == ArrayTaskState::Ended;
                }))
                break;
            pauseFor(std::chrono::milliseconds(200), {});
        }
        m_queue->cancel(SlurmQueue::Which::All);
        return m_merge->takeNews();
    }
    /// Reads the engines' news. Comes before the results, because an item begins before it ends.
    void takeWords()
    {
        for (int shard = 1; shard <= m_job.shards; ++shard) {
            if (m_merge->isFinished(shard))
                continue;
            LineFileReader &file
                = m_words.try_emplace(shard, m_folder->shardNews(shard)).first->second;
            for (const Json &news : file.news())
                static_cast<void>(m_items.take(news, fmt::format("shard {}", shard)));
        }
    }
    /// Sends each new command to all shards; a shard ignores items that are not its own.
    Status steer()
    {
        for (const Json &command : m_items.commandsAfter(m_steered)) {
            if (Status added = m_steering->add(command); !added)
                return added;
            ++m_steered;
        }
        return {};
    }
    void sayStates(const ArrayStates &states)
    {
        int waiting = 0;
        int running = 0;
        for (const auto &[shard, state] : states) {
            waiting += state == ArrayTaskState::Waiting ? 1 : 0;
            running += state == ArrayTaskState::Running ? 1 : 0;
        }
        std::string said
            = fmt::format("Slurm: {} of {} shards are done, {} run, {} wait",
                          m_job.shards - static_cast<int>(m_merge->unfinished().size()),
                          m_job.shards, running, waiting);
        if (said == m_saidStates)
            return;
        m_saidStates = std::move(said);
        m_observer.logged(m_saidStates);
    }
    /// Sleeps until the next query of Slurm, forwarding commands meanwhile.
    void sleep()
    {
        for (double slept = 0; slept < m_site.pollSeconds && !m_stop.stop_requested();
             slept += steerSeconds) {
            pauseFor(
                std::chrono::duration<double>(std::min(steerSeconds, m_site.pollSeconds - slept)),
                m_stop);
            if (const Status steered = steer(); !steered)
                m_observer.logged(steered.error().text());
        }
    }

    SlurmTemplate m_site;
    std::string m_place;
    const RunRequest &m_request;
    const Plan &m_plan;
    RunObserver &m_observer;
    WatchedItems m_items;
    std::stop_token m_stop;
    const WriterLock *m_storeLock;
    std::optional<WriterLock> m_ownLock; ///< before m_merge, which writes under it
    NodeJob m_job;
    std::optional<JobFolder> m_folder;
    std::optional<AskedJobs> m_asked; ///< lets the window find the run if this process dies
    std::unique_ptr<ShardMerge> m_merge;
    std::optional<SlurmQueue> m_queue;
    std::map<int, int> m_barren;  ///< attempts of a shard since its last new result
    std::map<int, int> m_brought; ///< evaluations of a shard at its last submission
    std::set<int> m_wasLost;      ///< in the last step; a requeued task may be between two states
    std::map<int, LineFileReader> m_words; ///< by shard: news of its engine
    std::optional<LineFileWriter> m_steering;
    std::size_t m_steered = 0; ///< number of commands sent to the shards
    std::string m_saidStates;
    std::optional<Error> m_failure; ///< of a shard that a retry would not help
};

class SlurmPlace final : public RunPlace
{
public:
    explicit SlurmPlace(fs::path templateFile) : m_template(std::move(templateFile)) { }

    Result<RunOutcome> run(ResolvedRequest resolved, RunObserver &observer,
                           const std::stop_token &stop) override
    {
        RunControl own;
        RunControl &control = resolved.request.control ? *resolved.request.control : own;
        const std::stop_callback stopping(stop, [&control] { control.cancelAll(); });
        auto site = readSlurmTemplate(m_template);
        if (!site)
            return site.error();
        return SlurmRun(std::move(*site), place(), resolved, observer, control.token()).run();
    }
    std::string groupInProgress(const fs::path &store,
                                const std::vector<RunPrecision> &precisions) const override
    {
        const auto asked = AskedJobs::ofThisMachine();
        return asked ? asked->findGroup(store, precisions, place()) : std::string();
    }
    std::set<std::string> jobNames(const fs::path &store) const override
    {
        std::error_code failed;
        const auto site = readSlurmTemplate(m_template);
        return site ? jobNamesIn(*site, fs::absolute(store, failed).string())
                    : std::set<std::string>();
    }

private:
    /// Returns the place as its jobs are noted.
    std::string place() const
    {
        std::error_code failed;
        return "slurm:" + fs::absolute(m_template, failed).string();
    }

    fs::path m_template;
};

} // namespace

std::unique_ptr<RunPlace> makeSlurmPlace(fs::path templateFile)
{
    return std::make_unique<SlurmPlace>(std::move(templateFile));
}

} // namespace loupe
