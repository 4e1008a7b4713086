// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/interrupt.h"
#include "app/kloupe/output/statusline.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/ratedprogress.h"
#include "core/base/shellword.h"
#include "core/records/formats/recordarchive.h"
#include "core/records/formats/recordformats.h"
#include "core/records/formats/recordtree.h"
#include "core/records/ncu/ncucsv.h"
#include "core/store/read/storereader.h"
#include "core/store/write/importbatch.h"
#include "core/suites/layout/suitelayout.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

/// Progress of a long action on standard error. A terminal shows one line, updated up to ten times
/// a second and cleared at the end. Elsewhere it prints a line every few seconds.
class ProgressLine
{
public:
    /// The text is "VERB 12 of 40 THINGS", for example "read 12 of 40 files".
    ProgressLine(std::string verb, std::string things);

    void report(int done, int total);

private:
    StatusLine m_line;
    RatedProgress m_progress;
};

using std::chrono::milliseconds;

constexpr milliseconds redraw(100);
constexpr milliseconds betweenLines(5000);

ProgressLine::ProgressLine(std::string verb, std::string things)
    : m_progress(systemClock(), std::move(verb), std::move(things),
                 m_line.isTerminal() ? milliseconds(0) : betweenLines,
                 m_line.isTerminal() ? redraw : betweenLines)
{
}

void ProgressLine::report(int done, int total)
{
    const auto words = m_progress.report(done, total);
    if (!words)
        return;
    if (m_line.isTerminal()) {
        m_line.show(*words);
        return;
    }
    std::fprintf(stderr, "%s\n", words->c_str());
    std::fflush(stderr);
}

struct ImportOptions {
    std::string format;
    std::vector<std::filesystem::path> sources;
    std::filesystem::path store;
    std::string name;
    bool skipBad = false;
    std::int64_t evaluation = 0; ///< evaluation of the imported profile
};

Json toJson(const std::vector<JsonProblem> &problems)
{
    Json out = Json::array();
    for (const JsonProblem &problem : problems)
        out.push_back({{"where", problem.where}, {"message", problem.message}});
    return out;
}

Json toJson(const ImportSummary &summary)
{
    return {{"run", summary.run},
            {"already_imported", summary.alreadyImported},
            {"updated", summary.updated},
            {"records", summary.records},
            {"tasks", summary.tasks},
            {"evaluations", summary.evaluations},
            {"transitions", summary.transitions},
            {"golden_records", summary.golden},
            {"dialogues", summary.dialogues},
            {"notes", summary.notes},
            {"skipped", toJson(summary.skipped)}};
}

void printSummary(const ImportSummary &summary, const Console &console)
{
    for (const JsonProblem &problem : summary.skipped)
        console.line("left out " + problem.where + ": " + problem.message);
    if (summary.alreadyImported) {
        console.line("already imported as \"" + summary.run + "\"; not stored again");
        return;
    }
    for (const std::string &note : summary.notes)
        console.line("note: " + note);
    std::string line = (summary.updated ? "added to " : "") + summary.run + ": "
        + counted(static_cast<std::size_t>(summary.records), "record");
    for (const auto &[count, what] :
         {std::pair{summary.tasks, "task"}, std::pair{summary.evaluations, "evaluation"},
          std::pair{summary.transitions, "transition"}, std::pair{summary.golden, "reference time"},
          std::pair{summary.dialogues, "dialogue"}}) {
        if (count > 0)
            line += ", " + counted(static_cast<std::size_t>(count), what);
    }
    console.line(line);
}

/// Attaches a profile to its evaluation. The same file is stored once.
ExitCode importProfile(const ImportOptions &options, const Console &console)
{
    if (options.evaluation <= 0)
        return console.refuse({Errc::InvalidInput, "--evaluation is missing", "import",
                               "name the evaluation that was profiled; kloupe query STORE lists "
                               "the ids"});
    if (options.sources.size() > 1)
        return console.refuse({Errc::InvalidInput, "counters are imported from one file at a time",
                               options.sources[1].string(), "import each file for its evaluation"});
    auto profile = orFail(readNcuCsv(options.sources.front()));
    profile.takenAt = isoTime(systemClock().wallNow());
    const RowId id{options.evaluation};
    // Opening a writer would create a missing store.
    if (std::error_code ignored; !std::filesystem::exists(options.store, ignored))
        return console.fail({Errc::NotFound, "there is no such file", options.store.string(),
                             "name the store that holds the evaluation"});
    const auto writer = orFail(StoreWriter::open(options.store));
    const auto reader = orFail(openStore(options.store));
    const auto detail = orFail(reader->detail(id));
    bool isKnown = false;
    for (const CounterProfile &known : detail.counters)
        isKnown = isKnown || known.original == profile.original;
    if (!isKnown)
        orFail(writer->recordCounters(id, profile));
    console.line(isKnown ? "already imported; nothing was written"
                         : fmt::format("evaluation {}: {} with counters", options.evaluation,
                                       counted(profile.kernels.size(), "measured kernel")));
    console.document({{"evaluation", options.evaluation},
                      {"already_imported", isKnown},
                      {"launches", profile.kernels.size()}});
    return ExitCode::Ok;
}

std::function<void(int, int)> progressOf(ProgressLine &line)
{
    return [&line](int done, int total) { line.report(done, total); };
}

Result<RecordTree> read(const std::filesystem::path &source, const std::string &format,
                        ReadOptions reading)
{
    const bool isTree = format == "auto" || isRecordArchive(source);
    ProgressLine line("read", isTree ? "files" : "records");
    reading.progress = progressOf(line);
    if (isTree)
        return readRecordTree(source, reading, format);
    auto batches = readRecords(format, source, reading);
    if (!batches)
        return std::move(batches).error();
    RecordTree tree;
    tree.batches = std::move(*batches);
    return tree;
}

