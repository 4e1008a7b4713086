// SPDX-License-Identifier: Apache-2.0
#include "core/records/table/resulttable.h"

#include "core/base/asciicase.h"
#include "core/base/counted.h"
#include "core/model/verdict/verdict.h"
#include "core/records/reading/batchbuilder.h"
#include "core/records/reading/csv.h"
#include "core/records/reading/filetree.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view tableFormat = "table";
constexpr int maxTableNumber = 1'000'000; ///< of a round, a sample or a level
constexpr std::size_t maxTableName = 1000;
constexpr std::size_t maxNamedColumns = 20;
constexpr std::size_t maxShownColumn = 60;
constexpr std::size_t recognisedBytes = 1U << 18U; ///< the first line may hold a kernel

enum class ColumnKind : std::uint8_t { Text, Number, Flag };

struct TableColumn {
    std::string_view name;
    ColumnKind kind;
};

/// Those that an export of evaluations also has, have its names.
constexpr std::array tableColumns{
    TableColumn{"task", ColumnKind::Text},
    TableColumn{"verdict", ColumnKind::Text},
    TableColumn{"strict_verdict", ColumnKind::Text},
    TableColumn{"correct", ColumnKind::Flag},
    TableColumn{"compiled", ColumnKind::Flag},
    TableColumn{"method", ColumnKind::Text},
    TableColumn{"run", ColumnKind::Text},
    TableColumn{"suite", ColumnKind::Text},
    TableColumn{"category", ColumnKind::Text},
    TableColumn{"level", ColumnKind::Number},
    TableColumn{"round", ColumnKind::Number},
    TableColumn{"sample", ColumnKind::Number},
    TableColumn{"candidate_ms", ColumnKind::Number},
    TableColumn{"baseline_ms", ColumnKind::Number},
    TableColumn{"speedup", ColumnKind::Number},
    TableColumn{"speedup_low", ColumnKind::Number},
    TableColumn{"speedup_high", ColumnKind::Number},
    TableColumn{"baseline", ColumnKind::Text},
    TableColumn{"device", ColumnKind::Text},
    TableColumn{"precision", ColumnKind::Text},
    TableColumn{"message", ColumnKind::Text},
    TableColumn{"error", ColumnKind::Text},
    TableColumn{"source", ColumnKind::Text},
    TableColumn{"language", ColumnKind::Text},
    TableColumn{"reference", ColumnKind::Text},
    TableColumn{"demo", ColumnKind::Flag},
};

const TableColumn *tableColumn(std::string_view name)
{
    const auto *const found = std::ranges::find(tableColumns, name, &TableColumn::name);
    return found == tableColumns.end() ? nullptr : found;
}

/// Returns a number without a fraction as a whole one: pandas writes "1.0" in a column with gaps.
Json wholeIfPossible(double number)
{
    constexpr double largestWhole = 1e15;
    if (number == std::floor(number) && std::abs(number) < largestWhole)
        return static_cast<std::int64_t>(number);
    return number;
}

/// Returns the number of a CSV field in the form that JSON readers expect. Any other text stays a
/// text, which they refuse with its place.
Json tableNumber(const std::string &field)
{
    if (field == "nan" || field == "NaN" || field == "NAN")
        return "NaN";
    if (field == "inf" || field == "-inf")
        return "Infinity";
    const char *const end = field.data() + field.size();
    double number = 0;
    const auto read = std::from_chars(field.data(), end, number);
    const bool isNumber = read.ec == std::errc() && read.ptr == end && std::isfinite(number);
    return isNumber ? wholeIfPossible(number) : Json(field);
}

Json tableFlag(const std::string &field)
{
    std::string word = lowered(field);
    std::erase(word, ' ');
    if (word == "true" || word == "1" || word == "1.0" || word == "yes")
        return true;
    if (word == "false" || word == "0" || word == "0.0" || word == "no")
        return false;
    return field;
}

/// Returns a line of CSV as an object, without its empty fields.
Json tableObject(const CsvRow &row, const std::vector<std::string> &header)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < header.size(); ++i) {
        const std::string &field = row.fields[i];
        const TableColumn *column = tableColumn(header[i]);
        if (field.empty())
            continue;
        if (column == nullptr || column->kind == ColumnKind::Text)
            out[header[i]] = field;
        else
            out[header[i]]
                = column->kind == ColumnKind::Number ? tableNumber(field) : tableFlag(field);
    }
    return out;
}

