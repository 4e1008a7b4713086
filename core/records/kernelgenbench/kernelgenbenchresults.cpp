// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchresults.h"

#include "core/records/kernelgenbench/kernelgenbenchcost.h"
#include "core/records/kernelgenbench/kernelgenbenchnames.h"
#include "core/records/kernelgenbench/kernelgenbenchrecord.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Files next to the results of one KernelGenBench run: verification logs, reports of its hack
/// checks, durations by operator.
struct KernelGenBenchEvidence {
    std::map<int, std::map<std::string, KernelGenBenchVerification>>
        verifications;                         ///< by log, then operator
    std::map<std::string, std::string> hacked; ///< operator to reason
    std::set<std::string> passed; ///< operators that passed their tests, from the hack reports
    std::string report;           ///< unchanged report of those checks
    std::map<std::string, double> seconds;       ///< of generation
    std::map<std::string, std::string> progress; ///< operator to its record in progress.json
    std::map<std::string, bool> hasCode;         ///< operator to the flag in progress.json

    const KernelGenBenchVerification *verification(int log, const std::string &op) const
    {
        const auto known = verifications.find(log);
        if (known == verifications.end())
            return nullptr;
        const auto found = known->second.find(op);
        return found == known->second.end() ? nullptr : &found->second;
    }
};

/// Reads the files whose names begin with `prefix` (the run's folder: "" or ending in "/"). Fails
/// if a file contradicts its name; malformed records are added to `bad`.
class KernelGenBenchEvidenceReader
{
public:
    KernelGenBenchEvidenceReader(const FileTree &tree, const std::string &prefix,
                                 RecordProblems &bad)
        : m_tree(tree)
        , m_prefix(prefix)
        , m_bad(bad)
    {
    }

    Result<KernelGenBenchEvidence> read()
    {
        for (const ImportedFile &file : m_tree.files) {
            if (!file.name.starts_with(m_prefix))
                continue;
            const std::string_view inRun = std::string_view(file.name).substr(m_prefix.size());
            // A single file may have been renamed, so its content determines its kind.
            const std::string_view kind
                = m_tree.isSingleFile ? kernelGenBenchKindOf(file.content) : "";
            const auto log = kernelGenBenchLogOf(m_tree, file.name);
            const bool isOfLog = log && (log->prefix == m_prefix || m_tree.isSingleFile);
            Status done;
            if (kind == "result.json" || (isOfLog && fileOf(inRun) == "result.json"))
                done = readVerifications(file, log ? log->number : 0);
            else if (isOfLog && fileOf(inRun).starts_with("test_report_"))
                done = readTestReport(file, log->number);
            else if (kind == "antihack_report.json" || isKernelGenBenchHackReport(inRun))
                done = readHackReport(file);
            else if (inRun == "progress.json")
                done = readProgress(file);
            if (!done)
                return std::move(done).error();
        }
        return std::move(m_out);
    }

private:
    Status readVerifications(const ImportedFile &file, int log)
    {
        const auto parts = partsOfArray(file.content, m_tree.place(file));
        if (!parts)
            return parts.error();
        for (const JsonPart &part : *parts) {
            const std::string where = placeIn(m_tree.place(file), part);
            KernelGenBenchVerification verification;
            if (!m_bad.readRecord(part, m_tree.place(file), {}, [&](const JsonReader &reader) {
                    verification = readKernelGenBenchVerification(reader, part, where);
                }))
                continue;
            const std::string op = verification.op;
            const auto [known, isNew]
                = m_out.verifications[log].try_emplace(op, std::move(verification));
            if (!isNew)
                m_bad.add({where + ":op_name", op + " is in " + known->second.where + " already"});
        }
        return {};
    }

    /// Reads the cases of one operator, named by the file; result.json contains the same for all.
    Status readTestReport(const ImportedFile &file, int log)
    {
        constexpr std::string_view start = "test_report_";
        const auto json = parsePythonJson(file.content, m_tree.place(file));
        if (!json)
            return json.error();
        const std::string op = kernelGenBenchOperator(stemOf(file.name).substr(start.size()));
        std::vector<JsonProblem> problems;
        KernelGenBenchVerification read
            = readKernelGenBenchTestReport(*json, op, m_tree.place(file), problems);
        read.text = file.content;
        if (m_bad.accept(std::move(problems)))
            m_out.verifications[log].emplace(op, std::move(read)); // result.json takes precedence
        return {};
    }

