// SPDX-License-Identifier: Apache-2.0
//
// Makes a reproducible store of synthetic evaluations for measurements. Its shape is that of
// published runs: 400 tasks in 15 categories of unequal difficulty, a smaller second suite, and 20
// methods of unequal skill. There is one run per device and baseline (three and five), samples have
// four rounds, and speedups are log-normal. Failures have messages of compilers, Triton and CUDA. A
// third of the candidates have a source, and half have costs. With --costs all have token counts.
// With --timings correct results have raw times.
#include "core/analysis/failures/failurefingerprint.h"
#include "core/base/digest.h"
#include "core/store/file/storefile.h"
#include "core/store/sqlite/blobstore.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

using namespace loupe;

constexpr std::array categories{"Activation", "Attention",     "Broadcast", "Convolution", "Fusion",
                                "Index",      "LinearAlgebra", "Loss",      "Math",        "MatMul",
                                "Norm",       "Pool",          "Quantise",  "Reduce",      "Sort"};
constexpr std::array devices{"NVIDIA H200", "NVIDIA A100-SXM4-40GB", "NVIDIA GeForce RTX 4090"};
constexpr std::array baselines{"eager", "torch.compile", "cuda graph", "cudnn", "max-autotune"};
constexpr int roundCount = 4;

/// Size of the study, independent of the number of evaluations.
struct StudySize {
    int tasks = 400; ///< of the first suite; the second has a quarter of them
    int methods = 20;
    int baselines = 5; ///< each has its own run on each device

    int allTasks() const { return tasks + tasks / 4; }
    int runs() const { return baselines * static_cast<int>(devices.size()); }
};

/// Text of a failure in a log. {} stands for a number.
struct FailureText {
    Verdict verdict;
    const char *log;
    const char *diagnostic; ///< empty: none
};

constexpr std::array failureTexts{
    FailureText{Verdict::CompileError,
                "kernel.cu({0}): error: identifier \"eps{1}\" is undefined\n",
                "identifier \"eps{1}\" is undefined"},
    FailureText{Verdict::CompileError, "kernel.cu({0}): error: expected a \";\"\n",
                "expected a \";\""},
    FailureText{Verdict::CompileError,
                "Traceback (most recent call last):\n  File \"/w/kernel{0}.py\", line {0}, in f\n"
                "triton.compiler.errors.CompilationError: at {1}:4:\n    y = tl.tanh(x)\n    ^\n"
                "module 'triton.language' has no attribute 'tanh'\n",
                ""},
    FailureText{Verdict::WrongValue, "", ""},
    FailureText{Verdict::WrongValue, "", ""},
    FailureText{Verdict::WrongValue, "", ""},
    FailureText{Verdict::WrongShape, "", ""},
    FailureText{Verdict::NotANumber, "", ""},
    FailureText{Verdict::Crashed,
                "Traceback (most recent call last):\n  File \"/w/k.py\", line {0}, in forward\n"
                "RuntimeError: CUDA error: an illegal memory access was encountered\n",
                ""},
    FailureText{Verdict::OutOfMemory,
                "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate {0}.50 GiB\n", ""},
    FailureText{Verdict::Crashed,
                "Traceback (most recent call last):\n  File \"/w/k.py\", line {0}, in forward\n"
                "TypeError: forward() takes {1} positional arguments but {0} were given\n",
                ""},
    FailureText{Verdict::RunTimeout, "", ""},
};

/// Fills the store in one transaction with prepared copies of the writer's statements. Creates the
/// indexes for readers at the end.
class Generator
{
public:
    Generator(Database &database, const StudySize &size, std::uint64_t seed, bool withTimings)
        : m_database(database)
        , m_size(size)
        , m_random(seed)
        , m_withTimings(withTimings)
    {
    }

