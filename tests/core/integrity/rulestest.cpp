// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/ruleregistry.h"
#include "core/integrity/rulewords.h"
#include "core/integrity/runtimerules.h"
#include "core/integrity/support.h"
#include "core/model/verdict/ruletitle.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace loupe {

namespace {

PythonFacts withCalls(std::vector<SourceFact> calls)
{
    PythonFacts facts;
    facts.calls = std::move(calls);
    return facts;
}

/// Returns "rule severity" for each finding.
std::vector<std::string> found(const CandidateEvidence &evidence)
{
    std::vector<std::string> out;
    for (const Finding &one : findingsOf(evidence))
        out.push_back(one.rule + " " + std::string(severityName(one.severity)));
    return out;
}

using Found = std::vector<std::string>;

CandidateEvidence python(PythonFacts facts, LibraryPolicy policy = LibraryPolicy::Mixed)
{
    return {policy, "ModelNew", std::move(facts), {}};
}

CandidateEvidence native(std::string_view source, LibraryPolicy policy = LibraryPolicy::Mixed)
{
    return {policy, "", {}, cppFacts(source)};
}

} // namespace

TEST(RulesTest, EveryRuleStatesItsProofAndLimits)
{
    std::set<std::string_view> ids;
    for (const RuleWords &rule : allRuleWords()) {
        EXPECT_TRUE(ids.insert(rule.id).second) << rule.id;
        EXPECT_GT(rule.proves.size(), 20U) << rule.id;
        EXPECT_GT(rule.cannotSee.size(), 20U) << rule.id;
    }
}

TEST(RulesTest, EveryRuleHasAShortUniqueTitle)
{
    std::set<std::string_view> seen;
    for (const RuleWords &rule : allRuleWords()) {
        const std::string_view title = ruleTitle(rule.id);
        EXPECT_NE(title, rule.id);
        EXPECT_LE(title.size(), 36U) << title;
        EXPECT_TRUE(seen.insert(title).second) << title;
    }
    EXPECT_EQ(ruleTitle("of_another_version"), "of_another_version");
}

// core/records makes these findings, and readers must be able to look up what they prove.
TEST(RulesTest, RulesThatImportersApplyAreRegistered)
{
    std::map<std::string_view, FindingSeverity> records;
    for (const Rule &rule : allRules()) {
        if (rule.words.layer == RuleLayer::Record)
            records[rule.words.id] = rule.words.severity;
    }
    const std::map<std::string_view, FindingSeverity> expected{
        {"recorded_cheating", FindingSeverity::Note},
        {"recorded_hack", FindingSeverity::Suspicion}};
    EXPECT_EQ(records, expected);
    CandidateEvidence marked;
    marked.flags = {"recorded_hack"};
    EXPECT_EQ(found(marked), Found{"recorded_hack suspicion"});
}

TEST(RulesTest, LibraryUseDependsOnThePolicy)
{
    const PythonFacts facts
        = withCalls({{"torch.nn.functional.relu", 4, "ModelNew.forward", true}});
    EXPECT_EQ(found(python(facts, LibraryPolicy::Pure)), Found{"library_only suspicion"});
    EXPECT_EQ(found(python(facts)), Found{"library_only suspicion"});
    EXPECT_EQ(found(python(facts, LibraryPolicy::Any)), Found{"library_only note"});

    PythonFacts beside = facts;
    beside.functions.push_back({"kernel", 1, true, {"triton.jit"}});
    EXPECT_EQ(found(python(beside)), Found{"library_use note"});
    EXPECT_EQ(found(python(beside, LibraryPolicy::Pure)), Found{"library_use suspicion"});
}

TEST(RulesTest, LibraryUseIsNotSuspiciousIfAllowed)
{
    PythonFacts facts = withCalls({{"torch.relu", 4, "ModelNew.forward", true}});
    facts.functions = {{"kernel", 1, false, {"triton.jit"}}};
    facts.fallbacks = {{5, true, {"kernel"}, {"torch.relu"}}};
    EXPECT_EQ(found(python(facts)),
              (Found{"dead_kernel suspicion", "fallback suspicion", "library_use note"}));
    const CandidateEvidence byDefault{.entry = "ModelNew", .python = facts, .native = {}};
    EXPECT_EQ(found(byDefault), (Found{"dead_kernel note", "fallback note", "library_use note"}));
}