    /// Reads any of the shapes accepted by the suite's own tools: lists of names or of objects with
    /// op_name, and details by operator.
    Status readHackReport(const ImportedFile &file)
    {
        const auto json = parsePythonJson(file.content, m_tree.place(file));
        if (!json)
            return json.error();
        std::vector<JsonProblem> problems;
        const JsonReader reader(*json, m_tree.place(file), {}, problems);
        for (const std::string &op : namesIn(reader, "hacked_operators")) {
            m_out.hacked.try_emplace(op, "listed by the suite's own check");
            m_out.passed.insert(op); // failed kernels are not checked for hacks
        }
        for (const char *key : {"passed_operators", "clean_passed_operators", "verify_passed"}) {
            const auto names = namesIn(reader, key);
            m_out.passed.insert(names.begin(), names.end());
        }
        if (json->is_object() && reader.has("hack_details"))
            readDetails(reader);
        m_out.report = file.content;
        m_bad.accept(std::move(problems));
        return {};
    }

    /// Returns the operators of a list of names or of objects with op_name.
    static std::vector<std::string> namesIn(const JsonReader &reader, const char *key)
    {
        std::vector<std::string> out;
        if (!reader.has(key))
            return out;
        const Json &list = *reader.json().find(key);
        if (!list.is_array())
            reader.problem(key, "must be an array");
        for (const Json &item : list.is_array() ? list : Json::array()) {
            const Json *name = &item;
            if (item.is_object() && item.contains("op_name"))
                name = &*item.find("op_name");
            if (name->is_string())
                out.push_back(kernelGenBenchOperator(name->get_ref<const std::string &>()));
            else
                reader.problem(key, "must hold names, or objects with op_name");
        }
        return out;
    }

    void readDetails(const JsonReader &report)
    {
        const auto details = objectIn(report, "hack_details");
        if (!details)
            return;
        for (const auto &[op, entry] : details->json().items()) {
            if (!entry.is_object())
                continue;
            const auto flag = entry.find("hacked");
            if (flag == entry.end() || !flag->is_boolean() || !flag->get<bool>())
                continue;
            std::string reason;
            for (const char *key : {"layer", "reason"}) {
                const auto found = entry.find(key);
                if (found == entry.end() || !found->is_string())
                    continue;
                reason += reason.empty() ? "" : ": ";
                reason += found->get_ref<const std::string &>();
            }
            m_out.hacked[kernelGenBenchOperator(op)] = reason;
            m_out.passed.insert(kernelGenBenchOperator(op));
        }
    }

    Status readProgress(const ImportedFile &file)
    {
        const auto parts = partsOfObject(file.content, m_tree.place(file));
        if (!parts)
            return parts.error();
        const JsonPart *operators = partNamed(*parts, "operators");
        if (operators == nullptr)
            operators = partNamed(*parts, "kernels"); // key used by three of the agents
        if (operators == nullptr)
            return Error{Errc::InvalidInput, "has neither operators nor kernels",
                         m_tree.place(file), "it is no progress.json of KernelGenBench"};
        const auto each = partsOfObject(operators->text, m_tree.place(file), operators->line);
        if (!each)
            return each.error();
        for (const JsonPart &part : *each) {
            std::optional<double> seconds;
            std::optional<bool> hasCode;
            const auto readFields = [&](const JsonReader &reader) {
                seconds = recordedNumber(reader, "duration_seconds");
                hasCode = recordedFlag(reader, "code_generated");
                static_cast<void>(recordedText(reader, "status"));
            };
            if (!m_bad.readRecord(part, m_tree.place(file), part.key, readFields))
                continue;
            const std::string op = kernelGenBenchOperator(part.key);
            m_out.progress[op] = part.text;
            if (seconds && *seconds >= 0)
                m_out.seconds[op] = *seconds;
            if (hasCode)
                m_out.hasCode[op] = *hasCode;
        }
        return {};
    }

    const FileTree &m_tree;
    const std::string &m_prefix;
    RecordProblems &m_bad;
    KernelGenBenchEvidence m_out;
};

/// Run of KernelGenBench among the files of a source.
struct KernelGenBenchSource {
    std::string prefix; ///< prefix of its file names: "" or ending in "/"
    std::string part;   ///< distinguishes it from other runs of the source; may be empty
    std::string digest; ///< digest of the whole source
};

