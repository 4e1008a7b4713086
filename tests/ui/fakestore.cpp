// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fakestore.h"

#include "core/engine/request/profile.h"
#include "core/model/saved/filteredit.h"

#include <algorithm>
#include <map>

namespace loupe::test {

namespace {

bool contains(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

/// Returns the value of a row in a facet.
std::string valueOf(const ResultRow &row, const std::string &field)
{
    if (field == "status")
        return std::string(name(outcomeOf(row.verdict)));
    if (field == "category")
        return row.category;
    if (field == "run")
        return row.run;
    if (field == "method")
        return row.method;
    if (field == "device")
        return row.device;
    if (field == "level")
        return row.level ? std::to_string(*row.level) : std::string();
    if (field == "round")
        return std::to_string(row.round);
    return {};
}

bool isSpeedup(FilterOp op, const std::string &value, std::optional<double> speedup)
{
    if (value == "none" || !speedup)
        return value == "none" && !speedup;
    const double limit = std::stod(value);
    switch (op) {
    case FilterOp::Is:
        return *speedup == limit;
    case FilterOp::Less:
        return *speedup < limit;
    case FilterOp::LessOrEqual:
        return *speedup <= limit;
    case FilterOp::Greater:
        return *speedup > limit;
    case FilterOp::GreaterOrEqual:
        return *speedup >= limit;
    }
    return false;
}

bool holds(const FilterTerm &term, const ResultRow &row)
{
    const auto is = [&](const std::string &value) {
        if (term.field == "method" || term.field == "round" || term.field == "device"
            || term.field == "level")
            return value == valueOf(row, term.field);
        if (term.field == "status")
            return value == name(outcomeOf(row.verdict))
                || (value == "failed" && isFailure(outcomeOf(row.verdict)));
        if (term.field == "category")
            return value == row.category;
        if (term.field == "run")
            return value == row.run;
        if (term.field == "suite")
            return value == row.suite;
        if (term.field == "task")
            return value == row.task;
        if (term.field == "method")
            return value == row.method;
        if (term.field == "id")
            return value == std::to_string(row.id.value);
        if (term.field == "verdict")
            return value == facts(row.verdict).id;
        if (term.field == "speedup")
            return isSpeedup(term.op, value, row.speedup);
        if (term.field == "demo")
            return (value == "yes") == row.isDemo;
        return term.field.empty() && contains(row.task, value);
    };
    return std::any_of(term.values.begin(), term.values.end(), is) != term.negated;
}

bool matches(const Filter &filter, const ResultRow &row)
{
    return std::all_of(filter.terms.begin(), filter.terms.end(),
                       [&](const FilterTerm &term) { return holds(term, row); });
}

} // namespace

class FakeReader final : public StoreReader
{
public:
    explicit FakeReader(std::shared_ptr<FakeStore> store) : m_store(std::move(store)) { }

    using StoreReader::ids;
    using StoreReader::metricRows;

    std::optional<StoreIdentity> identity() const override { return std::nullopt; }
    StorePresence presence() const override { return m_store->presence; }
    Status copyTo(const std::filesystem::path &target) override
    {
        const std::lock_guard lock(m_store->m_mutex);
        m_store->copies.push_back(target);
        return {};
    }

    std::vector<ResultRow> fetch(std::span<const RowId> ids) override
    {
        ++m_store->fetches;
        const std::lock_guard lock(m_store->m_mutex);
        std::vector<ResultRow> rows;
        for (const RowId id : ids) {
            const auto index = static_cast<std::size_t>(id.value - 1);
            if (index < m_store->m_rows.size())
                rows.push_back(m_store->m_rows[index]);
        }
        return rows;
    }

    Result<std::vector<RunSummary>> runs() override
    {
        const std::lock_guard lock(m_store->m_mutex);
        auto runs = m_store->m_runs;
        const RunMarks marks = afterMarks({}, m_store->m_runMarks);
        for (RunSummary &run : runs) {
            run.isPinned = marks.pinned.contains(run.id);
            run.isBaseline = marks.baseline == run.id;
            for (const ResultRow &row : m_store->m_rows) {
                if (row.run != run.run.name)
                    continue;
                ++run.evaluations;
                run.correct += row.verdict == Verdict::Correct ? 1 : 0;
                run.failed += isFailure(outcomeOf(row.verdict)) ? 1 : 0;
            }
        }
        return runs;
    }

    Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order,
                                   std::stop_token stop) override
    {
        ++m_store->idQueries;
        if (m_store->duringIds)
            m_store->duringIds(stop);
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled"};
        const std::lock_guard lock(m_store->m_mutex);
        std::vector<RowId> out;
        for (const ResultRow &row : m_store->m_rows) {
            if (matches(filter, row))
                out.push_back(row.id);
        }
        if (order.key == SortKey::Speedup) {
            const auto speedup = [&](RowId id) {
                return m_store->m_rows[static_cast<std::size_t>(id.value - 1)].speedup.value_or(0);
            };
            std::stable_sort(out.begin(), out.end(),
                             [&](RowId a, RowId b) { return speedup(a) < speedup(b); });
        }
        if (order.descending)
            std::reverse(out.begin(), out.end());
        return out;
    }

