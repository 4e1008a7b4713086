// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/realservices.h"

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/engine/clocks/timinglease.h"
#include "core/engine/doctor/doctorreport.h"
#include "core/engine/machine/ceilings.h"
#include "core/engine/machine/launchchoices.h"
#include "core/engine/machine/programs.h"
#include "core/engine/request/rerun.h"
#include "core/engine/request/runpreset.h"
#include "core/engine/request/unfinishedrun.h"
#include "core/engine/run/attachreferences.h"
#include "core/engine/run/outsideuse.h"
#include "core/engine/run/profiling.h"
#include "core/engine/run/storeaudit.h"
#include "core/executors/askedjobs.h"
#include "core/executors/makeexecutor.h"
#include "core/generation/agents/agentrun.h"
#include "core/generation/agents/agenttask.h"
#include "core/generation/agents/unfinishedagents.h"
#include "core/generation/loop/generation.h"
#include "core/generation/loop/generationpreview.h"
#include "core/generation/loop/unfinishedgeneration.h"
#include "core/generation/loop/watchedevaluation.h"
#include "core/platforms/vendors/platform.h"
#include "core/records/formats/recordtree.h"
#include "core/report/shipped/shippedfiles.h"
#include "core/store/file/storefile.h"
#include "core/store/read/pairquery.h"
#include "core/store/read/storereader.h"
#include "core/store/sqlite/storeidentity.h"
#include "core/store/write/importbatch.h"
#include "core/store/write/storewriter.h"
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/layout/suiteregistry.h"
#include "ui/dialogs/outsideusequestion.h"
#include "ui/text/words.h"

#include <QStandardPaths>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>

namespace loupe::app {

namespace {

/// Identities of the files that the window has opened as stores. Annotations are written to those
/// files only, even if another file takes the path. Thread-safe.
class OpenedStores
{
public:
    void follow(const std::filesystem::path &file, const StoreIdentity &identity)
    {
        const std::lock_guard lock(m_mutex);
        m_identities[std::filesystem::absolute(file)] = identity;
    }

