// SPDX-License-Identifier: Apache-2.0
#include "core/executors/jobserver.h"

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/contract/jsontext.h"
#include "core/executors/evaluationjson.h"
#include "core/executors/nodefiles.h"
#include "core/executors/remoteprotocol.h"
#include "core/executors/servedsteering.h"
#include "core/executors/storeprefix.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/run.h"
#include "core/sandbox/child/pipedprocess.h"
#include "core/store/file/readonlyquery.h"
#include "core/store/read/storereader.h"
#include "core/store/sqlite/writerlock.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds idleWait{50};
constexpr std::chrono::seconds startPatience{30};
constexpr std::int64_t maxEvaluations = std::int64_t{1} << 40;

Error refusedMessage(std::string why)
{
    return {Errc::InvalidInput, std::move(why), "message",
            "both ends must run the same version of kloupe"};
}

bool flagAt(const Json &message, const char *key)
{
    const auto found = message.find(key);
    return found != message.end() && found->is_boolean() && found->get<bool>();
}

constexpr const char *tooLongToSend
    = "left out: longer than the connection takes; the job's store on the node has it";

void dropGeneratedTexts(Evaluation &evaluation)
{
    for (GeneratedCode &code : evaluation.generatedCode) {
        if (!code.text.empty())
            code.note = tooLongToSend;
        code.text.clear();
    }
}

void dropLogs(Evaluation &evaluation)
{
    for (std::string *log : {&evaluation.buildLog, &evaluation.runLog}) {
        if (!log->empty())
            *log = tooLongToSend;
    }
}

