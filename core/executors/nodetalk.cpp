// SPDX-License-Identifier: Apache-2.0
#include "core/executors/nodetalk.h"

#include "core/base/base64.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/request/runpreset.h"
#include "core/executors/evaluationjson.h"
#include "core/executors/filemanifest.h"
#include "core/executors/job.h"
#include "core/executors/remoteprotocol.h"

#include <chrono>
#include <optional>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds answerPatience{120'000};
constexpr std::chrono::milliseconds newsWait{200};
constexpr std::chrono::milliseconds cancelPatience{20'000};

Error unexpected(const std::string &what)
{
    return {Errc::InvalidInput, "the node sent an invalid message: " + what, "message",
            "install the same version of kloupe there, or use another machine"};
}

std::int64_t wholeAt(const Json &message, const char *key)
{
    const auto found = message.find(key);
    return found != message.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
}

} // namespace

Result<Json> NodeTalk::answer(const std::string &kind)
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

Status NodeTalk::meet()
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
Status NodeTalk::bring()
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

Status NodeTalk::sendFile(const std::string &digest, const std::string &content)
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

Status NodeTalk::attach(bool mayRestart)
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

Status NodeTalk::takeResult(const Json &message)
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

Status NodeTalk::takeNews(const Json &message)
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
Status NodeTalk::steer()
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

Status NodeTalk::take(const Json &message)
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

/// Processes messages until the job has ended on the node.
Result<std::string> NodeTalk::follow()
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

} // namespace loupe