/// Operator of `results.json`.
struct KernelGenBenchOutcome {
    bool isPassed = false;
    std::optional<int> total; ///< cases
    std::optional<int> failed;
    std::string error; ///< truncated to 500 characters in the record
    std::string text;  ///< the unchanged record
};

/// Operator of `pass_at_k_results.json`.
struct KernelGenBenchPasses {
    std::optional<int> first;         ///< first passing round
    std::map<int, std::string> codes; ///< by round; empty text: none generated
};

constexpr int maxKernelGenBenchRounds = 10'000;

std::map<int, std::string> readKernelGenBenchCodes(const JsonReader &reader)
{
    std::map<int, std::string> codes;
    const auto recorded = objectIn(reader, "generated_codes_by_round", false);
    if (!recorded)
        return codes;
    for (const auto &[key, value] : recorded->json().items()) {
        const auto round = numberAfter("", key, maxKernelGenBenchRounds);
        if (!round)
            recorded->problem(key, "must be the number of a round");
        else if (!value.is_string() && !value.is_null())
            recorded->problem(key, "must be a string or null");
        else
            codes[*round] = value.is_string() ? value.get<std::string>() : std::string();
    }
    return codes;
}

KernelGenBenchOutcome readKernelGenBenchOutcome(const JsonReader &reader, const JsonPart &part)
{
    KernelGenBenchOutcome outcome;
    const std::string status = reader.requiredString("status");
    if (status != "passed" && status != "failed" && reader.has("status"))
        reader.problem("status", "must be passed or failed, is \"" + status + "\"");
    outcome.isPassed = status == "passed";
    if (reader.has("total_tests"))
        outcome.total = recordedCount(reader, "total_tests", 0, INT32_MAX);
    if (reader.has("failed_tests"))
        outcome.failed = recordedCount(reader, "failed_tests", 0, INT32_MAX);
    outcome.error = recordedText(reader, "error");
    outcome.text = part.text;
    return outcome;
}

/// Returns true if a verification can be of the same kernel as the outcome, judged by their common
/// facts.
bool agrees(const KernelGenBenchVerification &verification, const KernelGenBenchOutcome &outcome)
{
    const auto differs = [](const std::optional<int> &a, const std::optional<int> &b) {
        return a && b && *a != *b;
    };
    return verification.success.value_or(false) == outcome.isPassed
        && !differs(verification.total, outcome.total)
        && !differs(verification.failed, outcome.failed);
}

KernelGenBenchPasses readKernelGenBenchPasses(const JsonReader &reader)
{
    KernelGenBenchPasses passes;
    const bool isPassed = reader.requiredBool("passed");
    if (recordedField(reader, "first_pass_round") != nullptr)
        passes.first = recordedCount(reader, "first_pass_round", 0, maxKernelGenBenchRounds);
    if (isPassed != passes.first.has_value())
        reader.problem("first_pass_round",
                       isPassed ? "must be a number where passed is true"
                                : "must be null where passed is false");
    passes.codes = readKernelGenBenchCodes(reader);
    return passes;
}

constexpr std::string_view kernelGenBenchFormat = "kernelgenbench";
constexpr const char *kernelGenBenchSuite = "kernelgenbench";

/// Reader of one run, i.e. the content of one folder.
class KernelGenBenchRunReader
{
public:
    KernelGenBenchRunReader(const FileTree &tree, const KernelGenBenchSource &source,
                            const ReadOptions &options, RecordProblems &bad)
        : m_tree(tree)
        , m_prefix(source.prefix)
        , m_place(kernelGenBenchIdentityOf(tree, m_prefix))
        , m_bad(bad)
        , m_main(kernelGenBenchFormat, tree, source.digest,
                 {kernelGenBenchSuite, source.part, recordedEnvironment({}, {})}, options)
        , m_stale(kernelGenBenchFormat, tree, source.digest,
                  {kernelGenBenchSuite,
                   source.part + (source.part.empty() ? "" : ", ") + "stale verification",
                   recordedEnvironment({}, {})},
                  options)
    {
        const Method method{m_place.method, m_place.isAgent ? "agent" : "model", {}, false};
        m_main.addMethod(method);
        m_stale.addMethod(method);
    }

