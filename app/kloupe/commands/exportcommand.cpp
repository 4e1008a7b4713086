// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/console.h"
#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"
#include "core/base/nearest.h"
#include "core/integrity/rulewords.h"
#include "core/model/record/sourcefiles.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/junitxml.h"
#include "core/report/tables/referencelisting.h"
#include "core/report/tables/sariflog.h"
#include "core/store/read/measuredrows.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/scopedrows.h"
#include "core/store/read/storereader.h"
#include "core/store/write/originalfiles.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace loupe::cli {

namespace {

/// Choice of the exported table and its format.
struct ExportTableOptions {
    std::filesystem::path store;
    std::filesystem::path output; ///< empty: standard output
    std::string table = "evaluations";
    std::string format = "csv";
    std::string by = "category";
    std::string filter;
    std::filesystem::path sources; ///< folder of the candidates in their repository; of sarif
    std::shared_ptr<ScopeOptions> scope = std::make_shared<ScopeOptions>();
};

/// Destination of an export: standard output, or a new file that is removed unless it is completed.
class ExportOutput
{
public:
    static Result<std::unique_ptr<ExportOutput>> open(const std::filesystem::path &path)
    {
        if (path.empty())
            return std::unique_ptr<ExportOutput>(new ExportOutput(stdout, {}));
        FILE *file = std::fopen(path.c_str(), "wbx");
        if (file == nullptr)
            return Error{Errc::InvalidInput,
                         "cannot be made: " + std::system_category().message(errno), path.string(),
                         "an export never overwrites: choose a new name in a folder that exists"};
        return std::unique_ptr<ExportOutput>(new ExportOutput(file, path));
    }
    ExportOutput(const ExportOutput &) = delete;
    ExportOutput &operator=(const ExportOutput &) = delete;
    ~ExportOutput()
    {
        if (m_file == nullptr || m_path.empty())
            return;
        std::fclose(m_file);
        std::error_code ignored;
        std::filesystem::remove(m_path, ignored);
    }

    void write(const std::string &text)
    {
        m_isWhole = m_isWhole && std::fwrite(text.data(), 1, text.size(), m_file) == text.size();
    }

    Status finish()
    {
        m_isWhole = std::fflush(m_file) == 0 && m_isWhole;
        if (!m_isWhole)
            return Error{Errc::Io, "cannot be written: " + std::system_category().message(errno),
                         m_path.string(), "free some space and try again"};
        if (!m_path.empty())
            std::fclose(m_file);
        m_file = nullptr;
        return {};
    }

private:
    ExportOutput(FILE *file, std::filesystem::path path) : m_file(file), m_path(std::move(path)) { }