TEST(RulesTest, IgnoresUnreachableCode)
{
    const PythonFacts facts = withCalls({{"torch.matmul", 4, "unused", false}});
    EXPECT_EQ(found(python(facts)), Found{});
}

TEST(RulesTest, MakingTensorsIsNotLibraryWork)
{
    const PythonFacts facts
        = withCalls({{"torch.empty_like", 4, "ModelNew.forward", true},
                     {"torch.nn.Linear", 2, "ModelNew.__init__", true},
                     {"torch.cuda.current_stream", 5, "ModelNew.forward", true}});
    EXPECT_EQ(found(python(facts)), Found{});
}

TEST(RulesTest, SuspectsUnlaunchedKernelsWithLibraryCalls)
{
    EXPECT_EQ(found(native("__global__ void k() {}\nvoid run() { at::matmul(a, b); }")),
              (Found{"dead_kernel suspicion", "library_use note"}));
    EXPECT_EQ(found(native("__global__ void k() {}\nvoid run() { k<<<1, 1>>>(); }")), Found{});
}

TEST(RulesTest, ReplacedClockIsOneProof)
{
    PythonFacts facts;
    facts.writes = {{"torch.cuda.Event.elapsed_time", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"framework_tampering proof"});
    facts.writes = {{"torch.backends.cuda.matmul.allow_tf32", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"precision_flags note"});
    facts.writes = {{"torch.backends.cuda.matmul.allow_tf32[exact]", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{}) << "it asks for full float32";
    facts.writes = {{"torch.backends.cudnn.benchmark", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"global_switches note"});
    facts.writes = {{"torch.backends.cudnn.deterministic", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"global_switches note"}) << "it chooses an algorithm";
    facts.writes = {{"torch.backends.cudnn.workspace_limit", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"global_switches note"}) << "it gives the library memory";
    facts.writes = {{"torch.backends.cudnn.*", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"global_switches suspicion"});
    facts.writes = {{"torch.nn.Linear.forward", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"foreign_state suspicion"});
}

TEST(RulesTest, ReadsEmbeddedSourceWithItsLine)
{
    PythonFacts facts;
    facts.embedded.push_back({10, cppFacts("#include <thread>\nvoid f() { std::thread t(g); }")});
    const std::vector<Finding> findings = findingsOf(python(facts));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "threads");
    EXPECT_EQ(findings[0].line, 11);
    EXPECT_EQ(findings[0].message, "uses std::thread");
}

TEST(RulesTest, ChecksOnlyTheEntryForConstantResults)
{
    PythonFacts facts;
    facts.returns = {{5, "helper", true, false}, {9, "ModelNew.forward", true, true}};
    EXPECT_EQ(found(python(facts)), Found{});
    facts.returns = {{9, "ModelNew.forward", true, false}};
    EXPECT_EQ(found(python(facts)), Found{"constant_result suspicion"});
}

TEST(RulesTest, OrdersBySeverity)
{
    PythonFacts facts = withCalls({{".half", 1, "f", true}, {"sys._getframe", 2, "f", true}});
    facts.writes = {{"torch.allclose", 3, "", true}};
    EXPECT_EQ(
        found(python(facts)),
        (Found{"framework_tampering proof", "frame_walking suspicion", "reduced_precision note"}));
}

TEST(RulesTest, JoinedThreadIsANote)
{
    EXPECT_EQ(found(native("void f() { std::thread t(g); t.join(); }")), Found{"threads note"});
    EXPECT_EQ(found(native("void f() { std::thread t(g); t.detach(); }")),
              Found{"threads suspicion"});
    EXPECT_EQ(found(native("void f() { auto a = std::async(g); a.get(); }")),
              Found{"threads note"});
    EXPECT_EQ(found(python(withCalls({{"threading.Thread[joined]", 2, "f", true}}))),
              Found{"threads note"});
    EXPECT_EQ(found(python(withCalls({{"threading.Thread", 2, "f", true}}))),
              Found{"threads suspicion"});
}

