// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/sourcekernels.h"

#include "core/integrity/staticrule.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

bool isKernelDecorator(std::string_view name)
{
    return matchesAny(name,
                      {"triton.jit", "triton.runtime.jit", "triton.experimental.gluon.jit",
                       "numba.cuda.jit", "cutlass.cute.kernel", "tilelang.jit",
                       "tilelang.prim_func", "*.prim_func", "cuda.tile.kernel"});
}

/// Returns whether a call gives a Python source its own kernels without a decorator.
bool bringsKernels(std::string_view name)
{
    return matchesAny(name,
                      {"torch.utils.cpp_extension.*", "jax.experimental.pallas.pallas_call",
                       "cupy.RawKernel", "cupy.RawModule", "cupy.ElementwiseKernel",
                       "pycuda.compiler.SourceModule", "*.pallas_call",
                       "torch.cuda._compile_kernel", "triton.jit"});
}

void addPythonKernels(const PythonFacts &facts, KernelsOfSource &found)
{
    for (const SourceFunction &function : facts.functions) {
        if (!std::ranges::any_of(function.decorators, isKernelDecorator))
            continue;
        // A device function is reached through the kernel that calls it.
        found.defined.push_back({function.name, function.line});
        found.launched += function.reached ? 1 : 0;
    }
}

KernelsOfSource cppKernels(const CandidateEvidence &evidence)
{
    KernelsOfSource found;
    eachCppSource(evidence, [&](const CppFacts &facts, int lineBefore) {
        for (const CppName &kernel : facts.kernels) {
            found.defined.push_back({kernel.name, lineBefore + kernel.line});
            found.launched
                += std::ranges::any_of(facts.launches,
                                       [&](const CppName &launch) {
                                           return launch.name == kernel.name
                                               || launch.name.ends_with("::" + kernel.name);
                                       })
                ? 1
                : 0;
        }
    });
    return found;
}

bool calls(const PythonFacts &python, std::initializer_list<std::string_view> patterns)
{
    return std::ranges::any_of(
        python.calls, [&](const SourceFact &call) { return matchesAny(call.name, patterns); });
}

/// Returns whether the candidate compiles its own library and loads it.
bool loadsOwnLibrary(const PythonFacts &python)
{
    return calls(python, {"*[compiler]"})
        && calls(python,
                 {"ctypes.CDLL", "ctypes.cdll.LoadLibrary", "ctypes.PyDLL",
                  "torch.ops.load_library"});
}

bool bringsAny(const PythonFacts &python)
{
    return loadsOwnLibrary(python) || std::ranges::any_of(python.calls, [](const SourceFact &call) {
               return bringsKernels(call.name);
           });
}

} // namespace

KernelsOfSource kernelsOf(const CandidateEvidence &evidence)
{
    KernelsOfSource kernels = cppKernels(evidence);
    if (evidence.python)
        addPythonKernels(*evidence.python, kernels);
    return kernels;
}

std::vector<CppName> libraryCalls(const CandidateEvidence &evidence)
{
    std::vector<CppName> calls;
    if (evidence.python) {
        for (const SourceFact &call : evidence.python->calls) {
            if (call.reached && isLibraryOperator(call.name))
                calls.push_back({call.name, call.line});
        }
    }
    eachCppSource(evidence, [&](const CppFacts &facts, int lineBefore) {
        for (const CppName &one : facts.names) {
            if (isLibraryOperatorOfCpp(one.name))
                calls.push_back({one.name, lineBefore + one.line});
        }
    });
    return calls;
}

bool hasOwnKernels(const CandidateEvidence &evidence)
{
    // Without a GPU a kernel is an ordinary function.
    return evidence.native.has_value() || !kernelsOf(evidence).defined.empty()
        || (evidence.python && bringsAny(*evidence.python));
}

bool launchesOwnKernels(const CandidateEvidence &evidence)
{
    const KernelsOfSource kernels = kernelsOf(evidence);
    if (kernels.launched > 0 || !kernels.defined.empty())
        return kernels.launched > 0;
    return hasOwnKernels(evidence);
}

bool isCompiledByLibrary(const PythonFacts &python)
{
    return calls(python, {"torch.compile"})
        || std::ranges::any_of(python.functions, [](const SourceFunction &one) {
               return std::ranges::find(one.decorators, "torch.compile") != one.decorators.end();
           });
}

bool hidesKernels(const PythonFacts &python)
{
    const auto isPlain = [](const SourceFact &import) {
        return matchesAny(
            import.name,
            {"torch",     "torch.*",      "math",         "math.*",      "typing*",  "__future__*",
             "numpy",     "numpy.*",      "functools*",   "itertools*",  "os",       "os.*",
             "warnings*", "collections*", "dataclasses*", "contextlib*", "logging*", "time",
             "time.*",    "sys",          "sys.*",        "enum*",       "abc*",     "copy*",
             "operator*", "einops*",      "torchvision*", "jax",         "jax.*",    "triton",
             "triton.*",  "threading*",   "concurrent*",  "asyncio*",    "random*",  "re",
             "json*",     "queue*",       "gc",           "inspect*",    "types",    "string",
             "textwrap*", "pathlib*",     "tempfile*",    "traceback*",  "hashlib*"});
    };
    const auto isVisible = [&](const SourceFact &import) {
        const std::string module = import.name.substr(0, import.name.find('.'));
        return isPlain(import)
            || std::ranges::find(python.ownModules, module) != python.ownModules.end();
    };
    return !std::ranges::all_of(python.imports, isVisible)
        || calls(python,
                 {"exec", "eval", "compile", "builtins.exec", "builtins.eval", "__import__",
                  "importlib.*", "ctypes.*", "torch.ops.load_library", "torch.ops.load_library*"});
}

} // namespace loupe
