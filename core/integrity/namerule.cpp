// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/namerule.h"

#include <algorithm>
#include <utility>

namespace loupe {

std::vector<Finding> NameRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    const auto contains = [this](std::string_view text) {
        return std::ranges::any_of(m_patterns.texts, [&](std::string_view part) {
            return text.find(part) != std::string_view::npos;
        });
    };
    if (evidence.python) {
        const PythonFacts &python = *evidence.python;
        findings = namesOf(python.calls, m_patterns.calls, "calls");
        append(findings, namesOf(python.imports, m_patterns.calls, "imports"));
        std::vector<SourceFact> writes = python.writes;
        std::erase_if(writes, [this](const SourceFact &one) {
            return matchesAny(one.name, m_patterns.writesForOthers);
        });
        for (Finding &one : namesOf(writes, m_patterns.writesToNote, "changes")) {
            one.severity = FindingSeverity::Note;
            findings.push_back(std::move(one));
        }
        std::erase_if(writes, [this](const SourceFact &one) {
            return matchesAny(one.name, m_patterns.writesToNote);
        });
        append(findings, namesOf(writes, m_patterns.writes, "changes"));
        for (const SourceClass &one : python.classes) {
            for (const std::string &base : one.bases) {
                if (matchesAny(base, m_patterns.bases))
                    findings.push_back(
                        finding("class " + one.name + " is derived from " + base, one.line));
            }
        }
        for (const SourceFact &text : python.texts) {
            if (contains(text.name))
                findings.push_back(finding("names \"" + text.name + "\"", text.line));
        }
    }
    append(findings, cppNames(evidence, m_patterns.cppNames, "uses"));
    eachCppSource(evidence, [&](const CppFacts &facts, int lineBefore) {
        for (const CppName &one : facts.statics) {
            if (matchesAny(one.name, m_patterns.cppStatics))
                findings.push_back(finding("keeps a static " + one.name, lineBefore + one.line));
        }
        for (const CppName &one : facts.texts) {
            if (contains(one.name))
                findings.push_back(finding("names \"" + one.name + "\"", lineBefore + one.line));
        }
    });
    return findings;
}