/// Returns the record of a line of CSV for display. Kernel and reference are stored on their own;
/// with them, a table would be in memory twice.
std::string recordWithoutTexts(Json object)
{
    for (const char *key : {"source", "reference"})
        object.erase(key);
    return jsonLine(object);
}

/// Returns an object of JSON lines with flags and whole numbers as other programs write them:
/// "yes", 1, 2.0.
Json normalised(Json object)
{
    if (!object.is_object())
        return object;
    for (const TableColumn &column : tableColumns) {
        const auto field = object.find(column.name);
        if (field == object.end())
            continue;
        if (column.kind == ColumnKind::Flag && field->is_string())
            *field = tableFlag(field->get<std::string>());
        else if (column.kind == ColumnKind::Flag && field->is_number_integer())
            *field = tableFlag(field->dump());
        else if (column.kind == ColumnKind::Number && field->is_number_float())
            *field = wholeIfPossible(field->get<double>());
    }
    return object;
}

/// Returns whether a table has these columns.
bool hasTableColumns(const std::vector<std::string> &names)
{
    const auto has
        = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
    return has("task") && (has("correct") || has("verdict"));
}

/// Returns the verdict that a column names; nothing if the column is empty.
std::optional<Verdict> namedVerdict(const JsonReader &reader, std::string_view key)
{
    const std::string named = recordedText(reader, key);
    if (named.empty())
        return std::nullopt;
    const auto verdict = verdictFromId(named);
    if (verdict && *verdict != Verdict::Flagged)
        return verdict;
    reader.problem(key, "must be a verdict such as correct, wrong_value or crashed");
    return std::nullopt;
}

/// Returns the verdict of a line; a problem if its columns contradict each other.
Verdict tableVerdict(const JsonReader &reader)
{
    const std::optional<Verdict> named = namedVerdict(reader, "verdict");
    const std::optional<bool> isCorrect = recordedFlag(reader, "correct");
    const std::optional<bool> isCompiled = recordedFlag(reader, "compiled");
    if (isCorrect && *isCorrect && isCompiled && !*isCompiled)
        reader.problem("compiled", "is false, but the result is correct");
    if (named && isCorrect && *isCorrect != (*named == Verdict::Correct))
        reader.problem("correct", "contradicts the verdict");
    if (named)
        return *named;
    if (isCorrect && *isCorrect)
        return Verdict::Correct;
    if (isCompiled && !*isCompiled)
        return Verdict::BuildFailed;
    return isCorrect ? Verdict::WrongAnswer : Verdict::NotRecorded;
}

/// Returns the device as it was recorded, also from an export of an import.
std::string tableDevice(std::string name)
{
    constexpr std::string_view mark = " (recorded)";
    if (name.ends_with(mark))
        name.resize(name.size() - mark.size());
    return name == "not recorded" ? std::string() : name;
}

int tableCount(const JsonReader &reader, std::string_view key)
{
    return recordedField(reader, key) == nullptr ? 0
                                                 : recordedCount(reader, key, 0, maxTableNumber);
}

/// Returns a text that is shown as a name.
std::string tableName(const JsonReader &reader, std::string_view key)
{
    std::string out = recordedText(reader, key);
    if (out.size() > maxTableName) {
        reader.problem(key, "is longer than " + std::to_string(maxTableName) + " bytes");
        out.clear();
    }
    return out;
}

/// What makes a run of its own.
struct TableRun {
    std::string name; ///< as recorded
    std::string suite;
    std::string device;
    std::string precision;
    std::string baseline; ///< if any attempt has several; else empty

    friend auto operator<=>(const TableRun &, const TableRun &) = default;
};

struct TableRow {
    TableRun run;
    Task task;
    Evaluation evaluation;
    bool isDemo = false; ///< demonstration data of ours, as an export says
};

/// The attempts of a table with their baselines. A table may have millions, so texts are numbers.
class TableAttempts
{
public:
    /// Returns false if the attempt is known with this baseline.
    bool add(const TableRun &run, const Candidate &candidate, const std::string &baseline)
    {
        const Attempt attempt{m_texts.of(run.name),
                              m_texts.of(run.suite),
                              m_texts.of(run.device),
                              m_texts.of(run.precision),
                              m_texts.of(candidate.task),
                              m_texts.of(candidate.method),
                              static_cast<std::uint32_t>(candidate.round),
                              static_cast<std::uint32_t>(candidate.sample)};
        const std::uint32_t number = m_texts.of(baseline);
        const auto first = m_known.lower_bound({attempt, 0});
        m_hasSeveralBaselines = m_hasSeveralBaselines
            || (first != m_known.end() && first->first == attempt && first->second != number);
        return m_known.insert({attempt, number}).second;
    }
    /// Returns true if an attempt has several.
    bool hasSeveralBaselines() const { return m_hasSeveralBaselines; }

private:
    using Attempt = std::array<std::uint32_t, 8>;