    Result<std::vector<Evaluation>> measurements(std::span<const RowId> evaluations) override
    {
        std::vector<Evaluation> out;
        for (const RowId id : evaluations) {
            auto each = detail(id);
            if (!each)
                return std::move(each).error();
            out.push_back(std::move(each->evaluation));
        }
        return out;
    }

    Result<std::vector<CandidateSource>> sources(std::span<const RowId> evaluations) override
    {
        std::vector<CandidateSource> out;
        for (const RowId id : evaluations) {
            auto each = detail(id);
            if (!each)
                return std::move(each).error();
            out.push_back({{id.value}, each->evaluation.candidate.source.toString()});
            if (m_store->duringSources)
                m_store->duringSources();
        }
        return out;
    }

    Result<EvaluationDetail> detail(RowId id) override
    {
        const auto rows = fetch(std::span(&id, 1));
        if (rows.empty())
            return Error{Errc::NotFound, "there is no such evaluation"};
        EvaluationDetail detail;
        detail.row = rows.front();
        detail.task.name = detail.row.task;
        detail.task.reference = std::string(60, '\n') + "// reference";
        detail.task.referenceLanguage = "cpp";
        Evaluation &evaluation = detail.evaluation;
        evaluation.verdict = detail.row.verdict;
        evaluation.message = detail.row.message;
        evaluation.candidate.source
            = "#include \"loupe_kernel.h\"\n" + std::string(60, '\n') + "x;";
        evaluation.candidate.language = "cpp";
        if (const auto source = m_store->sourceOf(id))
            evaluation.candidate.source = *source;
        evaluation.candidate.round = detail.row.round;
        evaluation.timings = m_store->timingsOf(id);
        detail.counters = m_store->countersOf(id);
        detail.run = m_store->runOfAll();
        if (evaluation.verdict == Verdict::CompileError)
            evaluation.diagnostics = {{Severity::Warning, "candidate.cpp", 3, 1, "unused", false},
                                      {Severity::Error, "candidate.cpp", 42, 7, "no type", true}};
        if (evaluation.verdict == Verdict::WrongValue) {
            OutputComparison output;
            output.output = "out";
            output.elements = 1000;
            output.mismatched = 24;
            output.maxAbsoluteError = 3.5;
            output.meanAbsoluteError = 0.1;
            output.maxRelativeError = 41.0;
            output.absoluteTolerance = 1e-5;
            output.relativeTolerance = 1e-5;
            output.shape = {10, 100};
            output.worstIndex = {2, 97};
            output.worstExpected = 0.25;
            output.worstActual = 2.75;
            output.firstMismatch = {0, 96};
            output.pattern = "the last 4 of every 100";
            evaluation.trials = {{0, "odd/normal", "1f", Verdict::WrongValue, "", {output}}};
        }
        return detail;
    }

    Result<bool> canJoinReferences() override { return false; }
    Result<std::vector<MetricRow>> metricRows(const Filter &filter, std::stop_token) override
    {
        const std::lock_guard lock(m_store->m_mutex);
        std::vector<MetricRow> out;
        for (const ResultRow &row : m_store->m_rows) {
            if (!matches(conditionTerms(filter), row))
                continue;
            MetricRow metric;
            metric.selectedForms = matches(filter, row) ? ~0U : 0U;
            metric.id = row.id;
            metric.suite = row.suite;
            const auto run = std::ranges::find(m_store->m_runs, row.run,
                                               [](const auto &each) { return each.run.name; });
            if (run != m_store->m_runs.end())
                metric.protocol = run->run.protocol;
            metric.task = row.task;
            if (const auto hash = m_store->m_hashes.find(row.run); hash != m_store->m_hashes.end())
                metric.taskHash = hash->second;
            metric.category = row.category;
            metric.level = row.level;
            metric.device = row.device;
            metric.candidateMs = row.candidateMs;
            metric.method = row.method;
            metric.run = row.run;
            metric.device = row.device;
            metric.level = row.level;
            metric.sample = row.sample;
            metric.round = row.round;
            metric.verdict = row.verdict;
            metric.strictVerdict = row.strictVerdict;
            metric.speedup = row.speedup;
            metric.baseline = row.baseline;
            if (row.speedup && m_store->m_further) {
                metric.baseline = m_store->m_baseline;
                metric.references = m_store->m_further;
                metric.candidateMs = 1.0;
            }
            metric.isWithheld = m_store->isWithheld(row.id);
            if (const auto timed = m_store->m_works.find(row.id); timed != m_store->m_works.end()) {
                metric.work = std::make_shared<const WorkRecord>(timed->second.work);
                metric.candidateMs = timed->second.candidateMs;
                metric.baselineMs = timed->second.baselineMs;
            }
            out.push_back(metric);
        }
        return out;
    }