TEST(RulesTest, IgnoresOwnNamesEqualToSystemNames)
{
    EXPECT_EQ(found(native("struct G { void exit() { } }; void f(G &g) { g.exit(); }")), Found{});
    EXPECT_EQ(found(native("void f(G *g) { g->exit(); int system = 1; h(system); }")), Found{});
    EXPECT_EQ(found(native("void f() { exit(0); }")), Found{"outside_world suspicion"});
    EXPECT_EQ(found(native("void f() { int system = 1; ::system(c); }")),
              Found{"outside_world suspicion"});
    EXPECT_EQ(found(native("extern \"C\" void exit(int); void f() { exit(0); }")),
              (Found{"outside_world suspicion"}))
        << "a declaration alone does not make it one's own";
}

TEST(RulesTest, WorkspaceIsANoteAndCachedResultASuspicion)
{
    EXPECT_EQ(found(native("void f() { static std::vector<float> space; use(space); }")),
              Found{"static_cache note"});
    EXPECT_EQ(found(native("at::Tensor f() { static at::Tensor kept; return kept; }")),
              Found{"static_cache suspicion"});
    EXPECT_EQ(found(native("void f() { void *p = mmap(0, 1, 2, 3, -1, 0); munmap(p, 1); }")),
              (Found{"outside_world note"}));
}

TEST(RulesTest, OwnHelperIsANote)
{
    PythonFacts facts = withCalls({{"subprocess.run[compiler]", 3, "f", true},
                                   {"ctypes.CDLL", 4, "f", true},
                                   {"open[write]", 2, "f", true},
                                   {"torch.relu", 9, "f", true}});
    for (const std::string &one : found(python(facts)))
        EXPECT_TRUE(one.ends_with(" note")) << one;
    EXPECT_EQ(found(python(withCalls({{"subprocess.run", 3, "f", true}}))),
              Found{"outside_world suspicion"});
    EXPECT_EQ(found(python(withCalls({{"open", 3, "f", true}}))), Found{"outside_world suspicion"});
    EXPECT_EQ(found(python(withCalls({{"atexit.register", 3, "f", true}}))),
              Found{"outside_world note"});
}

TEST(RulesTest, ArithmeticAssemblerIsNotSuspicious)
{
    EXPECT_EQ(found(native("void f() { asm volatile(\"max.f32 %0, %1;\" : \"=f\"(a)); }")),
              Found{});
    EXPECT_EQ(found(native("void f() { asm volatile(\"sys\" \"call\"); }")),
              Found{"assembler suspicion"});
    EXPECT_EQ(found(native("int mine(int) asm(\"clock_gettime\");")), Found{"assembler suspicion"});
}