    TextNumbers m_texts;
    std::set<std::pair<Attempt, std::uint32_t>> m_known;
    bool m_hasSeveralBaselines = false;
};

/// Category, level and hash of the reference of a task.
using TaskFacts = std::tuple<std::string, std::optional<int>, std::size_t>;

std::optional<double> finite(double value)
{
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Returns the extension in lower case.
std::string tableExtension(const fs::path &file)
{
    return lowered(file.extension().string());
}

/// Reads a table twice: first to check all lines, then to make the evaluations. These are larger
/// than lines, and only all lines tell which runs there are.
class ResultTableReader
{
public:
    ResultTableReader(FileTree tree, const ReadOptions &options)
        : m_tree(std::move(tree))
        , m_options(options)
        , m_file(m_tree.place(m_tree.files.front()))
        , m_problems(m_file, options)
        , m_digest(m_tree.digest())
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        if (Status done = readAll(); !done)
            return std::move(done).error();
        const auto accepted = static_cast<std::size_t>(std::ranges::count(m_isAccepted, true));
        if (Status usable = m_problems.verdict(accepted); !usable)
            return std::move(usable).error();
        m_isChecked = true;
        if (Status done = readAll(); !done)
            return std::move(done).error();
        BatchBuilder &first = m_runs.all().front();
        first.note(
            m_contradicted.size(),
            {"task", "whose lines differ in reference, category or level: the first counts"});
        if (!m_unread.empty())
            first.batch().notes.push_back(unreadNote());
        return m_problems.finish(m_runs.take(), std::move(m_tree.files));
    }

private:
    const SharedText &content() const { return m_tree.files.front().content; }

    Status readAll() { return tableExtension(m_file) == ".csv" ? readCsv() : readLines(); }

    /// Returns whether the next line must be read: not if the first reading refused it.
    bool wantsLine()
    {
        if (m_isChecked)
            return m_isAccepted[m_line++];
        m_isAccepted.push_back(false);
        return true;
    }

    /// Reports the progress of both readings together, in lines.
    Status step(std::size_t done, std::size_t total) const
    {
        const std::size_t before = m_isChecked ? total : 0;
        return m_problems.step((before + done) / 2, total);
    }

    Status readCsv()
    {
        if (!m_isChecked && !isUtf8(content()))
            return Error{Errc::InvalidInput, "the text is not UTF-8", m_file, "save it as UTF-8"};
        content().giveBack();
        ReadingWindow window(content());
        CsvReader reader(content(), m_file);
        auto header = reader.next();
        if (!header)
            return header.error();
        if (!*header)
            return Error{Errc::InvalidInput, "the file is empty", m_file};
        if (Status usable = checkHeader(**header); !usable)
            return usable;
        if (!m_isChecked)
            m_lines = countLines();
        std::size_t done = 0;
        for (std::size_t before = reader.bytesRead();; before = reader.bytesRead()) {
            auto row = reader.next();
            if (!row)
                return row.error();
            if (!*row)
                return {};
            if (wantsLine())
                readCsvRow(**row, (*header)->fields);
            window.advance(reader.bytesRead() - before);
            if (Status going = step(++done, m_lines); !going)
                return going;
        }
    }

    /// Returns the number of lines of the text after the header; a row may have several.
    std::size_t countLines() const
    {
        ReadingWindow window(content());
        const std::string_view text = content();
        constexpr std::size_t piece = std::size_t{1} << 20;
        std::size_t lines = 0;
        for (std::size_t at = 0; at < text.size(); at += piece) {
            const std::string_view part = text.substr(at, piece);
            lines += static_cast<std::size_t>(std::ranges::count(part, '\n'));
            window.advance(part.size());
        }
        return std::max<std::size_t>(lines, 1);
    }

    void readCsvRow(const CsvRow &row, const std::vector<std::string> &header)
    {
        const std::string place = m_file + ":" + std::to_string(row.line);
        if (row.fields.size() != header.size()) {
            m_problems.add({place,
                            "has " + counted(row.fields.size(), "field") + " instead of "
                                + std::to_string(header.size())});
            return;
        }
        const Json json = tableObject(row, header);
        if (m_isChecked) {
            addRow(json, recordWithoutTexts(json));
        } else {
            m_problems.countLostTimes(json);
            checkRow(json, place);
        }
    }

    Status checkHeader(const CsvRow &header) const
    {
        const std::string place = m_file + ":" + std::to_string(header.line);
        std::set<std::string> seen;
        for (const std::string &name : header.fields) {
            if (!seen.insert(name).second)
                return Error{Errc::InvalidInput, "the column \"" + name + "\" occurs twice", place};
        }
        if (!hasTableColumns(header.fields))
            return Error{Errc::InvalidInput, "the columns \"task\" and \"correct\" are missing",
                         place, "name the columns of the table in its first line"};
        return {};
    }

    Status readLines()
    {
        const std::vector<JsonPart> lines = jsonLines(content());
        ReadingWindow window(content());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const JsonPart &line = lines[i];
            if (wantsLine())
                readLine(line);
            window.advance(line.text.size());
            if (Status going = step(i + 1, lines.size()); !going)
                return going;
        }
        return {};
    }

    void readLine(const JsonPart &line)
    {
        const std::string place = placeIn(m_file, line);
        if (m_isChecked) {
            if (auto json = parsePythonJson(line.text, {}))
                addRow(normalised(std::move(*json)), content().part(line.text));
        } else if (isBlank(line)) {
            m_problems.add({place, "the line is empty"});
        } else if (auto json = m_problems.parsed(line.text, m_file, line.line)) {
            checkRow(normalised(std::move(*json)), place);
        }
    }

    void checkRow(const Json &json, const std::string &place)
    {
        TableRow row;
        if (!m_problems.readFields(json, place, {},
                                   [&](const JsonReader &reader) { row = rowOf(reader); }))
            return;
        if (!m_attempts.add(row.run, row.evaluation.candidate, row.evaluation.baseline)) {
            m_problems.add({place,
                            "this attempt is in a line above; the columns round and sample number "
                            "the attempts of a method at a task"});
            return;
        }
        noteContradiction(row.task);
        m_isAccepted.back() = true;
    }

    void noteContradiction(const Task &task)
    {
        const TaskFacts facts{task.category, task.level,
                              std::hash<std::string_view>()(task.reference)};
        const std::pair<std::string, std::string> key{task.suite, task.name};
        if (m_tasks.try_emplace(key, facts).first->second != facts)
            m_contradicted.insert(key);
    }

    /// Adds the row of a checked line to its run.
    void addRow(const Json &json, SharedText original)
    {
        std::vector<JsonProblem> none;
        TableRow row = rowOf(JsonReader(json, {}, {}, none));
        row.evaluation.originalRecord = std::move(original);
        if (m_attempts.hasSeveralBaselines())
            row.run.baseline = row.evaluation.baseline;
        BatchBuilder &run = m_runs.of(row.run, [&] { return makeRun(row.run); });
        run.addTask(std::move(row.task));
        run.addMethod({row.evaluation.candidate.method, "model", {}, row.isDemo});
        run.add(std::move(row.evaluation));
    }

    std::string unreadNote() const
    {
        std::string names;
        for (const std::string &name : m_unread) {
            const bool isLong = name.size() > maxShownColumn;
            names += (names.empty() ? "" : ", ")
                + (isLong ? "one with a name of " + std::to_string(name.size()) + " bytes" : name);
        }
        return "These columns are kept, but not read: " + names + ".";
    }

    TableRow rowOf(const JsonReader &reader)
    {
        for (const auto &[key, value] : reader.json().items()) {
            if (tableColumn(key) == nullptr && m_unread.size() < maxNamedColumns)
                m_unread.insert(key);
        }
        TableRow out;
        out.task.name = tableName(reader, "task");
        if (out.task.name.empty())
            reader.problem("task", "is missing");
        out.task.suite = tableName(reader, "suite");
        if (out.task.suite.empty())
            out.task.suite = tableFormat;
        out.task.category = tableName(reader, "category");
        if (reader.has("level"))
            out.task.level = tableCount(reader, "level");
        out.task.reference = recordedText(reader, "reference");
        out.evaluation = evaluationOf(reader);
        out.evaluation.candidate.task = out.task.name;
        out.isDemo = recordedFlag(reader, "demo").value_or(false);
        out.run = {tableName(reader, "run"),
                   out.task.suite,
                   tableDevice(tableName(reader, "device")),
                   tableName(reader, "precision"),
                   {}};
        return out;
    }

    Evaluation evaluationOf(const JsonReader &reader) const
    {
        Evaluation out;
        Candidate &candidate = out.candidate;
        candidate.method = tableName(reader, "method");
        if (candidate.method.empty())
            candidate.method = stemOf(fileOf(m_tree.files.front().name));
        candidate.round = tableCount(reader, "round");
        candidate.sample = tableCount(reader, "sample");
        candidate.source = recordedText(reader, "source");
        candidate.language = tableName(reader, "language");
        if (candidate.language.empty())
            candidate.language = "python";
        out.verdict = tableVerdict(reader);
        out.runLog = recordedText(reader, "error");
        out.strictVerdict = namedVerdict(reader, "strict_verdict").value_or(Verdict::NotRecorded);
        out.message = recordedText(reader, "message");
        if (out.message.empty())
            out.message = "Recorded: " + std::string(facts(out.verdict).label) + ".";
        out.baseline = tableName(reader, "baseline");
        out.candidateMs = recordedPositive(reader, "candidate_ms");
        out.baselineMs = recordedPositive(reader, "baseline_ms");
        out.speedup = recordedPositive(reader, "speedup");
        if (!out.speedup && out.candidateMs && out.baselineMs)
            out.speedup = finite(*out.baselineMs / *out.candidateMs);
        if (out.verdict != Verdict::Correct)
            out.speedup.reset(); // a time without a right result is no speedup
        if (out.speedup) {
            out.speedupLow = recordedPositive(reader, "speedup_low");
            out.speedupHigh = recordedPositive(reader, "speedup_high");
            if (out.speedupLow && *out.speedupLow > *out.speedup)
                reader.problem("speedup_low", "is above the speedup");
            if (out.speedupHigh && *out.speedupHigh < *out.speedup)
                reader.problem("speedup_high", "is below the speedup");
        }
        return out;
    }

    BatchBuilder makeRun(const TableRun &key) const
    {
        std::string part;
        for (const std::string &each :
             {key.name, key.suite == tableFormat ? std::string() : key.suite, key.device,
              key.precision, key.baseline}) {
            if (!each.empty())
                part += (part.empty() ? "" : ", ") + each;
        }
        BatchSource source;
        source.format = tableFormat;
        source.suite = key.suite;
        source.path = m_file;
        source.name = fmt::format("{} {}", tableFormat, stemOf(fileOf(m_tree.files.front().name)));
        source.part = part.empty() ? "" : "(" + part + ")";
        source.identity = jsonLine(Json::array({key.name, key.suite, key.precision, key.baseline}));
        source.device = key.device;
        source.file = content().view();
        BatchBuilder run(source, m_digest, m_options);
        run.batch().run.precision = key.precision;
        return run;
    }

    FileTree m_tree;
    const ReadOptions &m_options;
    std::string m_file;
    RecordProblems m_problems;
    std::string m_digest;
    BatchBuilders<TableRun> m_runs;
    bool m_isChecked = false;       ///< all lines were read once
    std::size_t m_lines = 0;        ///< of a CSV
    std::vector<bool> m_isAccepted; ///< by line
    std::size_t m_line = 0;         ///< next one of the second reading
    TableAttempts m_attempts;
    std::map<std::pair<std::string, std::string>, TaskFacts> m_tasks; ///< by suite and name
    std::set<std::pair<std::string, std::string>> m_contradicted;
    std::set<std::string> m_unread; ///< columns that have no meaning here
};

} // namespace

bool isResultTable(const fs::path &source)
{
    const std::string extension = tableExtension(source);
    if (extension != ".csv" && extension != ".jsonl" && extension != ".ndjson")
        return false;
    std::string beginning = beginningOf(source, recognisedBytes);
    beginning.resize(std::min(beginning.find('\n'), beginning.size()));
    if (extension == ".csv") {
        const auto rows = parseCsv(beginning, {});
        return rows && !rows->empty() && hasTableColumns(rows->front().fields);
    }
    const auto json = parsePythonJson(beginning, {});
    if (!json || !json->is_object())
        return false;
    std::vector<std::string> keys;
    for (const auto &[key, value] : json->items())
        keys.push_back(key);
    return hasTableColumns(keys);
}

Result<std::vector<RecordBatch>> readResultTable(const fs::path &source, const ReadOptions &options)
{
    auto tree = readFileTree(
        source, [](std::string_view) { return false; }, options);
    if (!tree)
        return std::move(tree).error();
    return ResultTableReader(std::move(*tree), options).read();
}

} // namespace loupe