    Result<std::vector<RecordedState>> recordedStates(const Filter &) override
    {
        return std::vector<RecordedState>{};
    }

    Result<std::vector<std::vector<FacetCount>>>
    facets(std::span<const std::string> fields, const Filter &filter, std::stop_token) override
    {
        std::vector<std::vector<FacetCount>> out;
        for (const std::string &field : fields)
            out.push_back(counts(field, filter));
        return out;
    }

    std::vector<FacetCount> counts(const std::string &field, const Filter &filter)
    {
        const std::lock_guard lock(m_store->m_mutex);
        std::map<std::string, std::int64_t> counts;
        for (const ResultRow &row : m_store->m_rows) {
            if (matches(filter, row))
                ++counts[valueOf(row, field)];
        }
        std::vector<FacetCount> out;
        for (const auto &[value, count] : counts)
            out.push_back({value, count});
        std::stable_sort(out.begin(), out.end(),
                         [](const auto &a, const auto &b) { return a.count > b.count; });
        return out;
    }

    Result<std::vector<RowId>> trajectory(RowId id) override
    {
        const std::lock_guard lock(m_store->m_mutex);
        const ResultRow &of = m_store->m_rows[static_cast<std::size_t>(id.value - 1)];
        std::vector<RowId> out;
        for (const ResultRow &row : m_store->m_rows) {
            if (row.task == of.task && row.method == of.method && row.sample == of.sample)
                out.push_back(row.id);
        }
        return out;
    }

    Result<std::vector<StoredFinding>> findings(const Filter &filter, std::stop_token) override
    {
        const std::lock_guard lock(m_store->m_mutex);
        std::vector<StoredFinding> out;
        for (const StoredFinding &each : m_store->m_findings) {
            const auto index = static_cast<std::size_t>(each.evaluation.value - 1);
            if (matches(filter, m_store->m_rows[index]))
                out.push_back(each);
        }
        return out;
    }
    Result<std::vector<Review>> reviews() override { return m_store->reviews(); }
    Result<std::vector<Annotation>> annotations(std::span<const RowId> evaluations) override
    {
        const std::lock_guard lock(m_store->m_mutex);
        std::vector<Annotation> out;
        for (const RowId evaluation : evaluations) {
            for (const Annotation &event : m_store->m_annotations) {
                if (event.evaluation == evaluation)
                    out.push_back(event);
            }
        }
        return out;
    }
    Result<std::vector<Annotation>> latestAnnotations(const std::string &person,
                                                      std::int64_t most) override
    {
        std::vector<Annotation> out = m_store->annotations();
        std::erase_if(out, [&](const Annotation &event) { return event.person != person; });
        if (static_cast<std::int64_t>(out.size()) > most)
            out.erase(out.begin(), out.end() - static_cast<std::ptrdiff_t>(most));
        return out;
    }
    Result<std::vector<StoredGoldenRecord>> goldenRecords(const std::string &) override
    {
        return std::vector<StoredGoldenRecord>{};
    }
    Result<std::vector<ImportedFile>> importedFiles(const std::string &) override
    {
        return std::vector<ImportedFile>{};
    }
    Result<std::vector<Task>> tasks(const std::string &) override { return std::vector<Task>{}; }
    Result<std::vector<std::string>> check() override { return std::vector<std::string>{}; }