    FILE *m_file;
    std::filesystem::path m_path;
    bool m_isWhole = true;
};

std::size_t writeEvaluations(StoreReader &reader, const ExportTableOptions &options,
                             const Filter &filter, const TextSink &write)
{
    const auto listing = listingOf(reader, filter, *options.scope, {});
    return orFail(exportEvaluations(reader, listing, options.format, write));
}

std::size_t writeJunit(StoreReader &reader, const Filter &filter, const ScopeOptions &options,
                       ExportOutput &output)
{
    const auto listing = listingOf(reader, filter, options, {});
    const std::vector<ResultRow> rows = fetchListed(reader, listing, listing.ids);
    output.write(junitXml(rows));
    return rows.size();
}

std::vector<SarifRule> sarifRules()
{
    std::vector<SarifRule> rules;
    for (const RuleWords &words : allRuleWords())
        rules.push_back({.id = std::string(words.id),
                         .severity = words.severity,
                         .proves = std::string(words.proves),
                         .cannotSee = std::string(words.cannotSee)});
    return rules;
}

/// Writes the stored findings about the matching evaluations that concern their sources. `sources`
/// is the folder of the candidates' files below the root of their repository.
std::size_t writeSarif(StoreReader &reader, const Filter &filter,
                       const std::filesystem::path &sources, ExportOutput &output)
{
    const auto stored = orFail(reader.findings(filter, {}));
    std::vector<SarifFinding> findings;
    findings.reserve(stored.size());
    SarifFinding last; // findings of one evaluation are neighbours
    std::optional<std::vector<SourceFile>> files;
    std::string candidateFile;
    bool isCleared = false;
    RowId id;
    for (const StoredFinding &each : stored) {
        if (each.finding.severity == FindingSeverity::Note && each.finding.line == 0)
            continue; // about the measurement, such as other load
        if (findings.empty() || id != each.evaluation) {
            id = each.evaluation;
            const auto detail = orFail(reader.detail(id));
            const ResultRow &row = detail.row;
            const std::string &file = detail.evaluation.candidate.fileName;
            candidateFile = file.empty() ? std::string() : (sources / file).generic_string();
            files = splitFiles(detail.evaluation.candidate.source);
            last.evaluation = fmt::format("{}/{}/{}/sample {}/round {}", row.run, row.method,
                                          row.task, row.sample, row.round);
            isCleared = !row.isWithheld;
        }
        last.finding = each.finding;
        last.file = candidateFile;
        const SourceFile *of = files ? fileAtLine(*files, each.finding.line) : nullptr;
        if (of != nullptr && !candidateFile.empty()) {
            last.file += "/" + of->path;
            last.finding.line -= of->firstLine - 1;
        }
        last.isCleared = isCleared && each.finding.severity == FindingSeverity::Suspicion;
        findings.push_back(last);
    }
    output.write(sarifLog(sarifRules(), findings));
    return findings.size();
}

/// Returns the rates of every block of comparable results, with the block in the last column.
DataTable readRates(StoreReader &reader, const ExportTableOptions &options, const Filter &filter)
{
    const GroupBy groupBy = *groupByFromName(options.by);
    auto scope = scopeOf(*options.scope, groupBy);
    const auto read = orFail(rowsInScope(reader, filter, std::move(scope)));
    const std::vector<Population> blocks = blocksOf(read.rows, read.scope);
    DataTable table;
    std::vector<std::string> captions;
    for (const Population &block : blocks) {
        const auto rates = orFail(readGroupRates(reader, block, groupBy));
        DataTable part = rateData(rates.rows, options.by);
        const DataCell heading = headingOf(block);
        for (DataRow &row : part.rows) {
            row.push_back(heading);
            table.rows.push_back(std::move(row));
        }
        captions.push_back(captionOf(block)
                           + (rates.shapes.empty() ? std::string() : " " + rates.shapes));
        table.columns = std::move(part.columns);
        table.caption = std::move(part.caption);
    }
    table.columns.emplace_back("conditions");
    table.caption += fmt::format(" {}", fmt::join(captions, " "));
    return table;
}

/// Returns the clusters of failures, with the cells of every block of comparable results.
DataTable readClusters(StoreReader &reader, const ExportTableOptions &options, const Filter &filter)
{
    if (options.scope->verdict == CountedVerdict::Strict)
        throw CommandError{{Errc::InvalidInput,
                            "causes of failures exist only for the runs' own verdicts", "--verdict",
                            "leave it out"}};
    const auto reasons = orFail(reader.failureReasons(withoutSpeedups(filter), {}));
    auto scope = scopeOf(*options.scope, GroupBy::All);
    const auto read = orFail(rowsInScope(reader, filter, std::move(scope)));
    std::vector<FailureCluster> clusters
        = failureClusters(listedFailures(read.rows, read.scope, reasons));
    countFailedCells(clusters, blocksOf(read.rows, read.scope), reasons);
    return clusterData(clusters);
}

DataTable readTable(StoreReader &reader, const ExportTableOptions &options, const Filter &filter)
{
    if (options.table == "rates")
        return readRates(reader, options, filter);
    if (options.table == "clusters")
        return readClusters(reader, options, filter);
    auto all = orFail(reader.goldenRecords({}));
    const auto records = orFail(matchingReferences(std::move(all), filter));
    return goldenData(records);
}

std::size_t write(const ExportTableOptions &options, ExportOutput &output)
{
    const auto store = openFiltered(options.store, options.filter);
    if (options.format == "junit")
        return writeJunit(*store.reader, store.filter, *options.scope, output);
    if (options.format == "sarif")
        return writeSarif(*store.reader, store.filter, options.sources, output);
    const auto sink = [&output](const std::string &part) { output.write(part); };
    if (options.table == "evaluations")
        return writeEvaluations(*store.reader, options, store.filter, sink);
    const auto table = readTable(*store.reader, options, store.filter);
    exportRows(table, options.format, sink);
    return table.rows.size();
}

void addExportTableOptions(CLI::App &command, ExportTableOptions &options)
{
    command
        .add_option("--table", options.table,
                    "What to write: evaluations, rates (as kloupe metrics), failure clusters, or "
                    "references (recorded reference times; also golden)")
        ->transform(oneOf({"evaluations", "rates", "clusters", "references", "golden"}))
        ->capture_default_str();
    command
        .add_option("--format", options.format,
                    "csv, jsonl (one object a line) or latex (booktabs table); of evaluations also "
                    "junit (XML of tests, for build servers) and sarif (stored findings, for code "
                    "hosts)")
        ->transform(oneOf({"csv", "jsonl", "latex", "junit", "sarif"}))
        ->capture_default_str();
    command.add_option("--sources", options.sources,
                       "Folder of the candidates in their repository, for the paths in sarif");
    command.add_option("--filter", options.filter, "Filter of the evaluations, as for query");
    command.add_option("--by", options.by, "Grouping of the rates")
        ->transform(oneOf(groupingNames()))
        ->capture_default_str();
    addScopeOptions(command, options.scope);
}

ExitCode exportTable(const ExportTableOptions &options, const Console &console)
{
    if (console.json && options.output.empty())
        return console.refuse({Errc::InvalidInput,
                               "-o FILE is missing: --json needs an output file", "--output",
                               "name one with -o FILE"});
    const bool isForBuilds = options.format == "junit" || options.format == "sarif";
    if (isForBuilds && options.table != "evaluations")
        return console.refuse({Errc::InvalidInput,
                               fmt::format("{} has no {}", options.format, options.table),
                               "--format", "leave --table out, or choose csv, jsonl or latex"});
    if (options.format != "sarif" && !options.sources.empty())
        return console.refuse({Errc::InvalidInput,
                               fmt::format("{} has no paths of sources", options.format),
                               "--sources", "use it with --format sarif"});
    auto output = orFail(ExportOutput::open(options.output));
    const auto rows = write(options, *output);
    orFail(output->finish());
    if (!options.output.empty())
        console.line(fmt::format("{}: {}", options.output.string(), counted(rows, "row")));
    console.document({{"file", options.output.string()},
                      {"table", options.table},
                      {"format", options.format},
                      {"rows", rows}});
    return ExitCode::Ok;
}

/// Implements `kloupe export --original RUN`: writes the files that a run was imported from.
ExitCode exportOriginal(const std::filesystem::path &store, const std::string &run,
                        const std::filesystem::path &folder, const Console &console)
{
    const auto reader = orFail(openStore(store));
    const auto runs = orFail(reader->runs());
    const bool isThere = std::any_of(runs.begin(), runs.end(),
                                     [&](const RunSummary &each) { return each.run.name == run; });
    std::vector<std::string> known;
    known.reserve(runs.size());
    for (const RunSummary &each : runs)
        known.push_back(each.run.name);
    if (!isThere)
        return console.fail({Errc::NotFound, "there is no run \"" + run + "\"", store.string(),
                             hintWithNearest(run, known, "kloupe runs STORE lists them")});
    const auto files = orFail(reader->importedFiles(run));
    orFail(writeOriginalFiles(files, folder));
    std::size_t bytes = 0;
    Json names = Json::array();
    for (const ImportedFile &file : files) {
        bytes += file.content.size();
        names.push_back(file.name);
    }
    console.line(fmt::format("{}: {}, {}, as imported", folder.string(),
                             counted(files.size(), "file"), counted(bytes, "byte")));
    console.document({{"run", run}, {"folder", folder.string()}, {"files", names}});
    return ExitCode::Ok;
}

} // namespace

void addExportCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ExportTableOptions>();
    auto original = std::make_shared<std::string>();
    CLI::App *command = app.add_subcommand(
        "export", "Write a store's contents as CSV, JSON lines, LaTeX, JUnit or SARIF");
    addStore(*command, options->store);
    CLI::Option *output = command->add_option(
        "-o,--output", options->output,
        "The file to write; must not exist (default: standard output). With --original: a folder");
    CLI::Option *files = command->add_option(
        "--original", *original,
        "Instead of a table, write the original files that this run was imported from");
    files->needs(output);
    addExportTableOptions(*command, *options);
    command->callback([=, &chosen] {
        for (const std::string &name : scopeOptionNames("--baseline")) {
            const bool isOfLists = name == "--baseline" || name == "--no-join";
            if (options->table == "evaluations" && !isOfLists && command->count(name) > 0)
                throw CLI::ValidationError(
                    name, "goes with --table rates or clusters; --filter selects evaluations");
        }
        chosen = [options, original](const Console &console) {
            return original->empty()
                ? exportTable(*options, console)
                : exportOriginal(options->store, *original, options->output, console);
        };
    });
}

} // namespace loupe::cli
