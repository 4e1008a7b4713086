// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchresults.h"

#include "core/records/kernelgenbench/kernelgenbenchcost.h"
#include "core/records/kernelgenbench/kernelgenbenchevidence.h"
#include "core/records/kernelgenbench/kernelgenbenchnames.h"
#include "core/records/kernelgenbench/kernelgenbenchrecord.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

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
KernelGenBenchOutcome readKernelGenBenchOutcome(const JsonReader &reader, const JsonPart &part);

/// Operator of `pass_at_k_results.json`.
struct KernelGenBenchPasses {
    std::optional<int> first;         ///< first passing round
    std::map<int, std::string> codes; ///< by round; empty text: none generated
};
KernelGenBenchPasses readKernelGenBenchPasses(const JsonReader &reader);

constexpr int maxKernelGenBenchRounds = 10'000;

std::map<int, std::string> readKernelGenBenchCodes(const JsonReader &reader)
{
    std::map<int, std::string> codes;
    const auto recorded = reader.object("generated_codes_by_round", false);
    if (!recorded || !recorded->json().is_object())
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
    if (reader.has("first_pass_round") && !reader.json().find("first_pass_round")->is_null())
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
        auto evidence = readKernelGenBenchEvidence(m_tree, m_prefix, m_bad);
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
            const auto json = m_bad.parsed(part.text, place, part.line);
            if (!json)
                continue;
            readDetail(*json, part, place + ":" + std::to_string(part.line));
        }
        return {};
    }

    void readDetail(const Json &json, const JsonPart &part, const std::string &where)
    {
        std::vector<JsonProblem> problems;
        const JsonReader reader(json, where, part.key, problems);
        KernelGenBenchPasses passes;
        if (json.is_object())
            passes = readKernelGenBenchPasses(reader);
        if (!m_bad.accept(std::move(problems)))
            return;
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
            const auto json = m_bad.parsed(part.text, place, part.line);
            if (!json)
                continue;
            const std::string where = place + ":" + std::to_string(part.line);
            std::vector<JsonProblem> problems;
            const JsonReader reader(*json, where, part.key, problems);
            const KernelGenBenchOutcome outcome = json->is_object()
                ? readKernelGenBenchOutcome(reader, part)
                : KernelGenBenchOutcome{};
            if (!m_bad.accept(std::move(problems)))
                continue;
            const std::string op = kernelGenBenchOperator(part.key);
            known.insert(op);
            addOutcome(op, outcome, where);
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

    void addKernel(const std::string &op, Candidate &candidate) const
    {
        const std::size_t border = op.find("::");
        const std::string bare = op.substr(border + 2);
        for (const std::string &name : {op.substr(0, border) + "__" + bare, op, bare}) {
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
            const std::size_t border = op.find("::");
            const fs::path workspaces = m_tree.root / m_prefix / "workspaces";
            for (const std::string &name :
                 {op.substr(0, border) + "__" + op.substr(border + 2), op, op.substr(border + 2)}) {
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
    std::error_code ignored;
    if (!fs::is_directory(source, ignored)) {
        const std::string beginning = beginningOf(source);
        return source.extension() == ".json"
            && (!kernelGenBenchKindOf(beginning).empty()
                || (isKernelGenBenchTokenReport(source.filename().string())
                    && beginning.starts_with('{')
                    && beginning.find("\"total\"") != std::string::npos));
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
    int done = 0;
    for (const std::string &prefix : prefixes) {
        KernelGenBenchSource run{prefix, {}, digest};
        if (prefixes.size() > 1)
            run.part = prefix.empty() ? "." : prefix.substr(0, prefix.size() - 1);
        if (Status read = KernelGenBenchRunReader(*tree, run, options, bad).read(runs); !read)
            return std::move(read).error();
        if (Status going = bad.step(++done, static_cast<int>(prefixes.size())); !going)
            return std::move(going).error();
    }
    return bad.finish(std::move(runs), std::move(tree->files));
}

} // namespace loupe