    Result<std::vector<FailureCount>> failureCounts(const Filter &) override
    {
        return std::vector<FailureCount>();
    }
    Result<std::vector<FailureReason>> failureReasons(const Filter &, std::stop_token) override
    {
        return std::vector<FailureReason>();
    }
    Result<std::optional<FailureCure>> failureCure(std::span<const Name>, const Filter &) override
    {
        return std::optional<FailureCure>();
    }
    Result<std::vector<DialogueRow>> dialogues(const DialogueFilter & /*filter*/) override
    {
        return std::vector<DialogueRow>{};
    }
    Result<Dialogue> dialogue(DialogueId id, RawBytes /*raw*/) override
    {
        const std::lock_guard lock(m_store->m_mutex);
        return m_store->m_dialogues[RowId{id.value}];
    }
    Result<std::vector<AskedDialogue>> askedDialogues() override
    {
        const std::lock_guard lock(m_store->m_mutex);
        return m_store->m_asked;
    }
    Result<std::optional<DialogueId>> dialogueOf(RowId evaluation) override
    {
        const std::lock_guard lock(m_store->m_mutex);
        return m_store->m_dialogues.count(evaluation) > 0
            ? std::optional(DialogueId{evaluation.value})
            : std::nullopt;
    }
    Result<std::vector<SavedView>> savedViews() override
    {
        const std::lock_guard lock(m_store->m_mutex);
        return m_store->m_views;
    }
    Result<std::vector<StoredFigure>> figures() override
    {
        const std::lock_guard lock(m_store->m_mutex);
        return m_store->m_figures;
    }
    Result<std::vector<StoredPreset>> presets() override { return std::vector<StoredPreset>(); }
    std::int64_t dataVersion() override
    {
        const std::lock_guard lock(m_store->m_mutex);
        return m_store->m_version;
    }

private:
    std::shared_ptr<FakeStore> m_store;
};

void FakeStore::addRun(const std::string &name, const std::string &protocol)
{
    const std::lock_guard lock(m_mutex);
    RunSummary summary;
    summary.id = {static_cast<std::int64_t>(m_runs.size()) + 1};
    summary.run.uuid = "uuid of " + name;
    summary.run.name = name;
    summary.run.suite = "native";
    summary.run.protocol = protocol;
    summary.run.origin = "engine";
    summary.run.environment.deviceName = "a test's processor";
    summary.run.startedAt = "2026-11-21T07:30:00Z";
    summary.state = "finished";
    m_runs.push_back(summary);
    ++m_version;
}

void FakeStore::addRow(const ResultRow &row)
{
    const std::lock_guard lock(m_mutex);
    m_rows.push_back(row);
    m_rows.back().id = {static_cast<std::int64_t>(m_rows.size())};
    ++m_version;
}

void FakeStore::addRows(int count)
{
    const std::lock_guard lock(m_mutex);
    for (int i = 0; i < count; ++i) {
        const auto n = static_cast<int>(m_rows.size());
        ResultRow row;
        row.id = {n + 1};
        row.run = "first";
        row.suite = "native";
        row.task = "Math/task_" + std::to_string(n);
        row.category = n % 2 == 0 ? "Math" : "Fusion";
        row.method = "tester";
        row.verdict = n % 3 == 0 ? Verdict::Correct
            : n % 3 == 1         ? Verdict::WrongValue
                                 : Verdict::CompileError;
        row.strictVerdict = row.verdict;
        row.message = "row " + std::to_string(n);
        if (row.verdict == Verdict::Correct)
            row.speedup = 0.5 + n % 7;
        m_rows.push_back(row);
    }
    ++m_version;
}

void FakeStore::setSource(RowId evaluation, const std::string &source)
{
    const std::lock_guard lock(m_mutex);
    m_sources[evaluation] = source;
}

void FakeStore::setTimings(RowId evaluation, const std::vector<TimingSeries> &timings)
{
    const std::lock_guard lock(m_mutex);
    m_timings[evaluation] = timings;
}

void FakeStore::setWork(RowId evaluation, const TimedWork &timed)
{
    const std::lock_guard lock(m_mutex);
    m_works[evaluation] = timed;
}

void FakeStore::setDeviceKind(const std::string &kind)
{
    const std::lock_guard lock(m_mutex);
    m_deviceKind = kind;
}

void FakeStore::recordCounters(RowId evaluation, const CounterProfile &profile)
{
    const std::lock_guard lock(m_mutex);
    m_counters[evaluation].push_back(profile);
    ++m_version;
}

std::vector<CounterProfile> FakeStore::countersOf(RowId evaluation)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_counters.find(evaluation);
    return found == m_counters.end() ? std::vector<CounterProfile>() : found->second;
}

Run FakeStore::runOfAll()
{
    const std::lock_guard lock(m_mutex);
    Run run;
    if (m_deviceKind.empty())
        return run;
    run.origin = "engine";
    run.environment.deviceKind = m_deviceKind;
    run.environment.deviceName = m_deviceKind == "cuda" ? "Test GPU" : "a processor";
    RunRequest request;
    request.suite = "/suite";
    run.profileJson = profileJson(request, Plan(), "1", Json::object());
    return run;
}