/// Prints the records of a folder that were not imported.
void printRest(const RecordTree &tree, const Console &console)
{
    constexpr std::size_t maxLines = 20;
    for (const JsonProblem &problem : tree.withoutResult)
        console.line("left out " + problem.where + ": " + problem.message);
    for (const JsonProblem &problem : tree.refused)
        console.line("left out " + problem.where + ": " + problem.message);
    for (std::size_t i = 0; i < std::min(tree.unrecognised.size(), maxLines); ++i)
        console.line("not recognised: " + tree.unrecognised[i]);
    if (tree.unrecognised.size() > maxLines)
        console.line(fmt::format("not recognised: {} (--json lists all)",
                                 counted(tree.unrecognised.size() - maxLines, "more file")));
}

/// Says how the tasks whose records have no reference get one, if a suite's checkout has them.
void printMissingReferences(const RecordTree &tree, const std::filesystem::path &store,
                            const Console &console)
{
    std::set<std::pair<std::string_view, std::string_view>> missing;
    for (const RecordBatch &batch : tree.batches) {
        for (const Task &task : batch.tasks) {
            if (task.reference.empty() && suiteLayoutFromName(task.suite))
                missing.emplace(task.suite, task.name);
        }
    }
    if (!missing.empty())
        console.line(fmt::format("the records of {} have no reference: kloupe suites attach {} "
                                 "--suite CHECKOUT adds those of the suite's checkout",
                                 counted(missing.size(), "task"), shellWord(store.string())));
}

/// Imports the sources one after the other, each whole or not at all.
class SourceImport
{
public:
    SourceImport(const ImportOptions &options, const Console &console)
        : m_options(options)
        , m_console(console)
    {
        m_reading.runName = options.name;
        m_reading.skipBad = options.skipBad;
        m_reading.stop = m_interrupt.token();
    }

    ExitCode all()
    {
        for (const std::filesystem::path &source : m_options.sources) {
            const Status imported = one(source);
            if (imported)
                continue;
            const ExitCode code = m_console.fail(imported.error());
            if (imported.error().code == Errc::Cancelled)
                return code;
            if (m_result == ExitCode::Ok)
                m_result = code;
        }
        if (m_hasImported)
            m_console.document(m_document);
        const auto rejected = m_document["refused"].size();
        if (rejected == 0 || m_options.skipBad)
            return m_result;
        m_console.progress(fmt::format("{} rejected, the rest was imported. --skip-bad imports "
                                       "valid records of a rejected file, "
                                       "too",
                                       counted(rejected, "file")));
        return m_result == ExitCode::Ok ? ExitCode::BadInput : m_result;
    }

private:
    Status one(const std::filesystem::path &source)
    {
        if (m_options.sources.size() > 1)
            m_console.line(source.string() + ":");
        const auto tree = read(source, m_options.format, m_reading);
        if (!tree)
            return tree.error();
        const auto summaries = [&] {
            ProgressLine line("stored", "records");
            return importIntoStore(m_options.store, tree->batches,
                                   {progressOf(line), m_interrupt.token()});
        }();
        if (!summaries)
            return summaries.error();
        m_hasImported = true;
        for (const ImportSummary &summary : *summaries) {
            printSummary(summary, m_console);
            m_document["runs"].push_back(toJson(summary));
        }
        printRest(*tree, m_console);
        if (!std::ranges::all_of(*summaries, &ImportSummary::alreadyImported))
            printMissingReferences(*tree, m_options.store, m_console);
        const auto add = [this](const char *key, const Json &more) {
            Json &list = m_document[key];
            list.insert(list.end(), more.begin(), more.end());
        };
        add("unrecognised", tree->unrecognised);
        add("without_result", toJson(tree->withoutResult));
        add("refused", toJson(tree->refused));
        return {};
    }

    const ImportOptions &m_options;
    const Console &m_console;
    const InterruptGuard m_interrupt;
    ReadOptions m_reading;
    bool m_hasImported = false;
    ExitCode m_result = ExitCode::Ok; ///< of the first source that failed
    Json m_document = {{"runs", Json::array()},
                       {"unrecognised", Json::array()},
                       {"without_result", Json::array()},
                       {"refused", Json::array()}};
};

ExitCode import(const ImportOptions &options, const Console &console)
{
    return options.format == "ncu" ? importProfile(options, console)
                                   : SourceImport(options, console).all();
}

} // namespace

void addImportCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ImportOptions>();
    CLI::App *command = app.add_subcommand("import", "Store other tools' result files");
    addStore(*command, options->store, StoreUse::Required, "created when missing");
    std::vector<std::string> formats{"auto"};
    std::string help = "Format of the records, one of\nauto: detected from the file, or everything "
                       "below a folder";
    for (const RecordFormat &format : recordFormats()) {
        formats.emplace_back(format.name);
        help += fmt::format("\n{}: {}", format.name, format.description);
    }
    formats.emplace_back("ncu");
    help += "\nncu: hardware counters of one evaluation, from ncu --csv";
    command->add_option("format", options->format, help)
        ->required()
        ->transform(oneOf(formats).description({}));
    command->add_option("file", options->sources, "The files, folders or archives to import")
        ->required();
    command->add_option("--name", options->name, "Name of the run (default: format and file)");
    command
        ->add_option("--evaluation", options->evaluation,
                     "With ncu: the evaluation that was profiled")
        ->check(wholeNumber(1));
    command->add_flag("--skip-bad", options->skipBad,
                      "Skip and list malformed records instead of rejecting the file");
    setAction(*command, chosen, options, import);
}

} // namespace loupe::cli
