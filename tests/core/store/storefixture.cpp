// SPDX-License-Identifier: Apache-2.0
#include "tests/core/store/storefixture.h"

#include <limits>

namespace loupe::test {

void StoreTest::SetUp()
{
    m_folder = std::make_unique<TemporaryFolder>(must(TemporaryFolder::create("loupe-store")));
}

std::unique_ptr<StoreWriter> StoreTest::openWriter() const
{
    return must(StoreWriter::open(storeFile()));
}

std::unique_ptr<StoreReader> StoreTest::openReader() const
{
    return must(StoreReader::open(storeFile()));
}

Task sampleTask(const std::string &name, const std::string &category)
{
    Task task;
    task.suite = "native";
    task.name = name;
    task.category = category;
    task.level = 2;
    task.title = "Title of " + name;
    task.hash = "hash-of-" + name;
    task.reference = "int reference() { return 0; }\n";
    task.referenceLanguage = "cpp";
    task.specJson = R"({"name":")" + name + R"("})";
    return task;
}

Method sampleMethod(const std::string &name, bool isDemo)
{
    return {name, "model", "about " + name, isDemo};
}

Run sampleRun(const std::string &name)
{
    Run run;
    run.uuid = "uuid-of-" + name;
    run.name = name;
    run.suite = "native";
    run.origin = "engine";
    run.protocol = "native-1";
    run.sandbox = "bubblewrap";
    run.toolVersion = "0.1.0";
    run.profileJson = R"({"jobs":2})";
    run.startedAt = "2026-11-21T07:30:00Z";
    run.environment = {"Test CPU", "cpu", R"({"compiler":"g++"})"};
    return run;
}

Evaluation sampleEvaluation(const std::string &task, const std::string &method)
{
    Evaluation out;
    out.candidate.task = task;
    out.candidate.method = method;
    out.candidate.source = "// " + task + " by " + method + "\n";
    out.candidate.language = "cpp";
    out.verdict = Verdict::Correct;
    out.strictVerdict = Verdict::Correct;
    out.speedup = 2.0;
    out.candidateMs = 1.5;
    out.baselineMs = 3.0;
    return out;
}

namespace {
Trial fullTrial()
{
    OutputComparison output;
    output.errorCounts = ErrorCounts(errorBins, 0);
    output.errorCounts[16] = 3;
    output.output = "y";
    output.elements = 1'000'000'000'000;
    output.mismatched = 7;
    output.unwritten = 3;
    output.notANumber = 2;
    output.maxAbsoluteError = std::numeric_limits<double>::infinity();
    output.meanAbsoluteError = 1e-300;
    output.maxRelativeError = 0.25;
    output.absoluteTolerance = 1e-5;
    output.relativeTolerance = 1e-6;
    output.shape = {2, 3, 4};
    output.worstIndex = {1, 2, 3};
    output.worstExpected = -0.1;
    output.worstActual = std::numeric_limits<double>::quiet_NaN();
    output.firstMismatch = {0, 0, 1};
    output.pattern = "the last 24 of every 1000 columns";
    output.dtype = "float16";
    output.meanRelativeError = 0.125;
    output.expectedNan = 1;
    output.expectedInfinite = 4;
    output.actualNan = 5;
    output.actualInfinite = 6;
    output.cosine = 0.999;
    output.rmse = 1e-3;
    output.map = {64, 128, 3, 5, std::vector<std::uint8_t>(64UL * 128UL)};
    for (std::size_t i = 0; i < output.map.share.size(); ++i)
        output.map.share[i] = static_cast<std::uint8_t>(i % 128 == 127 ? 255 : i % 7);
    Trial trial;
    trial.index = 4;
    trial.caseName = "odd/spiky";
    trial.seed = "00ff";
    trial.verdict = Verdict::WrongTail;
    trial.message = "tail";
    trial.outputs = {output, OutputComparison()};
    return trial;
}
} // namespace

Evaluation fullEvaluation(const std::string &task, const std::string &method)
{
    Evaluation out;
    out.candidate
        = {task, method, 3, 2, "source \xff with a bad byte", "cuda", "a/b.cu", "try again"};
    out.attempt = 1;
    out.verdict = Verdict::WrongTail;
    out.strictVerdict = Verdict::Nondeterministic;
    out.message = "output y: 7 of 24 elements are wrong";
    out.candidateMs = 0.1;
    out.baselineMs = 0.30000000000000004;
    out.baseline = "native reference";
    out.speedup = 3.0000000000000004;
    out.speedupLow = 2.9;
    out.speedupHigh = 3.1;
    out.buildMs = 812.5;
    out.verifyMs = 12.25;
    out.timeMs = 400.125;
    out.trials = {fullTrial(), Trial()};
    out.timings = {
        {"candidate", "engine_wall", "odd/normal", {0.1, 0.2, 1e-9}, {1, 2, 70000}, 0.01, {2, 1}},
        {"baseline", "engine_wall", "odd/normal", {}, {}, 0.0}};
    out.kernels = {{"candidate",
                    "odd/normal",
                    "kernel",
                    "void add<float>(float*)",
                    1.5,
                    0.25,
                    0.75,
                    0.0,
                    {4, 5, 6},
                    {256, 2, 1},
                    255,
                    1024,
                    2048,
                    16,
                    3,
                    2},
                   {"baseline", "odd/normal", "memcpy", "device to device", 1.0, 0.5, 1.0, 4096.0}};
    out.work
        = WorkRecord{"odd/normal", 1e12,         2e9, 1.5e9,        "tf32",
                     4e14,         std::nullopt, 5e7, std::nullopt, "1 ms where 2 ms are needed"};
    out.findings
        = {{"threads", RuleLayer::Static, FindingSeverity::Suspicion, "uses std::thread", 7},
           {"own_streams", RuleLayer::Static, FindingSeverity::Note, "calls x", 0}};
    out.diagnostics = {{Severity::Error, "candidate.cu", 12, 3, "expected ';'", true},
                       {Severity::Note, "", 0, 0, "in expansion", false},
                       {Severity::Warning, "candidate.cu", 1, 0, "unused", false}};
    out.buildLog = std::string(100'000, 'x') + "\nend of log";
    out.runLog = std::string("zero \0 inside", 13);
    out.flags = {"not_sandboxed", "identical_code"};
    out.originalRecord = R"({"a": 1.10})";
    out.startedAt = "2026-11-21T07:30:00Z";
    out.finishedAt = "2026-11-21T07:30:09Z";
    out.traits = {MadeOf::OwnKernels, 1.0, Arithmetic::AsBaseline};
    out.generatedCode = {{"add", "ptx", ".visible .entry add()\n{\n\tret;\n}\n", 12, 16, 2048, ""},
                         {"add", "sass", "RET \xff", 12, 16, 2048, "cut after 5 bytes"},
                         {"", "llir", "", {}, {}, {}, "it was not found"}};
    return out;
}

namespace {

Response fullResponse()
{
    Extraction byRule;
    byRule.ruleVersion = 1;
    byRule.outcome = ExtractionOutcome::Ambiguous;
    byRule.segmentation = "lines";
    byRule.blocks = 3;
    byRule.chosen = 2;
    byRule.isUnclosed = true;
    byRule.isInOpenThought = true;
    byRule.ranges = {{3, 9}, {12, 5'000'000'000}};
    byRule.source = "int x;\nint y;";
    Extraction byPerson = byRule;
    byPerson.person = "Ada";
    byPerson.chosen = 0;
    return {std::string("raw \xff\0 bytes", 12),
            "the text",
            "the thought",
            "stop",
            "model-1",
            "fp_1",
            1000,
            600,
            250,
            200,
            "reported",
            0.0125,
            "priced",
            true,
            {byRule, byPerson}};
}

} // namespace

Dialogue fullDialogue(const std::string &task, const std::string &method)
{
    const Request first{"uuid-1",
                        0,
                        "start",
                        1,
                        "POST",
                        "/v1/chat/completions",
                        R"({"model":"m"})",
                        "answered",
                        0.5,
                        200,
                        "transient",
                        "busy at first",
                        2.5,
                        "2026-11-25T10:00:00Z",
                        "2026-11-25T10:00:01Z",
                        "2026-11-25T10:00:02Z",
                        "2026-11-25T10:00:09Z",
                        "req_1",
                        fullResponse()};
    Request second;
    second.uuid = "uuid-2";
    second.round = 1;
    second.state = "sent";
    const PromptTemplate made{"cpu.start", "cpu", "start", "Write {{task}}.", R"(["task"])"};
    const DialogueMessage asked{0, 0, "user", "task", made, "Write add.", "", {}, ""};
    const DialogueMessage answered{1, 0, "assistant", "answer", {}, "the text", "", {}, "uuid-1"};
    const DialogueMessage told{
        2, 1, "user", "feedback", {}, "It is \xff wrong.", "a person", ToldEvaluation{3, 0, 2}, ""};
    return {task,
            method,
            3,
            GenerationProfile{"local", R"({"format":1})"},
            "serial",
            4,
            "asking",
            "budget",
            "77",
            {asked, answered, told},
            {first, second},
            {{1, 3, 0, "refined"}, {1, 5, 0, "crossed"}}};
}

CounterProfile sampleCounters()
{
    CounterProfile out;
    out.source = "import:ncu";
    out.tool = "2025.3";
    out.deviceName = "Test GPU";
    out.takenAt = "2026-11-21T07:31:00Z";
    out.note = "clocks were locked";
    out.original = "\"ID\",\"Kernel Name\"\n";
    out.kernels = {{"add",
                    0,
                    {4, 5, 6},
                    {256, 2, 1},
                    0.25,
                    1e9,
                    2e9,
                    0.5,
                    0.25,
                    0.875,
                    0.0,
                    {{"dram__bytes_read.sum", {1e9, "byte"}}, {"launch__waves", {1.5, ""}}}},
                   {"add", 1}};
    out.samples
        = {{"_Z3addPf", "77", 16, "long_scoreboard", 12}, {"_Z3addPf", "77", 32, "wait", 1}};
    return out;
}

std::vector<MetricRow> selected(std::vector<MetricRow> rows)
{
    std::erase_if(rows, [](const MetricRow &row) { return !row.isSelected(); });
    return rows;
}

void mustSucceed(const Status &status)
{
    ASSERT_TRUE(status) << status.error().text() << "\n" << status.error().detail;
}

} // namespace loupe::test
