// SPDX-License-Identifier: Apache-2.0
#include "core/records/robustkbench/robustkbenchcsv.h"

#include "core/base/counted.h"
#include "core/records/reading/csv.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/records/robustkbench/robustkbenchidentity.h"

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace loupe {

namespace {

constexpr std::string_view robustKbenchCsvFormat = "robust-kbench";
constexpr int maxCsvBatches = 1'000'000;

struct RobustKbenchColumn {
    const char *column;
    const char *name;
};

constexpr std::array robustKbenchColumns{
    RobustKbenchColumn{"Speedup", "eager"},
    RobustKbenchColumn{"Speedup Compile", "torch.compile (default)"},
};

constexpr std::array<const char *, 10> neededRobustKbenchColumns{
    "Batch ID", "Sample ID", "CUDA Filename",   "Correct", "Runtime (ms)",
    "Speedup",  "Code",      "Speedup Compile", "Error",   "task_name"};

/// Fields of one row by column name.
class RobustKbenchRow
{
public:
    RobustKbenchRow(const CsvRow &row, const std::map<std::string, std::size_t> &columns,
                    std::string where, std::vector<JsonProblem> &problems)
        : m_row(row)
        , m_columns(columns)
        , m_where(std::move(where))
        , m_problems(problems)
    {
    }

    std::string text(const std::string &column) const
    {
        const auto at = m_columns.find(column);
        return at == m_columns.end() ? std::string() : m_row.fields[at->second];
    }

    /// Returns nothing for an empty field and for pandas' non-finite numbers.
    std::optional<double> number(const std::string &column) const
    {
        const std::string field = text(column);
        if (field.empty() || field == "nan" || field == "NaN" || field == "inf" || field == "-inf")
            return std::nullopt;
        double value = 0;
        const char *const end = field.data() + field.size();
        const auto [parsed, failed] = std::from_chars(field.data(), end, value);
        if (failed != std::errc() || parsed != end || !std::isfinite(value)) {
            problem(column, "must be a number");
            return std::nullopt;
        }
        return value;
    }

    std::optional<double> positive(const std::string &column) const
    {
        const auto value = number(column);
        if (value && *value <= 0) {
            problem(column, "must be above 0");
            return std::nullopt;
        }
        return value;
    }

    int count(const std::string &column) const
    {
        const std::string field = text(column);
        int value = 0;
        const char *const end = field.data() + field.size();
        const auto [parsed, failed] = std::from_chars(field.data(), end, value);
        if (failed != std::errc() || parsed != end || value < 0 || value > maxCsvBatches)
            problem(column, "must be a whole number from 0");
        return value;
    }

    bool flag(const std::string &column) const
    {
        const std::string field = text(column);
        if (field != "True" && field != "False")
            problem(column, "must be True or False");
        return field == "True";
    }

    void problem(const std::string &column, std::string message) const
    {
        m_problems.push_back({m_where + ":" + column, std::move(message)});
    }

private:
    const CsvRow &m_row;
    const std::map<std::string, std::size_t> &m_columns;
    std::string m_where;
    std::vector<JsonProblem> &m_problems;
};

std::vector<std::string> robustKbenchPathParts(std::string_view path)
{
    return pathParts({}, path);
}

/// Returns the row as one JSON object, for the original record.
Json robustKbenchRowJson(const CsvRow &row, const std::map<std::string, std::size_t> &columns)
{
    Json json = Json::object();
    for (const auto &[name, at] : columns)
        json[name] = row.fields[at];
    return json;
}

/// Returns the task; the table contains only its folder, the kernel's path also its level.
Task robustKbenchRowTask(const RobustKbenchRow &row, const RobustKbenchIdentity &place)
{
    const std::string name = row.text("task_name");
    if (name.empty())
        row.problem("task_name", "is empty");
    return robustKbenchTask(place.task.ends_with("/" + name) ? place.task : name,
                            row.text("forward") == "False" ? "backward" : place.direction);
}

/// Returns the part of a row common to both runs; the speedup is added for each.
Evaluation robustKbenchEvaluation(const RobustKbenchRow &row, const RobustKbenchIdentity &place)
{
    Evaluation out;
    out.candidate.method = place.method();
    out.candidate.round = row.count("Batch ID");
    out.candidate.sample = row.count("Sample ID");
    out.candidate.source = row.text("Code");
    out.candidate.language = "cuda";
    out.candidate.fileName = row.text("CUDA Filename");
    out.candidate.cost.dollars = row.number("CUDA API Costs");
    out.runLog = row.text("Error");
    const bool isCorrect = row.flag("Correct");
    out.candidateMs = row.positive("Runtime (ms)");
    const auto difference = row.number("Max Diff");
    if (isCorrect) {
        out.verdict = Verdict::Correct;
        out.message
            = out.candidateMs ? "Recorded: right and timed." : "Recorded: right, not timed.";
    } else {
        out.verdict = robustKbenchFailure(out.runLog);
        if (out.runLog.empty() && difference && *difference > 0)
            out.verdict = Verdict::WrongValue;
        out.message = "Recorded: wrong result.";
    }
    return out;
}

class RobustKbenchCsvReader
{
public:
    RobustKbenchCsvReader(FileTree tree, const ReadOptions &options)
        : m_tree(std::move(tree))
        , m_file(m_tree.place(m_tree.files.front()))
        , m_bad(m_file, options)
    {
        for (const RobustKbenchColumn &baseline : robustKbenchColumns)
            m_runs.emplace_back(
                robustKbenchCsvFormat, m_tree, m_tree.digest(),
                RunPart{"robust-kbench", baseline.name, recordedEnvironment({}, "cuda")}, options);
    }

    Result<std::vector<RecordBatch>> read()
    {
        const std::string_view content = m_tree.files.front().content;
        if (!isUtf8(content))
            return Error{Errc::InvalidInput, "the text is not UTF-8", m_file,
                         "it may be of another kind"};
        const auto rows = parseCsv(content, m_file);
        if (!rows)
            return rows.error();
        if (Status named = readHeader(*rows); !named)
            return std::move(named).error();
        for (std::size_t i = 1; i < rows->size(); ++i) {
            readRow((*rows)[i]);
            const int total = static_cast<int>(rows->size() - 1);
            if (Status going = m_bad.step(static_cast<int>(i), total); !going)
                return std::move(going).error();
        }
        return m_bad.finish(std::move(m_runs), std::move(m_tree.files));
    }

private:
    Status readHeader(const std::vector<CsvRow> &rows)
    {
        if (rows.empty())
            return Error{Errc::InvalidInput, "the file is empty", m_file};
        const CsvRow &header = rows.front();
        for (std::size_t i = 0; i < header.fields.size(); ++i) {
            if (!m_columns.emplace(header.fields[i], i).second)
                return Error{Errc::InvalidInput,
                             "the column \"" + header.fields[i] + "\" occurs twice",
                             m_file + ":" + std::to_string(header.line)};
        }
        for (const char *column : neededRobustKbenchColumns) {
            if (m_columns.count(column) == 0)
                return Error{Errc::InvalidInput,
                             "the column \"" + std::string(column) + "\" is missing",
                             m_file + ":" + std::to_string(header.line),
                             "it is no table of results of robust-kbench"};
        }
        return {};
    }

    void readRow(const CsvRow &fields)
    {
        const std::string where = m_file + ":" + std::to_string(fields.line);
        std::vector<JsonProblem> problems;
        if (fields.fields.size() != m_columns.size()) {
            m_bad.add({where,
                       "has " + counted(fields.fields.size(), "field") + " instead of "
                           + std::to_string(m_columns.size())});
            return;
        }
        const RobustKbenchRow row(fields, m_columns, where, problems);
        const RobustKbenchIdentity place
            = robustKbenchIdentityOf(robustKbenchPathParts(row.text("CUDA Filename")));
        const Task task = robustKbenchRowTask(row, place);
        Evaluation common = robustKbenchEvaluation(row, place);
        common.candidate.task = task.name;
        std::array<std::optional<double>, robustKbenchColumns.size()> speedups;
        for (std::size_t i = 0; i < robustKbenchColumns.size(); ++i)
            speedups[i] = row.positive(robustKbenchColumns[i].column);
        if (!m_bad.accept(std::move(problems)))
            return;
        const Json whole = robustKbenchRowJson(fields, m_columns);
        m_bad.countLostTimes(whole);
        common.originalRecord = jsonLine(whole);
        for (std::size_t i = 0; i < robustKbenchColumns.size(); ++i) {
            Evaluation out = common;
            // A time without a right result is no speedup.
            if (out.verdict == Verdict::Correct && speedups[i]) {
                out.speedup = speedups[i];
                out.baseline = robustKbenchColumns[i].name;
            }
            m_runs[i].addTask(task);
            m_runs[i].addMethod({out.candidate.method, "agent", {}, false});
            if (!m_runs[i].add(std::move(out)) && i == 0)
                m_bad.add({where, "this batch and sample of the task is in the table already"});
        }
    }

    FileTree m_tree;
    std::string m_file;
    RecordProblems m_bad;
    std::vector<BatchBuilder> m_runs;
    std::map<std::string, std::size_t> m_columns;
};

} // namespace

bool isRobustKbenchCsv(const std::filesystem::path &source)
{
    if (source.extension() != ".csv")
        return false;
    const std::string beginning = beginningOf(source);
    const std::string_view header = std::string_view(beginning).substr(0, beginning.find('\n'));
    return header.find("CUDA Filename") != std::string_view::npos
        && header.find("Speedup Compile") != std::string_view::npos;
}

Result<std::vector<RecordBatch>> readRobustKbenchCsv(const std::filesystem::path &file,
                                                     const ReadOptions &options)
{
    auto tree = readFileTree(
        file, [](std::string_view) { return false; }, options);
    if (!tree)
        return std::move(tree).error();
    return RobustKbenchCsvReader(std::move(*tree), options).read();
}

} // namespace loupe