    Status read(std::vector<BatchBuilder> &runs)
    {
        auto evidence = KernelGenBenchEvidenceReader(m_tree, m_prefix, m_bad).read();
        if (!evidence)
            return std::move(evidence).error();
        m_evidence = std::move(*evidence);
        Status done;
        if (const ImportedFile *passes = fileNamed("pass_at_k_results.json"))
            done = readPasses(*passes);
        else if (const ImportedFile *results = fileNamed("results.json"))
            done = readResults(*results);
        else
            done = addUnsummed();
        addNotes();
        runs.push_back(std::move(m_main));
        runs.push_back(std::move(m_stale));
        return done;
    }

private:
    const ImportedFile *fileNamed(const std::string &name) const
    {
        const ImportedFile *file = m_tree.find(m_prefix + name);
        // A single file may have been renamed, so its content determines its kind.
        if (file == nullptr && m_tree.isSingleFile
            && kernelGenBenchKindOf(m_tree.files.front().content) == name)
            file = &m_tree.files.front();
        return file;
    }

    void addNotes()
    {
        m_main.note(m_contradicted,
                    {"verification", "in contradiction to the results: stale_record"});
        m_main.note(m_unknown, {"operator", "without a result, kept as unknown"});
        m_main.note(m_hacked, {"passed kernel", "called a hack by the suite's own checks"});
        const ImportedFile *tokens = m_tree.find(m_prefix + "token_analysis.json");
        if (tokens == nullptr)
            return;
        const auto json = m_bad.parsed(tokens->content, m_tree.place(*tokens));
        if (!json)
            return;
        const Json *total = jsonMember(jsonMember(&*json, "total"), "total");
        if (total == nullptr || !total->is_number())
            m_bad.add({m_tree.place(*tokens) + ":total.total", "must be the number of all tokens"});
        else
            addTokens(*total);
    }

    /// Adds total tokens to the run's settings, because they belong to no single candidate.
    void addTokens(const Json &total)
    {
        RecordBatch &batch = m_main.batch();
        batch.notes.push_back("token_analysis.json counts " + jsonLine(total)
                              + " tokens of the whole run");
        auto profile = parseJson(batch.run.profileJson, {});
        if (profile && profile->is_object()) {
            (*profile)["tokens"] = total;
            batch.run.profileJson = jsonLine(*profile);
        }
        if (m_tree.isSingleFile)
            ++batch.records;
    }

    std::string contentOf(const std::string &name) const
    {
        const ImportedFile *file = m_tree.find(m_prefix + name);
        return file == nullptr ? std::string() : file->content.toString();
    }

    Evaluation start(const std::string &op, int number) const
    {
        Evaluation out;
        out.candidate.task = op;
        out.candidate.method = m_place.method;
        (m_place.hasReflection ? out.candidate.round : out.candidate.sample) = number;
        out.candidate.language = "triton";
        return out;
    }

    void store(const std::string &op, Evaluation out, const std::string &where)
    {
        m_main.addTask(kernelGenBenchTask(op));
        const auto hack = m_evidence.hacked.find(op);
        if (hack != m_evidence.hacked.end() && out.verdict == Verdict::Correct) {
            out.flags.emplace_back("recorded_hack");
            out.findings.push_back({"recorded_hack", RuleLayer::Record, FindingSeverity::Suspicion,
                                    "The suite's own check: " + hack->second, 0});
            ++m_hacked;
        }
        if (out.verdict == Verdict::NotRecorded)
            ++m_unknown;
        if (!m_main.add(std::move(out)))
            m_bad.add({where, op + " has another result already"});
    }

    void storeStale(const KernelGenBenchVerification &verification, int number)
    {
        Evaluation out = start(verification.op, number);
        out.candidate.source = verification.code;
        out.originalRecord = verification.text;
        out.flags.emplace_back("stale_record");
        applyKernelGenBenchVerification(verification, out);
        m_stale.addTask(kernelGenBenchTask(verification.op));
        m_stale.add(std::move(out));
        ++m_contradicted;
    }

    Status readPasses(const ImportedFile &file)
    {
        const std::string place = m_tree.place(file);
        const auto parts = partsOfObject(file.content, place);
        if (!parts)
            return parts.error();
        const JsonPart *details = partNamed(*parts, "operator_details");
        if (details == nullptr)
            return Error{Errc::InvalidInput, "operator_details is missing", place,
                         "it is no pass_at_k_results.json of KernelGenBench"};
        const auto operators = partsOfObject(details->text, place, details->line);
        if (!operators)
            return operators.error();
        for (const JsonPart &part : *operators) {
            KernelGenBenchPasses passes;
            if (m_bad.readRecord(part, place, part.key, [&](const JsonReader &reader) {
                    passes = readKernelGenBenchPasses(reader);
                }))
                addPasses(std::move(passes), part, placeIn(place, part));
        }
        return {};
    }