    Status fill(std::int64_t rows)
    {
        auto transaction = Transaction::begin(m_database, Transaction::Kind::Write);
        if (!transaction)
            return std::move(transaction).error();
        const auto indexes = dropIndexes();
        addNames();
        while (m_made < rows && m_status)
            addTrajectory(rows);
        finishRuns();
        for (const std::string &sql : indexes)
            keep(m_database.execute(sql));
        return m_status ? transaction->commit() : m_status;
    }

private:
    void keep(Status status)
    {
        if (m_status && !status)
            m_status = std::move(status);
    }
    template <typename... Values>
    std::int64_t insert(const char *sql, const Values &...values)
    {
        const auto id = m_database.insert(sql, values...);
        if (!id)
            keep(id.error());
        return id ? *id : 0;
    }
    double uniform() { return std::uniform_real_distribution<double>(0, 1)(m_random); }
    int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(m_random); }
    std::optional<std::int64_t> blob(const std::string &content)
    {
        const auto id = putBlob(m_database, content);
        if (!id)
            keep(id.error());
        return id ? *id : std::nullopt;
    }

    std::vector<std::string> dropIndexes()
    {
        std::vector<std::string> sql;
        std::vector<std::string> names;
        auto statement = m_database.prepare(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND sql "
            "NOT LIKE 'CREATE UNIQUE%'");
        if (!statement) {
            keep(statement.error());
            return sql;
        }
        Result<bool> row = statement->step();
        for (; row && *row; row = statement->step()) {
            names.push_back(statement->text(0));
            sql.push_back(statement->text(1));
        }
        statement->reset();
        for (const std::string &name : names)
            keep(m_database.execute("DROP INDEX " + name));
        return sql;
    }

    void addNames()
    {
        for (int i = 0; i < m_size.allTasks(); ++i) {
            const std::string category
                = categories[static_cast<std::size_t>(i) % categories.size()];
            const std::string name = fmt::format("{}/task_{:03}", category, i);
            insert("INSERT INTO task (suite, name, category, level, title, hash, "
                   "reference_language, sound, soundness_reason) VALUES (?, ?, ?, ?, ?, ?, "
                   "'python', ?, '')",
                   i < m_size.tasks ? "synthetic-a" : "synthetic-b", name, category, 1 + i % 3,
                   name, sha256Hex(name), i % 40 != 0);
            m_easiness.push_back(std::normal_distribution<double>(0, 1)(m_random));
        }
        for (int i = 0; i < m_size.methods; ++i) {
            insert("INSERT INTO method (name, kind, description, is_demo) VALUES (?, 'model', '', "
                   "0)",
                   fmt::format("model-{:02}", i));
            m_skill.push_back(std::normal_distribution<double>(0, 0.8)(m_random));
        }
        for (const char *device : devices)
            insert("INSERT INTO environment (device_name, device_kind, json) VALUES (?, 'cuda', "
                   "'{}')",
                   device);
        for (int i = 0; i < m_size.runs(); ++i) {
            const std::string name = fmt::format("run-{:02}", i);
            const int device = i % static_cast<int>(devices.size());
            insert("INSERT INTO run (uuid, name, suite, origin, protocol, sandbox, tool_version, "
                   "profile_json, started_at, finished_at, state, environment_id, precision) "
                   "VALUES (?, ?, 'synthetic', 'import:synthetic', 'synthetic-1', '', '1', '{}', "
                   "'2026-01-01T00:00:00Z', '', 'running', ?, ?)",
                   sha256Hex(fmt::format("{}-{}", name, m_random())).substr(0, 32), name,
                   1 + device, device == 1 ? "bf16" : "fp32");
        }
    }

    /// Adds all rounds of one sample of one method on one task.
    void addTrajectory(std::int64_t rows)
    {
        std::int64_t left = m_trajectory++;
        const auto next = [&left](int count) {
            const int place = static_cast<int>(left % count);
            left /= count;
            return place;
        };
        const int task = next(m_size.allTasks());
        const int method = next(m_size.methods);
        const int run = next(m_size.runs());
        const int sample = static_cast<int>(left);
        double merit = m_easiness[static_cast<std::size_t>(task)]
            + m_skill[static_cast<std::size_t>(method)];
        std::string source;
        const int rounds = static_cast<int>(std::min<std::int64_t>(roundCount, rows - m_made));
        for (int round = 0; round < rounds; ++round) {
            const bool isSame = round > 0 && uniform() < 0.1;
            if (!isSame)
                source = madeSource(task, method);
            const bool isCorrect = uniform() < 1 / (1 + std::exp(-merit));
            addEvaluation(
                {run, task, method, sample, round, round + 1 == rounds, isSame, isCorrect, merit},
                source);
            merit += 0.35;
        }
    }

    struct Owners {
        int run;
        int task;
        int method;
        int sample;
        int round;
        bool isLast;
        bool isSame;
        bool isCorrect;
        double merit;
    };

    std::string madeSource(int task, int method)
    {
        if (m_made % 3 != 0)
            return {};
        return fmt::format("import torch\nimport triton\nimport triton.language as tl\n\n"
                           "@triton.jit\ndef kernel_{}(x, y, n, BLOCK: tl.constexpr):\n"
                           "    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
                           "    v = tl.load(x + i, mask=i < n)\n"
                           "    tl.store(y + i, v * {:.6f} + {}, mask=i < n)\n\n"
                           "# method {}\nclass ModelNew(torch.nn.Module):\n    pass\n",
                           task, uniform(), m_random() % 1000000, method);
    }

    void addEvaluation(const Owners &place, const std::string &source)
    {
        const bool isUnknown = uniform() < 0.02;
        Evaluation evaluation = judged(place, isUnknown);
        ++m_made;
        const auto sourceBlob = blob(source);
        insert("INSERT INTO candidate (id, task_id, method_id, sample, round, source_blob, "
               "language, file_name, input_tokens, output_tokens, requests, dollars, "
               "generation_seconds) VALUES (?, ?, ?, ?, ?, ?, 'python', ?, ?, ?, ?, ?, ?)",
               m_made, place.task + 1, place.method + 1, place.sample, place.round, sourceBlob,
               fmt::format("run{}/{}_{}.py", place.run, place.sample, place.round),
               m_made % 2 == 0 ? std::optional<int>(1000 + below(9000)) : std::nullopt,
               m_made % 2 == 0 ? std::optional<int>(200 + below(5000)) : std::nullopt,
               m_made % 2 == 0 ? std::optional<int>(1 + below(3)) : std::nullopt,
               m_made % 2 == 0 ? std::optional<double>(uniform() / 10) : std::nullopt,
               std::optional<double>());
        const Outcome outcome = outcomeOf(evaluation.verdict);
        insert("INSERT INTO evaluation (id, run_id, task_id, method_id, candidate_id, sample, "
               "round, attempt, is_last_round, category, outcome, verdict, strict_verdict, "
               "speedup, speedup_low, speedup_high, candidate_ms, baseline_ms, message, flagged) "
               "VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
               m_made, place.run + 1, place.task + 1, place.method + 1, m_made, place.sample,
               place.round, false,
               categories[static_cast<std::size_t>(place.task) % categories.size()], name(outcome),
               facts(evaluation.verdict).id, facts(evaluation.verdict).id, evaluation.speedup,
               evaluation.speedupLow, evaluation.speedupHigh, evaluation.candidateMs,
               evaluation.baselineMs, evaluation.message);
        addRest(place, evaluation);
    }

    Evaluation judged(const Owners &place, bool isUnknown)
    {
        Evaluation evaluation;
        evaluation.verdict = Verdict::NotRecorded;
        if (isUnknown)
            return evaluation;
        const double baseline = std::exp(std::normal_distribution<double>(-1, 1.2)(m_random));
        if (place.isCorrect) {
            evaluation.verdict = Verdict::Correct;
            const double mean = -0.2 + 0.1 * place.merit;
            const double speedup = std::exp(std::normal_distribution<double>(mean, 0.6)(m_random));
            evaluation.speedup = speedup;
            evaluation.speedupLow = speedup * 0.97;
            evaluation.speedupHigh = speedup * 1.03;
            evaluation.baselineMs = baseline;
            evaluation.candidateMs = baseline / speedup;
            return evaluation;
        }
        const FailureText &text
            = failureTexts[static_cast<std::size_t>(below(static_cast<int>(failureTexts.size())))];
        evaluation.verdict = text.verdict;
        const int line = 1 + below(200);
        const int number = below(9);
        evaluation.runLog = fmt::format(fmt::runtime(text.log), line, number);
        evaluation.message = fmt::format("{}: {} of {} elements, first seen in line {}",
                                         facts(text.verdict).label, below(5000), 65536, line);
        if (*text.diagnostic != '\0')
            evaluation.diagnostics.push_back(
                {Severity::Error, "kernel.cu", line, 0,
                 fmt::format(fmt::runtime(text.diagnostic), line, number), true});
        return evaluation;
    }

    void addRest(const Owners &place, const Evaluation &evaluation)
    {
        insert("INSERT INTO evaluation_extra (evaluation_id, baseline, run_log, started_at, "
               "finished_at) VALUES (?, ?, ?, '', '')",
               m_made, baselines[static_cast<std::size_t>(place.run) / devices.size()],
               blob(evaluation.runLog));
        if (place.isSame)
            insert("INSERT INTO evaluation_flag (evaluation_id, position, flag) VALUES (?, 0, "
                   "'identical_code')",
                   m_made);
        for (const Diagnostic &each : evaluation.diagnostics)
            insert("INSERT INTO diagnostic (evaluation_id, position, severity, file, line, "
                   "column_number, message, is_first_cause) VALUES (?, 0, 'error', ?, ?, 0, ?, 1)",
                   m_made, each.file, each.line, each.message);
        const auto failure = failureOf(evaluation);
        if (failure)
            insert("INSERT INTO failure (evaluation_id, kind, fingerprint, summary) VALUES (?, ?, "
                   "?, ?)",
                   m_made, failure->kind, failure->fingerprint, failure->summary);
        if (m_withTimings && evaluation.candidateMs) {
            addTiming(0, "candidate", *evaluation.candidateMs);
            addTiming(1, "baseline", *evaluation.baselineMs);
        }
        if (place.isCorrect && m_made % 500 == 0)
            insert("INSERT INTO finding (evaluation_id, position, rule, layer, severity, message, "
                   "line) VALUES (?, 0, 'speedup_limit', 'record', 'note', 'made up', 0)",
                   m_made);
    }

    void addTiming(int position, const char *role, double milliseconds)
    {
        constexpr std::size_t samples = 10;
        std::vector<double> times;
        times.reserve(samples);
        for (std::size_t i = 0; i < samples; ++i)
            times.push_back(milliseconds * (1 + 0.05 * uniform()));
        insert("INSERT INTO timing (evaluation_id, position, role, clock, case_name, overhead_ms, "
               "sample_count, samples_ms) VALUES (?, ?, ?, 'events', 'default', 0.0, ?, ?)",
               m_made, position, role, static_cast<int>(samples), blob(packedNumbers(times)));
    }

    void finishRuns()
    {
        keep(m_database.execute(
            "UPDATE evaluation AS e SET is_last_round = 1 WHERE e.outcome NOT IN ('unknown', "
            "'infra_error') AND NOT EXISTS (SELECT 1 FROM evaluation l WHERE l.run_id = e.run_id "
            "AND l.task_id = e.task_id AND l.method_id = e.method_id AND l.sample = e.sample AND "
            "l.round > e.round AND l.outcome NOT IN ('unknown', 'infra_error'));"
            "UPDATE run SET state = 'finished', finished_at = '2026-01-02T00:00:00Z'"));
    }

    Database &m_database;
    StudySize m_size;
    std::mt19937_64 m_random;
    Status m_status;
    std::vector<double> m_easiness;
    std::vector<double> m_skill;
    std::int64_t m_trajectory = 0;
    std::int64_t m_made = 0;
    bool m_withTimings;
};

