// SPDX-License-Identifier: Apache-2.0
#include "tests/core/executors/remotefixture.h"

#include "core/engine/request/plan.h"
#include "core/executors/evaluationjson.h"
#include "core/executors/steering.h"
#include "core/store/read/storereader.h"
#include "core/store/sqlite/writerlock.h"
#include "core/store/write/storewriter.h"

#include <array>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

/// Records the events of the client's run.
class RemoteFixture::Told final : public RunObserver
{
public:
    explicit Told(RemoteFixture &fixture) : m_fixture(fixture) { }
    void queued(const std::vector<ItemInfo> &items) override { m_fixture.queuedItems = items; }
    void itemStarted(const ItemInfo &item, Stage /*stage*/) override
    {
        if (m_fixture.started)
            m_fixture.started(item);
    }
    void itemCancelled(const ItemInfo &item) override { m_fixture.cancelledItems.push_back(item); }
    void itemFinished(const ItemResult & /*result*/, int done, int /*total*/) override
    {
        if (m_fixture.finished)
            m_fixture.finished(done);
    }
    void logged(const std::string &line) override { m_fixture.log.push_back(line); }

private:
    RemoteFixture &m_fixture;
};

namespace {

std::pair<Fd, Fd> socketPair()
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error("no socket pair");
    return {Fd(ends[0]), Fd(ends[1])};
}

LineStream streamOn(Fd fd)
{
    Fd other(dup(fd.get()));
    return {std::move(fd), std::move(other)};
}

/// Forwards up to `maxBytes` between two sockets, or until either is closed.
void passOn(const Fd &a, const Fd &b, std::size_t maxBytes)
{
    std::array<char, 4096> bytes{};
    while (maxBytes > 0) {
        std::array<pollfd, 2> waiting{pollfd{a.get(), POLLIN, 0}, pollfd{b.get(), POLLIN, 0}};
        poll(waiting.data(), waiting.size(), -1);
        for (std::size_t i = 0; i < 2; ++i) {
            if (waiting[i].revents == 0)
                continue;
            const ssize_t count
                = read(i == 0 ? a.get() : b.get(), bytes.data(), std::min(bytes.size(), maxBytes));
            if (count <= 0)
                return;
            for (ssize_t done = 0; done < count;) {
                const ssize_t written = send(i == 0 ? b.get() : a.get(), bytes.data() + done,
                                             static_cast<std::size_t>(count - done), MSG_NOSIGNAL);
                if (written <= 0)
                    return;
                done += written;
            }
            maxBytes -= std::min(maxBytes, static_cast<std::size_t>(count));
        }
    }
}

class ThreadedConnection final : public NodeConnection
{
public:
    ThreadedConnection(LineStream lines, std::vector<std::jthread> threads)
        : m_threads(std::move(threads))
        , m_lines(std::move(lines))
    {
    }
    LineStream &lines() override { return m_lines; }
    std::string remarks() const override { return {}; }

private:
    std::vector<std::jthread> m_threads; ///< end once the stream is closed
    LineStream m_lines;
};

Evaluation madeUp(const Candidate &candidate)
{
    Evaluation evaluation = fullEvaluation(candidate.task, candidate.method);
    evaluation.candidate = candidate;
    evaluation.attempt = 0;
    evaluation.verdict = candidate.sample % 3 == 0 ? Verdict::Correct : Verdict::WrongValue;
    evaluation.strictVerdict = evaluation.verdict;
    evaluation.message = candidate.task + " " + std::to_string(candidate.sample);
    evaluation.counters = sampleCounters();
    return evaluation;
}

} // namespace

std::pair<LineStream, LineStream> connectedStreams()
{
    auto [a, b] = socketPair();
    return {streamOn(std::move(a)), streamOn(std::move(b))};
}