constexpr std::int64_t idsAtOnce = 1000;
constexpr std::size_t maxTasks = 1'000'000;
constexpr std::chrono::milliseconds journalPatience{60'000};

/// Reader of the store written by a job's engine, in storage order. The store holds one run. While
/// there is no store, all results are empty.
class Journal
{
public:
    explicit Journal(std::filesystem::path store) : m_store(std::move(store)) { }

    Result<StorePrefix> prefix(std::int64_t most)
    {
        const auto own = run();
        if (!own)
            return own.error();
        if (!*own)
            return StorePrefix();
        return readPrefix(m_store, (*own)->uuid, most);
    }
    /// Makes next() continue after this row.
    void goOnBehind(std::int64_t lastId) { m_lastId = lastId; }

    /// Looks for new rows. Returns false while there is no store.
    bool changed()
    {
        if (!open())
            return false;
        const std::int64_t version = m_reader->dataVersion();
        if (m_version != version) {
            m_version = version;
            m_mayHaveMore = true;
            m_tasksAreNew = true;
        }
        return true;
    }
    Result<std::optional<Run>> run()
    {
        if (!open())
            return std::optional<Run>();
        const auto runs = m_reader->runs();
        if (!runs)
            return runs.error();
        return runs->empty() ? std::optional<Run>() : runs->front().run;
    }
    /// Returns the tasks whose controls ended since the last call, as messages.
    Result<std::vector<Json>> newlyProved()
    {
        std::vector<Json> out;
        if (!m_tasksAreNew)
            return out;
        m_tasksAreNew = false;
        const auto answer = queryReadOnly(
            m_store, "SELECT name, hash, sound, soundness_reason FROM task WHERE sound IS NOT NULL",
            SqlLimits{maxTasks, journalPatience});
        if (!answer)
            return answer.error();
        for (const auto &row : answer->rows) {
            if (!m_proved.insert(cellText(row[0])).second)
                continue;
            const auto *sound = std::get_if<std::int64_t>(&row[2]);
            out.push_back({{"kind", "task"},
                           {"name", cellText(row[0])},
                           {"hash", cellText(row[1])},
                           {"sound", sound != nullptr && *sound != 0},
                           {"reason", cellText(row[3])}});
        }
        return out;
    }
    Result<std::vector<Evaluation>> next(std::int64_t most)
    {
        std::vector<Evaluation> out;
        if (most <= 0 || !open())
            return out;
        if (m_waiting.empty() && m_mayHaveMore) {
            const auto answer = queryReadOnly(
                m_store,
                fmt::format("SELECT id FROM evaluation WHERE id > {} ORDER BY id LIMIT {}",
                            m_lastId, idsAtOnce),
                SqlLimits{static_cast<std::size_t>(idsAtOnce), journalPatience});
            if (!answer)
                return answer.error();
            for (const auto &row : answer->rows)
                m_waiting.push_back(std::get<std::int64_t>(row[0]));
            m_mayHaveMore = answer->rows.size() == static_cast<std::size_t>(idsAtOnce);
            if (!m_waiting.empty())
                m_lastId = m_waiting.back();
        }
        while (!m_waiting.empty() && static_cast<std::int64_t>(out.size()) < most) {
            auto detail = m_reader->detail(RowId{m_waiting.front()});
            if (!detail)
                return detail.error();
            if (!detail->counters.empty())
                detail->evaluation.counters = std::move(detail->counters.front());
            out.push_back(std::move(detail->evaluation));
            m_waiting.pop_front();
        }
        return out;
    }
    /// Returns true if next() has returned everything found by the last changed().
    bool isAtEnd() const { return m_waiting.empty() && !m_mayHaveMore; }

private:
    bool open()
    {
        if (m_reader)
            return true;
        auto reader = StoreReader::open(m_store);
        if (reader)
            m_reader = std::move(*reader);
        return m_reader != nullptr;
    }

    std::filesystem::path m_store;
    std::unique_ptr<StoreReader> m_reader;
    std::optional<std::int64_t> m_version;
    std::deque<std::int64_t> m_waiting; ///< rows not yet returned
    std::int64_t m_lastId = 0;          ///< last row returned or waiting
    bool m_mayHaveMore = false;
    bool m_tasksAreNew = false;
    std::set<std::string> m_proved;
};

/// Server of one connection.
class JobServer
{
public:
    JobServer(LineStream &lines, const JobServerSettings &settings, const std::stop_token &stop)
        : m_lines(lines)
        , m_settings(settings)
        , m_stop(stop)
        , m_files(settings.folder)
    {
    }

    /// Returns true if run() ended because the connection was lost.
    bool isCut() const { return m_isCut; }

    Status run()
    {
        while (!m_stop.stop_requested() && !m_isForgotten) {
            auto message = m_lines.receive(isBusy() ? std::chrono::milliseconds(0) : idleWait);
            if (!message) {
                m_isCut = message.error().code == Errc::Io;
                return message.error();
            }
            if (*message) {
                if (Status done = handle(**message); !done)
                    return done;
                continue;
            }
            if (Status sent = sendNews(); !sent)
                return sent;
        }
        return {};
    }

private:
    bool isBusy() const { return m_hasMore && m_sent - m_acknowledged < resultsOnTheWay; }
    Status send(const Json &message)
    {
        Status sent = m_lines.send(message, m_stop);
        m_isCut = !sent && sent.error().code != Errc::Unsupported;
        return sent;
    }

    Status handle(const Json &message)
    {
        const std::string kind = textAt(message, "kind");
        if (kind == "hello")
            return hello(message);
        if (!m_job)
            return refusedMessage("the first message is not hello");
        if (kind == "manifest")
            return manifest(message);
        if (kind == "blob")
            return m_files.take(message);
        if (kind == "start")
            return start(message);
        if (kind == "attach")
            return attach(message);
        if (kind == "ack")
            return ack(message);
        if (kind == "cancel")
            return cancel();
        if (kind == "forget")
            return forget();
        if (kind == "steer")
            return steer(message);
        return refusedMessage("unknown kind of message");
    }
    Status hello(const Json &message)
    {
        if (wholeAt(message, "version") != remoteProtocolVersion)
            return Error{Errc::Unsupported,
                         "the other end has another protocol version than "
                             + std::to_string(remoteProtocolVersion),
                         "version", "install the same version of kloupe at both ends"};
        const std::string id = textAt(message, "job");
        if (m_job || !isJobId(id))
            return refusedMessage("hello names no job");
        m_job.emplace(m_settings.folder / "jobs" / id);
        return send({{"kind", "hello"},
                     {"version", remoteProtocolVersion},
                     {"tool_version", LOUPE_VERSION},
                     {"known", m_job->readJob() ? true : false}});
    }
    Status manifest(const Json &message)
    {
        const auto needed = m_files.expect(message);
        if (!needed)
            return needed.error();
        return send({{"kind", "need"}, {"sha256", *needed}});
    }
    Status start(const Json &message)
    {
        if (m_job->readJob())
            return refusedMessage("the job has been started already");
        auto preset = parsePreset(message.value("preset", Json()).dump(), "preset");
        if (!preset)
            return preset.error();
        if (Status made = m_job->create(); !made)
            return made;
        auto places = m_files.unpack(m_job->path());
        if (!places)
            return places.error();
        preset->request.suite = std::move(places->suite);
        preset->request.candidates = std::move(places->submissions);
        preset->place = "local";
        const std::string id = m_job->path().filename().string();
        if (Status kept = m_job->writeJob({id, textAt(message, "name"), {}, std::move(*preset), 1});
            !kept)
            return kept;
        return send({{"kind", "started"}});
    }
    Status attach(const Json &message)
    {
        const std::int64_t have = wholeAt(message, "have");
        if (m_isAttached || have < 0 || have > maxEvaluations)
            return refusedMessage("attach is invalid");
        const auto job = m_job->readJob();
        if (!job)
            return job.error();
        const std::optional<JobEnd> end = m_job->readEnd(1);
        const bool isDone = end && end->state == "finished" && end->infraErrors == 0;
        const bool mayRestart = flagAt(message, "restart");
        // Comes first, so that an engine started below knows whose commands to follow.
        auto steering = ServedSteering::begin(m_job->steerFile(), textAt(message, "watcher"));
        if (!steering)
            return steering.error();
        m_steering.emplace(std::move(*steering));
        if (mayRestart)
            m_job->withdrawCancel();
        if (!isWorking() && !isDone && (mayRestart || !end)) {
            m_job->removeEnd(1);
            const SandboxChoice sandbox{flagAt(message, "unconfined") ? SandboxMode::None
                                                                      : SandboxMode::Bubblewrap,
                                        flagAt(message, "unconfined_as_root")};
            if (Status started = startWork(sandbox); !started)
                return started;
        }
        m_journal.emplace(m_job->shardStore(1));
        const auto prefix = m_journal->prefix(have);
        const bool agrees
            = prefix && prefix->count == have && prefix->digest == textAt(message, "digest");
        m_sent = m_acknowledged = agrees ? have : 0;
        m_journal->goOnBehind(agrees ? prefix->lastId : 0);
        m_isAttached = true;
        m_news.emplace(m_job->shardNews(1), message.value("news", Json::object()));
        return send({{"kind", "attached"}, {"from", m_sent}, {"steered", m_steering->count()}});
    }
    Status ack(const Json &message)
    {
        const std::int64_t seq = wholeAt(message, "seq");
        if (seq < m_acknowledged || seq > m_sent)
            return refusedMessage("the acknowledged message was not sent");
        m_acknowledged = seq;
        return {};
    }
    Status cancel() { return m_job->requestCancel(); }
    Status forget()
    {
        if (isWorking())
            return refusedMessage("a running job cannot be removed; cancel it first");
        std::error_code failed;
        std::filesystem::remove_all(m_job->path(), failed);
        m_isForgotten = true;
        return {};
    }
    Status steer(const Json &message)
    {
        if (!m_steering)
            return refusedMessage("a command before attach");
        return m_steering->add(wholeAt(message, "number"), message.value("command", Json()));
    }

    Status startWork(const SandboxChoice &sandbox)
    {
        m_started = std::chrono::steady_clock::now();
        return m_settings.startWork(*m_job, sandbox);
    }
    bool isWorking() const { return WriterLock::isHeld(m_job->shardLock(1)); }
    Status sendNews()
    {
        if (!m_isAttached || m_isEndSent)
            return {};
        // The state is read first, so that the results stored before an end are read below.
        const bool works = isWorking();
        if (works)
            m_started.reset();
        // News are sent before results, because an item begins before it ends.
        for (const Json &some : m_news->messages()) {
            if (Status sent = send(some); !sent)
                return sent;
        }
        if (Status sent = sendResults(); !sent)
            return sent;
        const bool isStarting = m_started
            && std::chrono::steady_clock::now() - *m_started < startPatience && !m_job->readEnd(1);
        if (works || isStarting || m_hasMore)
            return {};
        return sendEnd();
    }
    Status sendResults()
    {
        m_hasMore = false;
        if (!m_journal->changed())
            return {}; // no store yet
        if (!m_isRunSent) {
            const auto run = m_journal->run();
            if (!run)
                return run.error();
            if (!*run)
                return {};
            if (Status sent = send({{"kind", "run"}, {"run", runToJson(**run)}}); !sent)
                return sent;
            m_isRunSent = true;
        }
        const auto tasks = m_journal->newlyProved();
        if (!tasks)
            return tasks.error();
        for (const Json &task : *tasks) {
            if (Status sent = send(task); !sent)
                return sent;
        }
        const std::int64_t room = resultsOnTheWay - (m_sent - m_acknowledged);
        const auto evaluations = m_journal->next(std::min<std::int64_t>(room, 16));
        if (!evaluations)
            return evaluations.error();
        for (const Evaluation &evaluation : *evaluations) {
            if (Status sent = sendResult(evaluation); !sent)
                return sent;
            ++m_sent;
        }
        m_hasMore = !m_journal->isAtEnd();
        return {};
    }
    /// Sends a result. Texts that make it longer than the connection takes are left out: a
    /// candidate determines them, and would otherwise stop the run here at every attempt.
    Status sendResult(Evaluation evaluation)
    {
        const auto sendIt = [&] {
            return send({{"kind", "result"},
                         {"seq", m_sent + 1},
                         {"evaluation", evaluationToJson(evaluation)}});
        };
        constexpr std::array shortenings{&dropGeneratedTexts, &dropLogs};
        Status sent = sendIt();
        for (const auto shorten : shortenings) {
            if (sent || sent.error().code != Errc::Unsupported)
                return sent;
            shorten(evaluation);
            sent = sendIt();
        }
        return sent;
    }
    Status sendEnd()
    {
        const std::optional<JobEnd> end = m_job->readEnd(1);
        m_isEndSent = true;
        Json message{
            {"kind", "ended"}, {"total", m_sent}, {"state", end ? end->state : "interrupted"}};
        if (end && end->error)
            message["error"] = toJson(*end->error);
        return send(message);
    }

    LineStream &m_lines;
    const JobServerSettings &m_settings;
    std::stop_token m_stop;
    NodeFiles m_files;
    std::optional<JobFolder> m_job;
    std::optional<Journal> m_journal;
    bool m_isAttached = false;
    bool m_isRunSent = false;
    bool m_isEndSent = false;
    bool m_isForgotten = false;
    bool m_isCut = false;
    bool m_hasMore = false; ///< the journal holds more than fits into one message
    std::int64_t m_sent = 0;
    std::int64_t m_acknowledged = 0;
    std::optional<ServedSteering> m_steering;
    std::optional<ServedNews> m_news;
    std::optional<std::chrono::steady_clock::time_point> m_started;
};

} // namespace

Status serveJobs(LineStream lines, const JobServerSettings &settings, const std::stop_token &stop)
{
    JobServer server(lines, settings, stop);
    Status served = server.run();
    if (served || server.isCut())
        return {};
    static_cast<void>(lines.send({{"kind", "error"}, {"error", toJson(served.error())}}));
    return served;
}

Status startWorkProcess(const JobFolder &job, const SandboxChoice &sandbox)
{
    std::error_code failed;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (failed)
        return Error{Errc::Io, "cannot find this program: " + failed.message()};
    // The user that reached this machine by ssh has already accepted the job's settings.
    std::vector<std::string> argv{self.string(), "work", job.path().string(), "--accept-settings"};
    for (std::string &option : sandboxOptions(sandbox))
        argv.push_back(std::move(option));
    return startDetached(argv, job.shardLog(1));
}

} // namespace loupe
