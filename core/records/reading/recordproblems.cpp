// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/recordproblems.h"

#include "core/base/asciicase.h"
#include "core/records/reading/jsonfields.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::size_t maxKeptProblems = 100;

/// Returns true if a field holds a time, a speedup or a score: "runtime", "latency_ms", "Speedup
/// Compile".
bool isTimeKey(std::string_view key)
{
    constexpr std::array<std::string_view, 4> parts{"time", "speedup", "latency", "score"};
    constexpr std::array<std::string_view, 6> whole{"ms", "mean", "median", "min", "max", "avg"};
    const std::string name = lowered(key);
    return name.ends_with("_ms") || std::ranges::find(whole, name) != whole.end()
        || std::ranges::any_of(
               parts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

/// Returns true for non-finite numbers as written by Python's json or csv.
bool isLostNumber(const Json &value)
{
    constexpr std::array<std::string_view, 3> texts{"nan", "inf", "-inf"};
    return isNotFinite(&value)
        || std::ranges::any_of(texts, [&](std::string_view text) { return value == text; });
}

bool hasLostTime(const Json &value)
{
    if (!value.is_structured()) // iterating over a single value yields itself
        return false;
    for (auto each = value.begin(); each != value.end(); ++each) {
        if (hasLostTime(*each)
            || (value.is_object() && isLostNumber(*each) && isTimeKey(each.key())))
            return true;
    }
    return false;
}

} // namespace

void RecordProblems::add(JsonProblem problem)
{
    if (m_problems.size() < maxKeptProblems)
        m_problems.push_back(std::move(problem));
}

bool RecordProblems::accept(std::vector<JsonProblem> problems)
{
    for (JsonProblem &problem : problems)
        add(std::move(problem));
    return problems.empty();
}

std::optional<Json> RecordProblems::parsed(std::string_view text, const std::string &file, int line)
{
    auto json = parsePythonJson(text, file, line);
    if (json) {
        countLostTimes(*json);
        return std::move(*json);
    }
    add(json.error());
    return std::nullopt;
}

bool RecordProblems::readRecord(const JsonPart &record, const std::string &file,
                                const std::string &path,
                                const std::function<void(const JsonReader &)> &read)
{
    const auto json = parsed(record.text, file, record.line);
    return json && readFields(*json, placeIn(file, record), path, read);
}

bool RecordProblems::readFields(const Json &record, const std::string &place,
                                const std::string &path,
                                const std::function<void(const JsonReader &)> &read)
{
    std::vector<JsonProblem> problems;
    const JsonReader reader(record, place, path, problems);
    if (record.is_object())
        read(reader);
    return accept(std::move(problems));
}

void RecordProblems::countLostTimes(const Json &record)
{
    m_lostTimes += hasLostTime(record) ? 1 : 0;
}

Status RecordProblems::step(std::size_t done, std::size_t total) const
{
    if (m_options.progress)
        m_options.progress(static_cast<int>(done), static_cast<int>(total));
    if (m_options.stop.stop_requested())
        return Error{Errc::Cancelled, "the import was cancelled", m_source};
    return {};
}

Status RecordProblems::verdict(std::size_t understood) const
{
    if (m_problems.empty() && understood > 0)
        return {};
    if (m_problems.empty())
        return Error{Errc::InvalidInput, std::string(noResultInSource), m_source,
                     "no record was found: choose a file or folder that holds results"};
    if (m_options.skipBad && understood > 0)
        return {};
    Error error = toError(m_problems);
    error.hint = "nothing was imported; correct the file, or skip bad records";
    return error;
}

Result<std::vector<RecordBatch>> RecordProblems::finish(std::vector<BatchBuilder> runs,
                                                        std::vector<ImportedFile> files) const
{
    std::vector<RecordBatch> batches;
    std::size_t understood = 0;
    for (BatchBuilder &run : runs) {
        understood += static_cast<std::size_t>(run.batch().records);
        run.noteLostAnswers();
        if (!run.isEmpty())
            batches.push_back(std::move(run.batch()));
    }
    if (Status usable = verdict(understood); !usable)
        return std::move(usable).error();
    RecordBatch &first = batches.front();
    addNote(m_problems.size(), {"problem", "in bad records, which were skipped"}, first.notes);
    addNote(m_lostTimes, {"record", "with times that are NaN or infinite, left out"}, first.notes);
    first.skipped = m_problems;
    if (!files.empty())
        first.files = std::move(files);
    return batches;
}

Result<std::vector<RecordBatch>> RecordProblems::finish(BatchBuilder run,
                                                        std::vector<ImportedFile> files) const
{
    std::vector<BatchBuilder> runs;
    runs.push_back(std::move(run));
    return finish(std::move(runs), std::move(files));
}

} // namespace loupe