void RemoteFixture::SetUp()
{
    FolderTest::SetUp();
    ignoreBrokenPipes();
    for (int t = 0; t < taskCount; ++t) {
        Json task = doubleTask();
        const std::string name = "double_" + std::to_string(t);
        task["name"] = name;
        writeTask(task, "suite/Math/" + name);
        for (int s = 0; s < sampleCount; ++s)
            write("m/Math/" + name + "/sample_" + std::to_string(s) + ".cpp",
                  "// sample " + std::to_string(s) + "\n" + doubleSource());
    }
}

RunRequest RemoteFixture::request() const
{
    RunRequest out;
    out.suite = root() / "suite";
    out.candidates = {root() / "m"};
    out.store = store();
    out.name = "far away";
    out.sandbox = wants.mode;
    out.unconfinedAsRoot = wants.evenAsRoot;
    return out;
}

void RemoteFixture::work(const JobFolder &folder)
{
    const auto lock = WriterLock::take(folder.shardLock(1));
    if (!lock)
        return; // another engine works on it
    const NodeJob job = must(folder.readJob());
    const Plan plan = must(makePlan(job.preset.request));
    auto writer = must(StoreWriter::open(folder.shardStore(1)));
    RunId run;
    if (auto known = writer->findRun(job.name)) {
        run = known->first;
        mustSucceed(writer->setRunState(run, "running", {}));
    } else {
        loupe::Run begun = sampleRun(job.name);
        begun.uuid = std::string(32, 'c');
        begun.environment.deviceName = device;
        begun.profileJson = Json{
            {"suite", {{"hash", plan.suiteHash()}, {"folder", "/node"}}},
            {"seed", "00ff"},
            {"methods", {"m"}}}.dump();
        run = must(writer->beginRun(begun));
    }
    const auto known = must(writer->finishedEvaluations(run));
    std::map<std::string, TaskId> tasks;
    std::vector<PlanItem> items;
    std::vector<ItemInfo> infos;
    for (const PlanItem &item : plan.items) {
        const Candidate &candidate = item.candidate;
        if (known.count({candidate.task, candidate.method, candidate.sample, 0, 0}) != 0)
            continue;
        items.push_back(item);
        infos.push_back({candidate.task, "Math", candidate.method, candidate.sample, 0});
    }
    const auto line = std::make_shared<RunControl>();
    SteeredRun steered(folder.steerFile(), line);
    RunObserver nobody;
    NewsWriter news(folder.shardNews(1), steered, nobody);
    line->begin(items.size());
    news.queued(infos);
    int done = 0;
    while (!line->waiting().empty()) {
        if (folder.isCancelRequested() || (diesAfter > 0 && done == diesAfter))
            break;
        steered.look();
        if (line->isPaused()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        const auto turn = line->take();
        if (!turn)
            break;
        const PlanItem &item = items[turn->item];
        const Candidate &candidate = item.candidate;
        ItemInfo begun = infos[turn->item];
        begun.device = "gpu:0";
        news.itemStarted(begun, Stage::Build);
        // A result may arrive before the news that its item began. That news is then dropped.
        while (waitsForCancel && done == 0 && !line->hasCancelled()
               && !folder.isCancelRequested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            steered.look();
        }
        Task task = *item.task;
        task.sound = candidate.task != "Math/double_1";
        task.soundnessReason = *task.sound ? "" : "its zeros pass";
        const TaskId id = must(writer->addTask(task));
        const MethodId method = must(writer->addMethod(plan.methods.front()));
        Evaluation evaluation = madeUp(candidate);
        if (done == 0 && tooLong)
            tooLong(evaluation);
        must(writer->record(run, id, method, evaluation));
        ++done;
        line->done(turn->item);
        std::this_thread::sleep_for(std::chrono::milliseconds(secondsPerThousand));
    }
    if (diesAfter > 0 && done == diesAfter)
        return; // as after kill -9
    const bool isCancelled = folder.isCancelRequested();
    const bool isComplete = !isCancelled && !line->hasCancelled();
    while (!isCancelled && !isComplete) {
        const auto dropped = line->takeDropped();
        if (!dropped)
            break;
        news.itemCancelled(infos[*dropped]);
    }
    mustSucceed(writer->setRunState(run, isComplete ? "finished" : "cancelled", "now"));
    writer.reset();
    const char *state = isComplete ? "finished" : isCancelled ? "cancelled" : "left_out";
    mustSucceed(folder.writeEnd(1, {state, 0, std::nullopt}));
}

JobServerSettings RemoteFixture::settings()
{
    return {root() / "node", [this](const JobFolder &job, const SandboxChoice &sandbox) {
                if (!startsEngines)
                    return Status(Error{Errc::Internal, "the node fails"});
                ++enginesStarted;
                const std::lock_guard lock(m_mutex);
                startedWith.push_back(sandbox);
                m_engines.emplace_back([this, job] { work(job); });
                return Status();
            }};
}

void RemoteFixture::joinEngines()
{
    const std::lock_guard lock(m_mutex);
    m_engines.clear();
}

NodeAccess RemoteFixture::node(std::function<std::size_t()> maxBytes)
{
    NodeAccess access;
    access.place = "test:node";
    access.asked = asked;
    access.firstPause = std::chrono::milliseconds(1);
    access.maxPause = std::chrono::milliseconds(4);
    access.connect = [this, maxBytes = std::move(maxBytes)] {
        auto [asker, nearEnd] = socketPair();
        auto [farEnd, served] = socketPair();
        std::vector<std::jthread> threads;
        threads.emplace_back([a = std::move(nearEnd), b = std::move(farEnd), most = maxBytes()] {
            passOn(a, b, most);
        });
        threads.emplace_back([this, lines = streamOn(std::move(served))]() mutable {
            static_cast<void>(serveJobs(std::move(lines), settings(), {}));
        });
        return Result<std::unique_ptr<NodeConnection>>(
            std::make_unique<ThreadedConnection>(streamOn(std::move(asker)), std::move(threads)));
    };
    return access;
}

NodeAccess RemoteFixture::nodeSaying(std::function<void(LineStream &)> node)
{
    NodeAccess access;
    access.place = "test:hostile";
    access.connect = [node = std::move(node)] {
        auto [asker, other] = connectedStreams();
        std::vector<std::jthread> threads;
        threads.emplace_back([node, lines = std::move(other)]() mutable { node(lines); });
        return Result<std::unique_ptr<NodeConnection>>(
            std::make_unique<ThreadedConnection>(std::move(asker), std::move(threads)));
    };
    return access;
}

Result<RunOutcome> RemoteFixture::runOn(const NodeAccess &access, const std::stop_token &stop)
{
    Told observer(*this);
    RunRequest wanted = request();
    wanted.control = control;
    wanted.resume = asked && asked->find(store());
    if (const auto reader = StoreReader::open(store()); reader && !wanted.resume)
        wanted.resume = !must((*reader)->runs()).empty();
    auto resolved = resolveRequest(wanted);
    return resolved ? runOnNode(std::move(*resolved), access, observer, stop)
                    : Result<RunOutcome>(resolved.error());
}

std::map<std::string, Json> RemoteFixture::contents(const fs::path &store)
{
    std::map<std::string, Json> out;
    const auto reader = must(StoreReader::open(store));
    for (const RowId id : must(reader->ids(Filter()))) {
        EvaluationDetail detail = must(reader->detail(id));
        Evaluation &evaluation = detail.evaluation;
        if (!detail.counters.empty())
            evaluation.counters = detail.counters.front();
        Json json = evaluationToJson(evaluation);
        json["source"] = evaluation.candidate.source.toString();
        json["file"] = evaluation.candidate.fileName;
        json["sound"] = orNull(detail.task.sound);
        json["task_hash"] = detail.task.hash;
        json["run"] = detail.run.name;
        out[evaluation.candidate.task + " " + std::to_string(evaluation.candidate.sample)]
            = std::move(json);
    }
    return out;
}

} // namespace loupe::test