    void addPasses(KernelGenBenchPasses passes, const JsonPart &part, const std::string &where)
    {
        const std::string op = kernelGenBenchOperator(part.key);
        const std::optional<int> &first = passes.first;
        for (auto &[round, code] : passes.codes)
            addRound(op, round, first, std::move(code), part, where);
        if (first && passes.codes.count(*first) == 0)
            addRound(op, *first, first, {}, part, where);
        if (passes.codes.empty() && !first) {
            Evaluation out = start(op, 0);
            out.originalRecord = part.text;
            out.message = "No kernel is recorded.";
            store(op, std::move(out), where);
        }
    }

    void addRound(const std::string &op, int round, const std::optional<int> &firstPass,
                  std::string code, const JsonPart &part, const std::string &where)
    {
        Evaluation out = start(op, round);
        const std::string file = "round_" + std::to_string(round) + "/" + part.key + ".py";
        if (m_tree.find(m_prefix + file) != nullptr)
            out.candidate.fileName = file;
        out.candidate.source = code.empty() ? contentOf(file) : std::move(code);
        out.originalRecord = part.text;
        const bool isPassed = firstPass == round;
        const KernelGenBenchVerification *verification = m_evidence.verification(round, op);
        if (verification != nullptr && verification->success.value_or(false) == isPassed) {
            applyKernelGenBenchVerification(*verification, out);
            out.originalRecord = verification->text;
        } else {
            out.verdict = isPassed ? Verdict::Correct : Verdict::WrongAnswer;
            out.message
                = isPassed ? "Recorded: passed." : "Recorded: did not pass; why is not recorded.";
            if (verification != nullptr)
                storeStale(*verification, round);
        }
        store(op, std::move(out), where);
    }

    Status readResults(const ImportedFile &file)
    {
        const std::string place = m_tree.place(file);
        const auto parts = partsOfObject(file.content, place);
        if (!parts)
            return parts.error();
        const JsonPart *operators = partNamed(*parts, "operators");
        if (operators == nullptr)
            return Error{Errc::InvalidInput, "operators is missing", place,
                         "it is no results.json of KernelGenBench"};
        const auto each = partsOfObject(operators->text, place, operators->line);
        if (!each)
            return each.error();
        std::set<std::string> known;
        for (const JsonPart &part : *each) {
            KernelGenBenchOutcome outcome;
            if (!m_bad.readRecord(part, place, part.key, [&](const JsonReader &reader) {
                    outcome = readKernelGenBenchOutcome(reader, part);
                }))
                continue;
            const std::string op = kernelGenBenchOperator(part.key);
            known.insert(op);
            addOutcome(op, outcome, placeIn(place, part));
        }
        addUnfinished(known);
        return {};
    }

    void addOutcome(const std::string &op, const KernelGenBenchOutcome &outcome,
                    const std::string &where)
    {
        Evaluation out = start(op, 0);
        addKernel(op, out.candidate);
        addCost(op, out.candidate.cost);
        out.originalRecord = outcome.text;
        const KernelGenBenchVerification *verification = m_evidence.verification(0, op);
        if (verification != nullptr && agrees(*verification, outcome)) {
            applyKernelGenBenchVerification(*verification, out);
            if (out.candidate.source.empty())
                out.candidate.source = verification->code;
        } else {
            out.verdict
                = outcome.isPassed ? Verdict::Correct : kernelGenBenchFailure(outcome.error);
            out.message = outcome.isPassed ? "Recorded: passed." : "Recorded: did not pass.";
            out.runLog = outcome.error;
            if (verification != nullptr)
                storeStale(*verification, 0);
        }
        store(op, std::move(out), where);
    }

    /// Returns the names of files and folders of an operator: "aten__add", "aten::add", "add".
    static std::array<std::string, 3> fileNamesOf(const std::string &op)
    {
        const std::size_t border = op.find("::");
        const std::string bare = op.substr(border + 2);
        return {op.substr(0, border) + "__" + bare, op, bare};
    }

    void addKernel(const std::string &op, Candidate &candidate) const
    {
        for (const std::string &name : fileNamesOf(op)) {
            const ImportedFile *file = m_tree.find(m_prefix + "kernels/" + name + ".py");
            if (file == nullptr)
                continue;
            candidate.source = file->content;
            candidate.fileName = "kernels/" + name + ".py";
            return;
        }
    }

