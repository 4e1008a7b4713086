// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/libraryrules.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loupe {
namespace {

bool isKernelDecorator(std::string_view name)
{
    return matchesAny(name,
                      {"triton.jit", "triton.*.jit", "numba.cuda.jit", "cutlass.cute.kernel",
                       "tilelang.jit", "tilelang.prim_func", "*.prim_func", "cuda.tile.kernel"});
}

/// Calls by which a Python source gets kernels of its own from elsewhere than a decorator.
bool bringsKernels(std::string_view name)
{
    return matchesAny(name,
                      {"torch.utils.cpp_extension.*", "jax.experimental.pallas.pallas_call",
                       "cupy.RawKernel", "cupy.RawModule", "cupy.ElementwiseKernel",
                       "pycuda.compiler.SourceModule", "*.pallas_call",
                       "torch.cuda._compile_kernel"});
}

struct KernelsOfSource {
    std::vector<CppName> defined;
    int launched = 0; ///< of the defined
};

KernelsOfSource pythonKernels(const PythonFacts &facts)
{
    KernelsOfSource found;
    for (const SourceFunction &function : facts.functions) {
        if (!std::ranges::any_of(function.decorators, isKernelDecorator))
            continue;
        // A device function is reached through the kernel that calls it.
        found.defined.push_back({function.name, function.line});
        found.launched += function.reached ? 1 : 0;
    }
    return found;
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

bool calls(const PythonFacts &python, std::initializer_list<std::string_view> patterns)
{
    return std::ranges::any_of(
        python.calls, [&](const SourceFact &call) { return matchesAny(call.name, patterns); });
}

/// Whether torch.compile or its like makes kernels out of the operators.
bool isCompiled(const CandidateEvidence &evidence)
{
    return evidence.policy != LibraryPolicy::Pure && evidence.python
        && (calls(*evidence.python, {"torch.compile"})
            || std::ranges::any_of(evidence.python->functions, [](const SourceFunction &one) {
                   return std::ranges::find(one.decorators, "torch.compile")
                       != one.decorators.end();
               }));
}

/// A library of the candidate's own, that it compiles and loads itself.
bool loadsOwnLibrary(const PythonFacts &python)
{
    return calls(python, {"*[compiler]"})
        && calls(python,
                 {"ctypes.CDLL", "ctypes.cdll.LoadLibrary", "ctypes.PyDLL",
                  "torch.ops.load_library"});
}

bool hasOwnKernels(const CandidateEvidence &evidence)
{
    if (evidence.python) {
        if (!pythonKernels(*evidence.python).defined.empty() || loadsOwnLibrary(*evidence.python))
            return true;
        if (std::ranges::any_of(evidence.python->calls,
                                [](const SourceFact &call) { return bringsKernels(call.name); }))
            return true;
    }
    // Without a GPU a kernel is an ordinary function.
    return evidence.native.has_value() || !cppKernels(evidence).defined.empty();
}

std::string firstNames(const std::vector<CppName> &names)
{
    constexpr std::size_t kMostNames = 4;
    std::set<std::string> seen;
    std::string text;
    for (const CppName &one : names) {
        if (!seen.insert(one.name).second)
            continue;
        if (seen.size() > kMostNames)
            return text + ", …";
        text += text.empty() ? "" : ", ";
        text += one.name;
    }
    return text;
}

} // namespace

std::vector<Finding> LibraryOnlyRule::look(const CandidateEvidence &evidence) const
{
    if (hasOwnKernels(evidence))
        return {};
    const std::vector<CppName> calls = libraryCalls(evidence);
    if (calls.empty())
        return {};
    // What a compiler makes of operators is measured: own_share and same_kernels look at it.
    const bool allowed = evidence.policy == LibraryPolicy::Any || isCompiled(evidence);
    return {finding(allowed ? FindingSeverity::Note : severity(),
                    "no kernel of its own; it calls " + firstNames(calls), calls.front().line)};
}

std::vector<Finding> LibraryUseRule::look(const CandidateEvidence &evidence) const
{
    const std::vector<CppName> calls = libraryCalls(evidence);
    if (calls.empty() || !hasOwnKernels(evidence))
        return {};
    const bool breach = evidence.policy == LibraryPolicy::Pure;
    return {finding(breach ? severity() : FindingSeverity::Note,
                    "beside its kernels it calls " + firstNames(calls), calls.front().line)};
}

std::vector<Finding> DeadKernelRule::look(const CandidateEvidence &evidence) const
{
    KernelsOfSource kernels = cppKernels(evidence);
    if (evidence.python) {
        const KernelsOfSource more = pythonKernels(*evidence.python);
        kernels.defined.insert(kernels.defined.end(), more.defined.begin(), more.defined.end());
        kernels.launched += more.launched;
    }
    if (kernels.defined.empty() || kernels.launched > 0 || libraryCalls(evidence).empty())
        return {};
    return {
        finding("never launched: " + firstNames(kernels.defined), kernels.defined.front().line)};
}

std::vector<Finding> FallbackRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFallback &one : evidence.python->fallbacks) {
        const auto library = std::ranges::find_if(one.fallsBackTo, isLibraryOperator);
        const bool tries = std::ranges::any_of(
            one.tries, [](const std::string &call) { return !isLibraryOperator(call); });
        if (one.reached && tries && library != one.fallsBackTo.end())
            findings.push_back(
                finding("where its own code raises, it calls " + *library, one.line));
    }
    return findings;
}

std::vector<Finding> ReferenceAliasRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFact &alias : evidence.python->aliases) {
        if (alias.name.starts_with(evidence.entry + " = ")
            && matchesAny(alias.name, {"* = Model", "*.Model"}))
            findings.push_back(finding(alias.name, alias.line));
    }
    for (const SourceClass &one : evidence.python->classes) {
        if (one.name == evidence.entry && std::ranges::find(one.bases, "Model") != one.bases.end())
            findings.push_back(finding(one.name + " is derived from Model", one.line));
    }
    return findings;
}

std::vector<Finding> ReducedPrecisionRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (evidence.python) {
        findings = namesOf(evidence.python->calls,
                           {".half", ".bfloat16", "torch.autocast", "torch.cuda.amp.autocast",
                            "torch.amp.autocast"},
                           "calls");
    }
    append(findings,
           cppNames(evidence,
                    {"__half*", "half", "half2", "__nv_bfloat16*", "nv_bfloat16*", "__nv_fp8*",
                     "nvcuda::wmma*", "wmma::*"},
                    "uses"));
    if (findings.size() > 1)
        findings.resize(1);
    return findings;
}

} // namespace loupe