    Result<std::unique_ptr<StoreWriter>> writer(const std::filesystem::path &file) const
    {
        std::optional<StoreIdentity> expected;
        {
            const std::lock_guard lock(m_mutex);
            const auto known = m_identities.find(std::filesystem::absolute(file));
            if (known != m_identities.end())
                expected = known->second;
        }
        return expected ? StoreWriter::openSame(file, *expected) : StoreWriter::open(file);
    }

private:
    mutable std::mutex m_mutex;
    std::map<std::filesystem::path, StoreIdentity> m_identities;
};

OpenedStores &openedStores()
{
    static OpenedStores stores;
    return stores;
}

/// Opens the store for writing and applies `change`, which returns a Status.
template <typename Change>
Status writeTo(const std::filesystem::path &store, const Change &change)
{
    const auto writer = openedStores().writer(store);
    return writer ? change(**writer) : Status(writer.error());
}

/// Returns a function that opens the store for writing and calls `change` with its argument.
template <typename Value>
auto writing(Status (StoreWriter::*change)(Value))
{
    return [change](const std::filesystem::path &store, Value value) {
        return writeTo(store, [&](StoreWriter &writer) { return (writer.*change)(value); });
    };
}

Result<std::vector<std::string>> attachReferencesOf(const std::filesystem::path &store,
                                                    const std::filesystem::path &checkout)
{
    const auto benchmarks = readBenchmarks(checkout);
    if (!benchmarks)
        return benchmarks.error();
    const auto writer = openedStores().writer(store);
    if (!writer)
        return writer.error();
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto attached = attachReferences(**reader, **writer, *benchmarks);
    if (!attached)
        return attached.error();
    std::vector<std::string> out;
    for (const FoundReferences &found : *attached)
        std::ranges::copy(sentencesOf(found), std::back_inserter(out));
    return out;
}

Result<std::vector<ImportSummary>> importRecords(const std::filesystem::path &source,
                                                 const std::filesystem::path &store,
                                                 const ui::ImportProgress &progress,
                                                 const std::stop_token &stop)
{
    ReadOptions options;
    options.progress = progress;
    options.stop = stop;
    auto tree = readRecordTree(source, options);
    if (!tree)
        return tree.error();
    // Refused records are reported with the first run. A successful read has at least one.
    std::vector<JsonProblem> &leftOut = tree->batches.front().skipped;
    leftOut.insert(leftOut.end(), tree->refused.begin(), tree->refused.end());
    std::error_code failed;
    std::filesystem::create_directories(store.parent_path(), failed);
    return importIntoStore(
        store, tree->batches, {progress, stop},
        [](const std::filesystem::path &file) { return openedStores().writer(file); });
}

Result<ui::AuditSummary> auditRecordsOf(const std::filesystem::path &store,
                                        const std::stop_token &stop)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    auto audited = auditStore(**reader, {}, *auditInspection({}, SandboxMode::Bubblewrap), stop);
    if (!audited)
        return std::move(audited).error();
    const auto audit = std::make_shared<const StoreAudit>(std::move(*audited));
    const auto keep = [audit, store] {
        return writeTo(store, [&](StoreWriter &writer) { return keepAudit(writer, {}, *audit); });
    };
    return ui::AuditSummary{audit->findings.size(), audit->unreadSources, audit->whyUnread,
                            audit->preview, keep};
}

/// Does settleUses() with a question in the window.
Status settleUses(const RunRequest &request, const std::stop_token &stop)
{
    return loupe::settleUses(request, [&](const std::vector<OutsideUse> &uses) -> Status {
        if (ui::mayUse(request.fromFile.source, uses, stop))
            return {};
        return Error{Errc::Cancelled, "what it names was not accepted, so that nothing was run",
                     request.fromFile.source};
    });
}

/// Returns the user's name as the system knows it.
std::string personName()
{
    for (const char *variable : {"LOUPE_PERSON", "USER", "LOGNAME"}) {
        const QString name = qEnvironmentVariable(variable).trimmed();
        if (!name.isEmpty())
            return ui::toCore(name);
    }
    return "unnamed reviewer";
}

Result<std::vector<std::string>> presetNames(const std::filesystem::path &store)
{
    std::error_code failed;
    if (!std::filesystem::exists(store, failed))
        return std::vector<std::string>();
    const auto presets = presetsIn(store);
    if (!presets)
        return presets.error();
    std::vector<std::string> names;
    names.reserve(presets->size());
    for (const StoredPreset &each : *presets)
        names.push_back(each.name);
    return names;
}

ui::PresetShelf realPresets()
{
    ui::PresetShelf shelf;
    shelf.names = presetNames;
    shelf.load = [](const std::string &nameOrFile, const RunRequest &given) -> Result<RunRequest> {
        const auto preset = findPreset(nameOrFile, given.store);
        if (!preset)
            return preset.error();
        return requestOf(*preset, given);
    };
    shelf.keep = [](const RunRequest &request, const std::string &name) -> Status {
        const auto preset = presetToKeep(request, name);
        return preset ? keepPreset(*preset, request.store) : Status(preset.error());
    };
    shelf.write = [](const RunRequest &request, const std::string &name,
                     const std::filesystem::path &file) -> Status {
        const auto preset = presetToKeep(request, name.empty() ? file.stem().string() : name);
        return preset ? writeFileAtomic(file, toJson(*preset).dump(2) + "\n")
                      : Status(preset.error());
    };
    shelf.remove = writing(&StoreWriter::removePreset);
    return shelf;
}

/// Generates and evaluates on this machine, like `kloupe generate`.
Result<GenerationOutcome> askAndEvaluate(const GenerationRequest &request, GenerationBoard &board,
                                         RunObserver &observer, const std::stop_token &stop)
{
    const auto executor = makeExecutor("local");
    if (!executor)
        return executor.error();
    if (const Status settled = settleUses(request.run, stop); !settled)
        return settled.error();
    WatchedEvaluation watch(board, observer);
    GenerationTools tools;
    tools.askProgram = askProgram();
    tools.board = &board;
    tools.say = [&observer](const std::string &line) { observer.logged(line); };
    tools.isTimed = &TimingLease::isAnybodyTiming;
    // Candidates of a continued generation are evaluated as their stored run says.
    tools.evaluate = [&](const RunRequest &run) -> Result<RunOutcome> {
        if (const Status settled = settleUses(run, stop); !settled)
            return settled.error();
        return (*executor)->run(run, watch, stop);
    };
    return generate(request, tools, stop);
}

/// Runs agents on this machine, like `kloupe agent`.
Result<AgentRunOutcome> startAgents(const AgentRunRequest &request, RunObserver &observer,
                                    const std::stop_token &stop)
{
    const auto executor = makeExecutor("local");
    if (!executor)
        return executor.error();
    if (const Status settled = settleUses(request.run, stop); !settled)
        return settled.error();
    GenerationTools tools;
    tools.say = [&observer](const std::string &line) { observer.logged(line); };
    tools.evaluate = [&](const RunRequest &run) { return (*executor)->run(run, observer, stop); };
    tools.isTimed = &TimingLease::isAnybodyTiming;
    AgentRunRequest own = request;
    own.command.kloupe = kloupeProgram();
    own.command.sandbox = request.run.sandbox;
    return runAgents(own, tools, stop);
}

Result<std::vector<std::string>> tasksOfAgents(const AgentRunRequest &request)
{
    const auto tasks = agentTasks(request.run);
    if (!tasks)
        return tasks.error();
    std::vector<std::string> names;
    for (const AgentTask &each : *tasks)
        names.push_back(each.task.name);
    return names;
}

/// Returns the recorded answers that are installed; without a file if there are none.
ui::RecordedAnswers recordedAnswers()
{
    const auto folder = findRecordedAnswers();
    const auto tasks
        = folder ? readFile(*folder / "tasks.txt") : Result<std::string>(std::string());
    if (!folder || !tasks)
        return {};
    return {*folder / "dialogue.json", *folder / "dialogue.jsonl",
            tasks->substr(0, tasks->find('\n'))};
}

} // namespace