std::vector<TimingSeries> FakeStore::timingsOf(RowId evaluation)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_timings.find(evaluation);
    return found == m_timings.end() ? std::vector<TimingSeries>() : found->second;
}

std::optional<std::string> FakeStore::sourceOf(RowId evaluation)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_sources.find(evaluation);
    return found == m_sources.end() ? std::nullopt : std::optional(found->second);
}

void FakeStore::setDialogue(RowId evaluation, const Dialogue &dialogue)
{
    const std::lock_guard lock(m_mutex);
    m_dialogues[evaluation] = dialogue;
}

void FakeStore::setAsked(std::vector<AskedDialogue> asked)
{
    const std::lock_guard lock(m_mutex);
    m_asked = std::move(asked);
}

void FakeStore::setBaselines(const std::string &own, const ReferenceTime &further)
{
    const std::lock_guard lock(m_mutex);
    m_baseline = own;
    m_further = std::make_shared<const ReferenceTimes>(ReferenceTimes{further});
}

void FakeStore::setTaskHash(const std::string &run, const std::string &hash)
{
    const std::lock_guard lock(m_mutex);
    m_hashes[run] = hash;
    ++m_version;
}

void FakeStore::addFinding(RowId id, const Finding &finding)
{
    const std::lock_guard lock(m_mutex);
    m_findings.push_back({id, finding});
    ++m_version;
}

void FakeStore::review(const Review &review)
{
    const std::lock_guard lock(m_mutex);
    m_reviews.push_back(review);
    ++m_version;
}

std::vector<Review> FakeStore::reviews()
{
    const std::lock_guard lock(m_mutex);
    return m_reviews;
}

bool FakeStore::isWithheld(RowId id) const
{
    bool isSuspected = false;
    for (const StoredFinding &each : m_findings) {
        if (each.evaluation != id)
            continue;
        if (each.finding.severity == FindingSeverity::Proof)
            return true;
        isSuspected = isSuspected || each.finding.severity == FindingSeverity::Suspicion;
    }
    const auto last = std::find_if(m_reviews.rbegin(), m_reviews.rend(),
                                   [id](const Review &each) { return each.evaluation == id; });
    return isSuspected && (last == m_reviews.rend() || last->decision != ReviewDecision::Cleared);
}

Status FakeStore::saveView(const SavedView &view)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_views, [&](const SavedView &each) { return each.name == view.name; });
    m_views.push_back(view);
    ++m_version;
    return {};
}

Status FakeStore::saveFigure(const StoredFigure &figure)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_figures, [&](const StoredFigure &each) { return each.name == figure.name; });
    m_figures.push_back(figure);
    ++m_version;
    return {};
}

Status FakeStore::removeFigure(const std::string &name)
{
    const std::lock_guard lock(m_mutex);
    if (std::erase_if(m_figures, [&](const StoredFigure &each) { return each.name == name; }) == 0)
        return Error{Errc::NotFound, "there is no such figure"};
    ++m_version;
    return {};
}

Status FakeStore::removeView(const std::string &name)
{
    const std::lock_guard lock(m_mutex);
    if (std::erase_if(m_views, [&](const SavedView &each) { return each.name == name; }) == 0)
        return Error{Errc::NotFound, "there is no such view"};
    ++m_version;
    return {};
}

Status FakeStore::annotate(std::span<const Annotation> events)
{
    const std::lock_guard lock(m_mutex);
    for (const Annotation &event : events) {
        m_annotations.push_back(event);
        m_annotations.back().id = {static_cast<std::int64_t>(m_annotations.size())};
    }
    ++m_version;
    return {};
}

Status FakeStore::markRuns(std::span<const RunMark> events)
{
    const std::lock_guard lock(m_mutex);
    m_runMarks.insert(m_runMarks.end(), events.begin(), events.end());
    ++m_version;
    return {};
}

RunMarks FakeStore::runMarks()
{
    const std::lock_guard lock(m_mutex);
    return afterMarks({}, m_runMarks);
}

std::vector<Annotation> FakeStore::annotations()
{
    const std::lock_guard lock(m_mutex);
    return m_annotations;
}

ui::StoreOpener FakeStore::opener()
{
    return [store = shared_from_this()](
               const std::filesystem::path &file) -> Result<std::unique_ptr<StoreReader>> {
        if (contains(file.string(), "missing"))
            return Error{Errc::NotFound, "there is no such file", file.string()};
        return std::unique_ptr<StoreReader>(std::make_unique<FakeReader>(store));
    };
}

} // namespace loupe::test