    void addCost(const std::string &op, GenerationCost &cost) const
    {
        if (!m_tree.isSingleFile) {
            const fs::path workspaces = m_tree.root / m_prefix / "workspaces";
            for (const std::string &name : fileNamesOf(op)) {
                const GenerationCost found = kernelGenBenchWorkspaceCost(workspaces / name);
                if (found.requests) {
                    cost = found;
                    break;
                }
            }
        }
        if (const auto seconds = m_evidence.seconds.find(op); seconds != m_evidence.seconds.end())
            cost.seconds = seconds->second;
    }

    /// Adds operators that were begun but have no result.
    void addUnfinished(const std::set<std::string> &known)
    {
        for (const auto &[op, text] : m_evidence.progress) {
            if (known.count(op) > 0)
                continue;
            Evaluation out = start(op, 0);
            addKernel(op, out.candidate);
            addCost(op, out.candidate.cost);
            out.originalRecord = text;
            const auto hasCode = m_evidence.hasCode.find(op);
            const bool isNone = hasCode != m_evidence.hasCode.end() && !hasCode->second;
            out.message = isNone ? "Recorded: no kernel was written, and no result."
                                 : "Recorded: begun, without a result.";
            store(op, std::move(out), m_tree.root.string());
        }
    }

    /// Adds the results of the logs and the begun operators, if there is no summary file.
    Status addUnsummed()
    {
        std::set<std::string> known;
        for (const auto &[log, verifications] : m_evidence.verifications) {
            for (const auto &[op, verification] : verifications) {
                Evaluation out = start(op, log);
                addKernel(op, out.candidate);
                if (!verification.code.empty())
                    out.candidate.source = verification.code;
                out.originalRecord = verification.text;
                applyKernelGenBenchVerification(verification, out);
                store(op, std::move(out), verification.where);
                known.insert(op);
            }
        }
        for (const std::string &op : m_evidence.passed) {
            if (!known.insert(op).second)
                continue;
            Evaluation out = start(op, 0);
            addKernel(op, out.candidate);
            addCost(op, out.candidate.cost);
            out.originalRecord = m_evidence.report;
            out.verdict = Verdict::Correct;
            out.message = "Recorded: passed, by the report of the suite's check against hacks.";
            store(op, std::move(out), m_tree.root.string());
        }
        addUnfinished(known);
        return {};
    }

    const FileTree &m_tree;
    std::string m_prefix;
    KernelGenBenchIdentity m_place;
    RecordProblems &m_bad;
    BatchBuilder m_main;
    BatchBuilder m_stale;
    KernelGenBenchEvidence m_evidence;
    std::size_t m_contradicted = 0;
    std::size_t m_unknown = 0;
    std::size_t m_hacked = 0;
};

} // namespace

bool isKernelGenBenchResults(const fs::path &source)
{
    if (!isFolder(source)) {
        const std::string beginning = beginningOf(source);
        return source.extension() == ".json"
            && (!kernelGenBenchKindOf(beginning).empty()
                || (isKernelGenBenchTokenReport(source.filename().string())
                    && beginning.starts_with('{') && hasKeys(beginning, {"total"})));
    }
    return anyFileBelow(source, [](const fs::path &file) {
        const std::string name = file.filename().string();
        return isKernelGenBenchFile(name) && name.ends_with(".json")
            && !kernelGenBenchKindOf(beginningOf(file)).empty();
    });
}

Result<std::vector<RecordBatch>> readKernelGenBenchResults(const fs::path &source,
                                                           const ReadOptions &options)
{
    auto tree = readFileTree(source, isKernelGenBenchFile, options);
    if (!tree)
        return std::move(tree).error();
    const std::string digest = tree->digest();
    RecordProblems bad(tree->root.string(), options);
    std::vector<BatchBuilder> runs;
    const std::vector<std::string> prefixes = kernelGenBenchRunFolders(*tree);
    std::size_t done = 0;
    for (const std::string &prefix : prefixes) {
        KernelGenBenchSource run{prefix, {}, digest};
        if (prefixes.size() > 1)
            run.part = prefix.empty() ? "." : prefix.substr(0, prefix.size() - 1);
        if (Status read = KernelGenBenchRunReader(*tree, run, options, bad).read(runs); !read)
            return std::move(read).error();
        if (Status going = bad.step(++done, prefixes.size()); !going)
            return std::move(going).error();
    }
    return bad.finish(std::move(runs), std::move(tree->files));
}

} // namespace loupe