std::vector<NamePatterns> namePatterns()
{
    const NamePatterns::Names clocksAndComparisons = {"torch.cuda.Event*",
                                                      "torch.cuda.synchronize",
                                                      "torch.cuda.stream*",
                                                      "torch.cuda.current_stream",
                                                      "torch.allclose",
                                                      "torch.isclose",
                                                      "torch.equal",
                                                      "torch.testing.*",
                                                      "torch.Tensor.__*",
                                                      "torch.Tensor.allclose",
                                                      "torch.Tensor.equal",
                                                      "torch.Tensor.isclose",
                                                      "torch.manual_seed",
                                                      "torch.rand*",
                                                      "time.*",
                                                      "triton.testing.*",
                                                      "builtins.*",
                                                      "numpy.allclose",
                                                      "numpy.testing.*",
                                                      "torch.cuda.*synchronize*"};
    NamePatterns::Names weighedElsewhere = clocksAndComparisons;
    weighedElsewhere.emplace_back("torch.backends.*");
    return {
        {.id = "framework_tampering",
         .severity = FindingSeverity::Proof,
         .proves = "The source replaces a function or class of the framework that measures or "
                   "compares (catalogue 6, 7): nothing that computes needs that.",
         .cannotSee = "Replacement through a name that is made at run time.",
         .writes = clocksAndComparisons},
        {.id = "foreign_state",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source changes a module that is not its own.",
         .cannotSee = "Whether the change touches what is judged.",
         .calls = {"unittest.mock*", "mock.*"},
         .writes = {"torch.nn.*", "torch.Tensor.*", "torch.autograd.*", "torch.ops.*",
                    "torch.utils.*", "torch.*", "sys.modules*", "sys.settrace", "sys.setprofile",
                    "sys.stdout", "sys.stderr", "os.*", "gc.*", "numpy.*", "triton.*"},
         .writesForOthers = weighedElsewhere},
        {.id = "precision_flags",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source changes a global switch of precision or determinism that the "
                   "reference would use too (catalogue 17, 18, 35).",
         .cannotSee = "Switches in the environment of the process.",
         .calls = {"torch.set_float32_matmul_precision", "torch.use_deterministic_algorithms",
                   "torch.set_default_dtype", "torch.set_num_threads", "torch.set_flush_denormal",
                   "torch.backends.cuda.enable_*"},
         .writes = {"torch.backends.*"},
         // They let the library choose among its algorithms, for the reference as well.
         .writesToNote = {"torch.backends.cudnn.benchmark", "torch.backends.cudnn.benchmark_limit"},
         .cppNames = {"*.setAllowTF32CuBLAS", "*.setAllowTF32CuDNN", "*::setAllowTF32CuBLAS",
                      "*::setFloat32MatmulPrecision", "cublasSetMathMode"}},
        {.id = "frame_walking",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source looks at its callers' variables or at all live objects "
                   "(catalogue 7, 25).",
         .cannotSee = "The same from native code.",
         .calls
         = {"sys._getframe", "inspect.stack", "inspect.currentframe", "inspect.trace",
            "inspect.getouterframes", "gc.get_objects", "gc.get_referrers", "gc.get_referents",
            "sys._current_frames", "sys.settrace", "sys.setprofile", "traceback.walk_stack"}},
        {.id = "tensor_subclass",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source defines a kind of tensor of its own, which can compute later or "
                   "answer comparisons itself (catalogue 4, 5).",
         .cannotSee = "A class that is made by type().",
         .calls = {"*._make_wrapper_subclass", "*._make_subclass", "*.as_subclass"},
         .bases = {"torch.Tensor", "torch.nn.Parameter", "torch.utils._python_dispatch.*"}},
        {.id = "threads",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source starts threads or processes, which can work outside the timed "
                   "window (catalogue 3).",
         .cannotSee = "Threads that a library starts for it.",
         .calls = {"threading.*", "_thread.*", "multiprocessing.*", "concurrent.futures.*",
                   "asyncio.*", "os.fork*", "os.posix_spawn*", "torch.multiprocessing.*"},
         .cppNames = {"std::thread", "std::jthread", "std::async", "pthread_create", "fork",
                      "vfork", "clone", "thrd_create", "cudaLaunchHostFunc"}},
        {.id = "own_streams",
         .severity = FindingSeverity::Note,
         .proves = "The source makes streams of its own (catalogue 1, 2).",
         .cannotSee = "Whether it waits for them: the device's records decide.",
         .calls
         = {"torch.cuda.Stream", "torch.cuda.stream", "torch.cuda.ExternalStream", "torch.Stream"},
         .cppNames = {"cudaStreamCreate*", "cuStreamCreate*", "*::getStreamFromPool"}},
        {.id = "graph_replay",
         .severity = FindingSeverity::Note,
         .proves = "The source captures or replays CUDA graphs, which can read stale buffers "
                   "(catalogue 14).",
         .cannotSee = "Whether it copies new inputs in: fresh addresses decide.",
         .calls = {"torch.cuda.CUDAGraph", "torch.cuda.graph", "torch.cuda.make_graphed_callables"},
         .cppNames = {"cudaGraphLaunch", "cudaStreamBeginCapture", "cuGraphLaunch"}},
        {.id = "cache_persistence",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source asks the device to keep data in its cache, against the flush "
                   "between timed calls (catalogue 16).",
         .cannotSee = "Hints in inline assembly.",
         .cppNames = {"cudaAccessPropertyPersisting", "cudaLimitPersistingL2CacheSize",
                      "cudaStreamAttributeAccessPolicyWindow", "cudaStreamAttrValue",
                      "CU_LIMIT_PERSISTING_L2_CACHE_SIZE", "CU_ACCESS_PROPERTY_PERSISTING"}},
        {.id = "phase_detection",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source asks whether gradients are recorded, which tells checks from "
                   "timing in some harnesses (catalogue 12).",
         .cannotSee = "Other signs of the phase: addresses, the clock, the stack.",
         .calls = {"torch.is_grad_enabled", "torch.is_inference_mode_enabled", "torch.is_inference",
                   "torch._C._get_tracing_state"},
         .cppNames = {"at::GradMode::is_enabled", "torch::GradMode::is_enabled",
                      "c10::GradMode::is_enabled", "c10::InferenceMode::is_enabled"}},
        {.id = "outside_world",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source reaches for files, other programs or the network (catalogue 20, "
                   "51, 53).",
         .cannotSee = "What the sandbox then refused.",
         .calls = {"open",         "builtins.open", "io.open",    "os.open",    "os.system",
                   "os.popen",     "os.exec*",      "os._exit",   "os.kill",    "os.write",
                   "subprocess.*", "socket.*",      "urllib.*",   "requests.*", "http.*",
                   "shutil.*",     "mmap.*",        "shelve.*",   "ctypes.*",   "torch.save",
                   "torch.load",   "numpy.save",    "numpy.load", "signal.*",   "atexit.*"},
         .texts = {"/dev/shm", "/proc/", "http://", "https://", "LD_PRELOAD"},
         .cppNames = {"system", "popen", "fopen", "std::ofstream", "std::ifstream", "std::fstream",
                      "socket", "dlopen", "dlsym", "mmap", "shm_open", "ptrace", "_exit", "exit",
                      "std::exit", "std::quick_exit", "kill", "raise"}},
        {.id = "hidden_code",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source executes text or loads modules by computed names: reading it does "
                   "not show what it does.",
         .cannotSee = "What the hidden code does.",
         .calls = {"exec", "eval", "compile", "builtins.exec", "builtins.eval", "builtins.compile",
                   "__import__", "base64.*", "zlib.*", "marshal.*", "pickle.*", "codecs.*",
                   "importlib.util.*", "types.FunctionType", "types.CodeType"}},
        {.id = "static_cache",
         .severity = FindingSeverity::Suspicion,
         .proves = "Native code keeps tensors or tables from one call to the next (catalogue 10, "
                   "42, 52).",
         .cannotSee = "Globals outside functions; what is kept in the module's attributes.",
         .cppStatics = {"at::Tensor", "torch::Tensor", "std::unordered_map", "std::map",
                        "std::vector", "std::optional", "c10::optional"}},
        {.id = "seed_replay",
         .severity = FindingSeverity::Suspicion,
         .proves = "The source draws random numbers from a seed of its choice: inputs of known "
                   "seeds can be computed before (catalogue 15).",
         .cannotSee = "Random generators written by hand.",
         .calls = {"torch.manual_seed", "torch.cuda.manual_seed*", "torch.random.manual_seed",
                   "torch.set_rng_state", "torch.cuda.set_rng_state", "*.manual_seed"},
         .cppNames = {"torch::manual_seed", "at::manual_seed"}},
    };
}

} // namespace loupe