struct Wanted {
    std::filesystem::path file;
    std::int64_t rows = 1000000;
    std::uint64_t seed = 1;
    StudySize size;
    bool withTimings = false;
    bool withCosts = false;
};

Status make(const Wanted &wanted)
{
    if (std::error_code ignored; std::filesystem::exists(wanted.file, ignored))
        return Error{Errc::InvalidInput, "the file exists already", wanted.file.string()};
    auto database = openForWriting(wanted.file, currentSchema());
    if (!database)
        return database.error();
    // No other process opens the file yet, and it is discarded on failure.
    Status status = (*database)->execute(
        "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA main.cache_size = -163840; "
        "PRAGMA foreign_keys = OFF");
    if (status)
        status
            = Generator(**database, wanted.size, wanted.seed, wanted.withTimings).fill(wanted.rows);
    // Done last and without random numbers, so that all other data are the same with and without
    // costs.
    if (status && wanted.withCosts)
        status = (*database)->execute("UPDATE candidate SET input_tokens = 1 + id % 9000, "
                                      "output_tokens = 1 + id % 5000 WHERE output_tokens IS NULL");
    return status;
}

} // namespace

int main(int argc, char **argv)
{
    CLI::App app{"Makes a store of made-up evaluations", "make_store"};
    Wanted wanted;
    app.add_option("--rows", wanted.rows, "Evaluations; a million")->check(CLI::PositiveNumber);
    app.add_option("--seed", wanted.seed, "Of random numbers and the runs' identities; 1");
    app.add_option("--tasks", wanted.size.tasks,
                   "Tasks of the larger suite; 400. The other has a quarter as many")
        ->check(CLI::Range(1, 100000));
    app.add_option("--methods", wanted.size.methods, "Methods; 20")->check(CLI::Range(1, 1000));
    app.add_option("--baselines", wanted.size.baselines,
                   "Baselines, each of a run of its own on each of three devices; 5")
        ->check(CLI::Range(1, static_cast<int>(baselines.size())));
    app.add_flag("--timings", wanted.withTimings, "Raw times of both sides for the correct");
    app.add_flag("--costs", wanted.withCosts, "Tokens for every candidate, for the cost curve");
    app.add_option("-o,--output", wanted.file, "The store to make")->required();
    CLI11_PARSE(app, argc, argv);
    const auto begin = std::chrono::steady_clock::now();
    if (const loupe::Status made = make(wanted); !made) {
        fmt::print(stderr, "make_store: {}\n{}\n", made.error().text(), made.error().detail);
        return 1;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    fmt::print("{} evaluations in {:.1f} s\n", wanted.rows, seconds.count());
    return 0;
}