ui::Services realServices(bool remembers)
{
    ui::Services services;
    services.openStore = [](const std::filesystem::path &file) { return StoreReader::open(file); };
    services.followStore = [](const std::filesystem::path &store, const StoreIdentity &identity) {
        openedStores().follow(store, identity);
    };
    services.isReadOnly = isReadOnlyStore;
    services.launch = [](const RunRequest &request, RunObserver &observer,
                         const std::stop_token &stop) -> Result<RunOutcome> {
        if (const Status settled = settleUses(request, stop); !settled)
            return settled.error();
        return runAtPlace(request, observer, stop);
    };
    services.prepareRerun
        = [](const std::filesystem::path &store, std::span<const RowId> evaluations) {
              return requestToRerun(store, evaluations, {}, RerunSeeds::New);
          };
    services.findUnfinished
        = [](const std::filesystem::path &store) -> Result<std::optional<UnfinishedRun>> {
        const auto asked = AskedJobs::ofThisMachine();
        return asked ? unfinishedAnywhere(store, *asked) : unfinishedRun(store);
    };
    services.generation = {askAndEvaluate, previewGeneration, unfinishedGenerations};
    services.agents = {startAgents, tasksOfAgents, unfinishedAgents};
    services.examineMachine = [] { return examineEverything({}); };
    services.importRecords = importRecords;
    services.recogniseRecords
        = [](const std::filesystem::path &source, const std::stop_token &stop) {
              ReadOptions options;
              options.stop = stop;
              return recogniseRecords(source, options);
          };
    services.attachReferences = attachReferencesOf;
    services.annotate = [](const std::filesystem::path &store, std::span<const Annotation> events) {
        return writeTo(store, [&](StoreWriter &writer) -> Status {
            const auto ids = writer.annotate(events);
            return ids ? Status() : Status(ids.error());
        });
    };
    services.saveView = writing(&StoreWriter::saveView);
    services.removeView = writing(&StoreWriter::removeView);
    services.saveFigure = writing(&StoreWriter::saveFigure);
    services.recordExport = writing(&StoreWriter::recordExport);
    services.removeFigure = writing(&StoreWriter::removeFigure);
    services.review = [](const std::filesystem::path &store, std::span<const Review> reviews) {
        return writeTo(store, [&](StoreWriter &writer) {
            return writer.transaction([&]() -> Status {
                for (const Review &review : reviews) {
                    if (const auto kept = writer.recordReview(review); !kept)
                        return kept.error();
                }
                return {};
            });
        });
    };
    services.markRuns = writing(&StoreWriter::markRuns);
    services.presets = realPresets();
    services.findChoices = launchChoices;
    services.measureCeilings
        = [](const std::string &device, const std::stop_token &stop) -> Result<DeviceCeilings> {
        auto measured = calibrateDevice(device, stop);
        if (!measured)
            return measured.error();
        return std::move(measured->ceilings);
    };
    services.profileKernel = [](const ProfilingRequest &request, const ui::ProfileWaiting &waiting,
                                const std::stop_token &stop) -> Result<CounterProfile> {
        ProfilingTools tools;
        tools.accept = [&](const RunRequest &repeated) { return settleUses(repeated, stop); };
        tools.open
            = [](const std::filesystem::path &store) { return openedStores().writer(store); };
        tools.waits = [&waiting](const Error &error) {
            waiting(error);
            return true; // the user has a button to stop
        };
        return profileStored(request, tools, stop);
    };
    services.storedCeilings
        = [](const std::string &device) { return keptCeilings(device, ceilingsFolder()); };
    services.auditRecords = auditRecordsOf;
    services.querySql = queryStore;
    services.readSchema = readSchema;
    services.person = personName();
    for (const Platform &platform : knownPlatforms().all()) {
        if (!platform.isNative)
            services.choices.platforms.push_back(platform.name);
    }
    if (const auto registry = SuiteRegistry::load(SuiteRegistry::defaultFile())) {
        for (const RegisteredSuite &suite : registry->suites())
            services.choices.suites.push_back(suite.name);
    }
    if (const auto suite = findNativeSuite())
        services.taskFolder = *suite;
    services.recordedAnswers = recordedAnswers();
    if (findDemoStore())
        services.copyDemo = copyDemoStore;
    const auto folder = [](QStandardPaths::StandardLocation location) {
        return ui::toPath(QStandardPaths::writableLocation(location));
    };
    services.dataFolder = folder(QStandardPaths::AppDataLocation);
    if (remembers)
        services.settingsFile = folder(QStandardPaths::AppConfigLocation) / "window.ini";
    return services;
}

} // namespace loupe::app
