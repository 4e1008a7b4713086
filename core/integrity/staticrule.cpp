// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/staticrule.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace loupe {

namespace {

bool matchesName(std::string_view name, std::string_view pattern)
{
    if (pattern.ends_with('*'))
        return name.starts_with(pattern.substr(0, pattern.size() - 1));
    if (pattern.starts_with('*'))
        return name.ends_with(pattern.substr(1));
    return name == pattern;
}

} // namespace

bool matchesAny(std::string_view name, std::initializer_list<std::string_view> patterns)
{
    return matchesAny(name, std::span(patterns.begin(), patterns.size()));
}

bool matchesAny(std::string_view name, std::span<const std::string_view> patterns)
{
    return std::ranges::any_of(patterns,
                               [&](std::string_view one) { return matchesName(name, one); });
}

void eachCppSource(const CandidateEvidence &evidence,
                   const std::function<void(const CppFacts &, int lineBefore)> &visit)
{
    if (evidence.native)
        visit(*evidence.native, 0);
    if (!evidence.python)
        return;
    for (const EmbeddedSource &one : evidence.python->embedded)
        visit(one.facts, one.line - 1);
}

void append(std::vector<Finding> &findings, std::vector<Finding> more)
{
    findings.insert(findings.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
}

std::vector<Finding> namesOf(const RuleWords &rule, const std::vector<SourceFact> &facts,
                             const std::vector<std::string_view> &patterns, std::string_view verb)
{
    std::vector<Finding> findings;
    for (const SourceFact &fact : facts) {
        if (fact.reached && matchesAny(fact.name, patterns))
            findings.push_back(finding(rule, std::string(verb) + " " + fact.name, fact.line));
    }
    return findings;
}

namespace {

/// Functions and classes of torch that make or describe tensors without computing on others.
constexpr std::string_view torchHelpers[] = {
    // new tensors, and what describes them
    "torch.empty*", "torch.zeros*", "torch.ones*", "torch.full*", "torch.tensor", "torch.as_tensor",
    "torch.from_numpy", "torch.device", "torch.Size", "torch.dtype", "torch.is_*", "torch.get_*",
    "torch.set_*",
    // generators, switches, modules and their parts
    "torch.manual_seed", "torch.Generator", "torch.no_grad", "torch.compile", "torch.cuda.*",
    "torch.backends.*", "torch.utils.*", "torch.autograd.*", "torch.library.*",
    "torch.ops.load_library", "torch.jit.*", "torch.nn.Module", "torch.nn.Parameter",
    "torch.nn.ParameterList", "torch.nn.ModuleList", "torch.nn.init.*", "torch.iinfo",
    "torch.finfo", "torch.version.*", "torch.broadcast_shapes", "torch.promote_types",
    "torch.inference_mode", "torch.accelerator.*", "torch.rand*", "torch.arange", "torch.Tensor"};

/// Methods of tensors, and a function, that compute.
constexpr std::string_view libraryMethods[] = {
    // products
    "operator.matmul", ".matmul", ".mm", ".bmm", ".addmm",
    // functions of elements, rows and whole tensors
    ".softmax", ".log_softmax", ".relu", ".sigmoid", ".tanh", ".sum", ".mean", ".max", ".min",
    ".var", ".std", ".prod", ".cumsum", ".cumprod", ".argmax", ".argmin", ".norm", ".exp", ".log",
    ".sqrt", ".clamp", ".conv2d", ".einsum", ".sort", ".topk", ".logsumexp", ".gelu", ".pow"};

/// Names of torch's C++ interface that compute on no tensor.
constexpr std::string_view helpersOfCpp[] = {
    // new tensors, their types and devices
    "at::Tensor*", "torch::Tensor*", "*::empty", "*::empty_like", "*::zeros", "*::zeros_like",
    "*::ones", "*::ones_like", "*::full", "*::full_like", "at::cuda::*", "torch::cuda::*", "at::k*",
    "torch::k*", "torch::dtype", "torch::device", "at::device", "at::dtype", "at::Scalar*",
    "torch::Scalar*", "at::IntArrayRef", "torch::IntArrayRef",
    // checks, helpers of kernels, modules of torch
    "*::CheckedFrom", "*::Half", "*::BFloat16", "torch::Device*", "at::Device*", "at::opmath_type*",
    "torch::nn*", "torch::autograd*", "at::native*", "torch::headeronly*", "*::optional",
    "at::ceil_div", "*::AutoDispatch*", "*::acc_type", "*::Layout", "torch::Library*", "*::check*",
    "*::GradMode", "*::NoGradGuard", "*::arange", "*::tensor", "*::from_blob", "*::Generator",
    "*::PackedTensorAccessor*", "*::RestrictPtrTraits", "*::parallel_for", "*::get_num_threads"};

} // namespace

bool isLibraryOperator(std::string_view name)
{
    // A module's class is only constructed; it computes when it is called: "torch.nn.Linear()".
    if (name.starts_with("torch.nn.") && !name.starts_with("torch.nn.functional."))
        return name.ends_with("()");
    // A custom operator has a different namespace.
    if (name.starts_with("torch.ops."))
        return matchesAny(name, {"torch.ops.aten.*", "torch.ops.prims.*", "torch.ops.quantized.*"});
    if (name.starts_with("torch.") || name.starts_with("jax.numpy.") || name.starts_with("jax.nn.")
        || name.starts_with("jax.lax."))
        return !matchesAny(name, torchHelpers);
    return matchesAny(name, libraryMethods);
}

bool isLibraryOperatorOfCpp(std::string_view name)
{
    if (matchesAny(name, {"cublas*", "cudnn*", "cusparse*", "cufft*", "cusolver*", "cutlass::*"}))
        return !matchesAny(name, {"*Create", "*Destroy", "*SetStream", "*_t", "*Handle*"});
    if (!name.starts_with("at::") && !name.starts_with("torch::"))
        return false;
    return !matchesAny(name, helpersOfCpp);
}

} // namespace loupe