TEST(RulesTest, FindsInterpreterTampering)
{
    EXPECT_EQ(found(native("void f() { PyEval_SetTrace(t, 0); }")), Found{"interpreter suspicion"});
    PythonFacts facts;
    facts.mentions = {{"f_back", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"frame_walking suspicion"});
    facts.mentions = {{"sys.modules", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"interpreter suspicion"});
    facts.mentions = {{"__torch_function__", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"function_modes suspicion"});
    facts.mentions = {};
    facts.writes = {{"loupe_worker.timing._plain", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"worker_tampering proof"});
    facts.writes = {};
    facts.computed = {{"torch[built]", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{});
    facts.computed = {{"torch[made]", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"hidden_code suspicion"});
    facts.computed = {{"time", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"hidden_code suspicion"});
}

TEST(RulesTest, AnErrorCheckMayEndTheProcessAsFailed)
{
    for (const char *source :
         {"void f() { exit(EXIT_FAILURE); }", "void f() { std::exit(1); }",
          "void f() { exit(-1); }", "void f() { abort(); }",
          "#define CHECK(x) do { if ((x) != cudaSuccess) { exit(EXIT_FAILURE); } } while (0)",
          "void f(cudaError_t code, bool ends) { if (code != cudaSuccess && ends) exit(code); }",
          "void f(cublasStatus_t s) { if (s != CUBLAS_STATUS_SUCCESS) exit((int)s); }"})
        EXPECT_EQ(found(native(source)), Found{}) << source;
    for (const char *source :
         {"void f() { exit(0); }", "void f() { exit(EXIT_SUCCESS); }", "void f() { exit(code); }",
          "void f(cudaError_t e) { if (e == cudaSuccess) exit(0); }", "void f() { _exit(1); }"})
        EXPECT_EQ(found(native(source)), Found{"outside_world suspicion"}) << source;
}

TEST(RulesTest, SettingsThatCompilersReadAreNotes)
{
    PythonFacts facts;
    for (const char *name : {"torch._inductor.config.max_autotune", "os.environ[CUDA_HOME]",
                             "os.environ[TORCH_CUDA_ARCH_LIST]"}) {
        facts.writes = {{name, 3, "", true}};
        EXPECT_EQ(found(python(facts)), Found{"foreign_state note"}) << name;
    }
    for (const char *name : {"os.environ[LD_PRELOAD]", "os.environ[*]", "torch._C.x"}) {
        facts.writes = {{name, 3, "", true}};
        EXPECT_EQ(found(python(facts)), Found{"foreign_state suspicion"}) << name;
    }
}

TEST(RulesTest, PreparingAtTheFirstCallAndPrintingAreNotes)
{
    PythonFacts facts;
    facts.counters = {{"self.n[first]", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"call_counter note"});
    facts.counters = {{"self.n[prints]", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"call_counter note"});
    facts.counters = {{"self.n", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"call_counter suspicion"});
}

TEST(RulesTest, AVariableNamedHalfIsNoReducedPrecision)
{
    const auto isReduced = [](const CandidateEvidence &evidence) {
        const auto findings = found(evidence);
        return std::ranges::count(findings, "reduced_precision note") > 0;
    };
    const std::string honest
        = "__global__ void k(float *x, int n) {\n"
          "  int half = n / 2;\n"
          "  if (threadIdx.x < half) x[threadIdx.x] += x[threadIdx.x + half];\n"
          "}\n";
    const std::string reduced
        = "__global__ void h(const half *x, float *y) { y[0] = __half2float(x[0]); }\n";
    EXPECT_FALSE(isReduced(native(honest)));
    EXPECT_TRUE(isReduced(native(reduced)));
    EXPECT_TRUE(isReduced(native(honest + reduced)));
    EXPECT_TRUE(isReduced(native("void f(float *x) { auto y = (half *)x; use(y); }")));
    PythonFacts facts;
    facts.embedded.push_back({4, cppFacts(honest)});
    EXPECT_FALSE(isReduced(python(facts)));
    facts.embedded.push_back({20, cppFacts(honest + "half h = half(n);\n")});
    EXPECT_TRUE(isReduced(python(facts)));
    // Several files of one submission.
    CppFacts whole = cppFacts(honest);
    addFacts(whole, cppFacts("half2 v;\n"), 10);
    ASSERT_EQ(whole.halfTypes.size(), 1U);
    EXPECT_EQ(whole.halfTypes[0].line, 11);
}

TEST(RulesTest, CompiledModelsAreNotSuspicious)
{
    const PythonFacts facts
        = withCalls({{"torch.compile", 2, "f", true}, {"torch.matmul", 3, "f", true}});
    EXPECT_EQ(found(python(facts)), Found{"library_only note"});
    EXPECT_EQ(found(python(facts, LibraryPolicy::Pure)), Found{"library_only suspicion"});
}

TEST(SupportTest, NoteBecomesASuspicionWithMeasurements)
{
    std::vector<Finding> findings
        = {{"threads", RuleLayer::Static, FindingSeverity::Note, "uses std::thread", 3},
           {"reduced_precision", RuleLayer::Static, FindingSeverity::Note, "calls .half", 4}};
    Evaluation evaluation;
    evaluation.flags = {"gpu_shared"};
    weighByMeasurement(findings, evaluation);
    EXPECT_EQ(findings[0].severity, FindingSeverity::Note);
    evaluation.flags.emplace_back("stray_activity");
    weighByMeasurement(findings, evaluation);
    weighByMeasurement(findings, evaluation);
    EXPECT_EQ(findings[0].severity, FindingSeverity::Suspicion);
    EXPECT_EQ(findings[0].message, "uses std::thread; also measured: stray_activity");
    EXPECT_EQ(findings[1].severity, FindingSeverity::Note);
}

TEST(SupportTest, AConstantResultIsNoSuspicionWhereTheTaskHasNoElements)
{
    std::vector<Finding> findings{
        {"constant_result", RuleLayer::Static, FindingSeverity::Suspicion, "is constant", 3}};
    Evaluation evaluation;
    weighByMeasurement(findings, evaluation);
    EXPECT_EQ(findings[0].severity, FindingSeverity::Suspicion);
    evaluation.flags = {"nothing_compared"};
    weighByMeasurement(findings, evaluation);
    EXPECT_EQ(findings[0].severity, FindingSeverity::Note);
}

TEST(SupportTest, AConstantResultIsNoSuspicionWhereNothingCouldJudgeIt)
{
    const auto severity = [](Verdict bySuite, Verdict strictly) {
        std::vector<Finding> findings{
            {"constant_result", RuleLayer::Static, FindingSeverity::Suspicion, "is constant", 3}};
        Evaluation evaluation;
        evaluation.verdict = bySuite;
        evaluation.strictVerdict = strictly;
        weighByMeasurement(findings, evaluation);
        return findings[0].severity;
    };
    using enum Verdict;
    EXPECT_EQ(severity(ReferenceFailed, ReferenceFailed), FindingSeverity::Note);
    EXPECT_EQ(severity(ReferenceFailed, NotRecorded), FindingSeverity::Note);
    EXPECT_EQ(severity(ReferenceFailed, WrongValue), FindingSeverity::Suspicion);
    EXPECT_EQ(severity(Correct, ReferenceFailed), FindingSeverity::Suspicion);
    EXPECT_EQ(severity(WrongValue, NotRecorded), FindingSeverity::Suspicion);
}

TEST(SupportTest, DeviceRecordDecidesAboutAFallback)
{
    const Finding bySource{"fallback", RuleLayer::Static, FindingSeverity::Suspicion,
                           "where its own code raises, it calls torch.relu", 5};
    const auto weighed = [&](const std::vector<std::string> &names) {
        Evaluation evaluation;
        for (const std::string &name : names) {
            KernelActivity &kernel = evaluation.kernels.emplace_back();
            kernel.role = "candidate";
            kernel.kind = "kernel";
            kernel.name = name;
            kernel.deviceMsPerCall = 0.5;
        }
        std::vector<Finding> findings{bySource};
        weighByMeasurement(findings, evaluation);
        const std::vector<Finding> once = findings;
        weighByMeasurement(findings, evaluation);
        EXPECT_EQ(findings, once);
        return findings.front();
    };
    EXPECT_EQ(weighed({}), bySource) << "nothing was recorded";
    EXPECT_EQ(weighed({"relu_kernel"}).severity, FindingSeverity::Note);
    EXPECT_EQ(weighed({"relu_kernel", "at::native::fill"}).severity, FindingSeverity::Note);
    const Finding never = weighed({"at::native::relu"});
    EXPECT_EQ(never.severity, FindingSeverity::Suspicion);
    EXPECT_EQ(never.message,
              "where its own code raises, it calls torch.relu; in its timed calls only the "
              "library's kernels ran");
}

TEST(SupportTest, EveryRuleAndFactThatItNamesExists)
{
    std::set<std::string_view> flags;
    for (const RuleWords &one : markedFlags())
        flags.insert(one.id);
    int supported = 0;
    for (const Rule &rule : allRules()) {
        for (const std::string_view fact : supportOf(rule.words.id)) {
            EXPECT_TRUE(flags.contains(fact)) << rule.words.id << " " << fact;
            ++supported;
        }
    }
    EXPECT_GT(supported, 10);
}

} // namespace loupe
