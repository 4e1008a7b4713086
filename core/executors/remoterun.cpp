// SPDX-License-Identifier: Apache-2.0
#include "core/executors/remoterun.h"

#include "core/base/base64.h"
#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/contract/runcontrol.h"
#include "core/engine/request/runpreset.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/engine/run/runtoresume.h"
#include "core/executors/evaluationjson.h"
#include "core/executors/filemanifest.h"
#include "core/executors/job.h"
#include "core/executors/remoteprotocol.h"
#include "core/executors/runsink.h"
#include "core/sandbox/system/linestream.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

namespace {

/// News of an engine received so far, over all connections.
struct KnownNews {
    std::string watcher = randomHex(16);
    std::string name;
    std::int64_t count = 0;
};

constexpr std::chrono::milliseconds answerPatience{120'000};
constexpr std::chrono::milliseconds newsWait{200};
constexpr std::chrono::milliseconds cancelPatience{20'000};

Error unexpected(const std::string &what)
{
    return {Errc::InvalidInput, "the node sent an invalid message: " + what, "message",
            "install the same version of kloupe there, or use another machine"};
}

/// Client side of one connection. Errors of code Io mean that it is cut; all others end the run.
class NodeTalk
{
public:
    NodeTalk(LineStream &lines, RunSink &sink, const RunRequest &request, std::string place,
             KnownNews &known, const std::stop_token &stop)
        : m_lines(lines)
        , m_sink(sink)
        , m_request(request)
        , m_place(std::move(place))
        , m_stop(stop)
        , m_known(known)
    {
    }

    /// True once the node has answered.
    bool wasHeard() const { return m_wasHeard; }

    /// Runs the job and returns its end state. With `mayRestart`, a cancelled or failed job is
    /// resumed.
    Result<std::string> run(bool mayRestart)
    {
        if (Status met = meet(); !met)
            return met.error();
        if (Status attached = attach(mayRestart); !attached)
            return attached.error();
        return follow();
    }

    /// Lets the node delete the job. If the message is lost, the node keeps some files.
    void forget() { static_cast<void>(m_lines.send({{"kind", "forget"}})); }

private:
    Status meet()
    {
        Status sent = m_lines.send(
            {{"kind", "hello"}, {"version", remoteProtocolVersion}, {"job", m_sink.job()}}, m_stop);
        if (!sent)
            return sent;
        const auto hello = answer("hello");
        if (!hello)
            return hello.error();
        m_wasHeard = true;
        if (wholeAt(*hello, "version") != remoteProtocolVersion)
            return Error{Errc::Unsupported, "the node has another protocol version", m_place,
                         "install the same version of kloupe there"};
        return hello->value("known", Json(false)) == true ? Status() : bring();
    }
    /// Sends the preset, and those files of suite and submissions that the node lacks.
    Status bring()
    {
        std::vector<ListedTree> trees;
        Json list = Json::array();
        const auto add = [&](const std::filesystem::path &path, TreeKind kind) -> Status {
            auto tree = listTree(path, kind);
            if (!tree)
                return tree.error();
            for (const NotWalked &left : tree->leftOut)
                m_sink.log("not sent: " + left.path.string() + " " + left.reason);
            list.push_back(toJson(tree->tree));
            trees.push_back(std::move(*tree));
            return {};
        };
        if (Status added = add(m_request.suite, TreeKind::Suite); !added)
            return added;
        for (const auto &folder : m_request.candidates) {
            if (Status added = add(folder, TreeKind::Submissions); !added)
                return added;
        }
        if (Status sent = m_lines.send({{"kind", "manifest"}, {"trees", list}}, m_stop); !sent)
            return sent;
        const auto need = answer("need");
        if (!need)
            return need.error();
        const Json digests = need->value("sha256", Json::array());
        std::size_t count = 0;
        for (const Json &digest : digests) {
            for (const ListedTree &tree : trees) {
                if (!digest.is_string())
                    return unexpected("a digest that is none");
                const std::string &wanted = digest.get_ref<const std::string &>();
                std::string content;
                if (const auto text = tree.texts.find(wanted); text != tree.texts.end()) {
                    content = text->second;
                } else if (const auto file = tree.files.find(wanted); file != tree.files.end()) {
                    auto read = readListed(tree, file->second);
                    if (!read)
                        return read.error();
                    content = std::move(*read);
                } else {
                    continue; // in another tree; a digest of no tree is not sent
                }
                if (Status sent = sendFile(wanted, content); !sent)
                    return sent;
                ++count;
                break;
            }
        }
        m_sink.log(std::to_string(count) + " files sent to " + m_place);
        RunPreset preset{m_sink.runName(), "local", m_request};
        Status sent = m_lines.send(
            {{"kind", "start"}, {"name", m_sink.runName()}, {"preset", toJson(preset)}}, m_stop);
        if (!sent)
            return sent;
        const auto started = answer("started");
        return started ? Status() : Status(started.error());
    }
    Status sendFile(const std::string &digest, const std::string &content)
    {
        std::size_t begin = 0;
        do {
            const std::string_view piece = std::string_view(content).substr(begin, blobPiece);
            begin += piece.size();
            Status sent = m_lines.send({{"kind", "blob"},
                                        {"sha256", digest},
                                        {"data", toBase64(piece)},
                                        {"last", begin == content.size()}},
                                       m_stop);
            if (!sent)
                return sent;
        } while (begin < content.size());
        return {};
    }
    Status attach(bool mayRestart)
    {
        StorePrefix prefix;
        if (m_sink.isBegun()) {
            auto known = m_sink.prefix();
            if (!known)
                return known.error();
            prefix = std::move(*known);
        }
        Status sent = m_lines.send({{"kind", "attach"},
                                    {"have", prefix.count},
                                    {"digest", prefix.digest},
                                    {"restart", mayRestart},
                                    {"unconfined", m_request.sandbox == SandboxMode::None},
                                    {"unconfined_as_root", m_request.unconfinedAsRoot},
                                    {"watcher", m_known.watcher},
                                    {"news", {{"name", m_known.name}, {"count", m_known.count}}}},
                                   m_stop);
        if (!sent)
            return sent;
        const auto attached = answer("attached");
        if (!attached)
            return attached.error();
        m_seq = wholeAt(*attached, "from");
        if (m_seq != 0 && m_seq != prefix.count)
            return unexpected("a place in the journal");
        m_steered = wholeAt(*attached, "steered");
        if (m_steered < 0)
            return unexpected("a number of commands");
        return {};
    }
    /// Processes messages until the job has ended on the node.
    Result<std::string> follow()
    {
        std::optional<std::chrono::steady_clock::time_point> cancelled;
        for (;;) {
            auto message = m_lines.receive(newsWait);
            if (!message)
                return std::move(message).error();
            if (*message && textAt(**message, "kind") == "ended") {
                if (wholeAt(**message, "total") != m_seq)
                    return unexpected("it has more results than it sent");
                if ((*message)->contains("error"))
                    return errorFromJson((**message)["error"]);
                return textAt(**message, "state");
            }
            if (*message) {
                // Messages in transit during a cancellation are still processed.
                if (Status taken = take(**message); !taken && taken.error().code != Errc::Cancelled)
                    return taken.error();
            }
            if (Status steered = steer(); !steered && steered.error().code != Errc::Cancelled)
                return steered.error();
            const auto now = std::chrono::steady_clock::now();
            if (m_stop.stop_requested() && !cancelled) {
                cancelled = now;
                if (Status sent = m_lines.send({{"kind", "cancel"}}); !sent)
                    return sent.error();
            }
            if (cancelled && now - *cancelled > cancelPatience)
                return Error{Errc::Io, "the node does not end the run"};
        }
    }
    Status take(const Json &message)
    {
        const std::string kind = textAt(message, "kind");
        if (kind == "news")
            return takeNews(message);
        if (kind == "result")
            return takeResult(message);
        if (kind == "run") {
            auto run = runFromJson(message.value("run", Json()));
            return run ? m_sink.begin(std::move(*run), m_place) : Status(run.error());
        }
        if (kind == "task")
            return m_sink.proved(textAt(message, "name"), textAt(message, "hash"),
                                 message.value("sound", Json(false)) == true,
                                 textAt(message, "reason"));
        if (kind == "error")
            return errorFromJson(message.value("error", Json::object()));
        return unexpected("\"" + kind.substr(0, 40) + "\"");
    }
    Status takeNews(const Json &message)
    {
        const Json news = message.value("news", Json());
        if (!news.is_array())
            return unexpected("news that are none");
        for (const Json &each : news) {
            if (!each.is_object() || !m_sink.items().take(each, {}))
                return unexpected("an unrequested message");
        }
        m_known.name = textAt(message, "name");
        m_known.count = wholeAt(message, "count");
        return {};
    }
    /// Sends the commands issued here since the last call.
    Status steer()
    {
        for (Json &command : m_sink.items().commandsAfter(static_cast<std::size_t>(m_steered))) {
            Status sent = m_lines.send(
                {{"kind", "steer"}, {"number", m_steered + 1}, {"command", std::move(command)}},
                m_stop);
            if (!sent)
                return sent;
            ++m_steered;
        }
        return {};
    }
    Status takeResult(const Json &message)
    {
        if (wholeAt(message, "seq") != m_seq + 1)
            return unexpected("a result out of turn");
        auto evaluation = evaluationFromJson(message.value("evaluation", Json()));
        if (!evaluation)
            return evaluation.error();
        if (Status stored = m_sink.record(std::move(*evaluation)); !stored)
            return stored;
        ++m_seq;
        return m_lines.send({{"kind", "ack"}, {"seq", m_seq}}, m_stop);
    }
    Result<Json> answer(const std::string &kind)
    {
        auto message = m_lines.receive(answerPatience, m_stop);
        if (!message)
            return std::move(message).error();
        if (!*message)
            return m_stop.stop_requested() ? Error{Errc::Cancelled, "cancelled"}
                                           : Error{Errc::Io, "the node does not answer"};
        const std::string said = textAt(**message, "kind");
        if (said == "error")
            return errorFromJson((*message)->value("error", Json::object()));
        if (said != kind)
            return unexpected("\"" + said.substr(0, 40) + "\" where " + kind + " is awaited");
        return std::move(**message);
    }

    LineStream &m_lines;
    RunSink &m_sink;
    const RunRequest &m_request;
    std::string m_place;
    std::stop_token m_stop;
    KnownNews &m_known;
    bool m_wasHeard = false;
    std::int64_t m_seq = 0;
    std::int64_t m_steered = 0; ///< number of commands sent to the node
};

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
