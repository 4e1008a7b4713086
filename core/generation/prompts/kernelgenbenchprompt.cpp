// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/kernelgenbenchprompt.h"

#include "core/base/result.h"
#include "core/generation/prompts/promptbuilder.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/text/pythontext.h"

#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *builderFile = "src/generator/torch_prompt_builder.py";
constexpr const char *adapterFile = "src/kernelgenbench/framework/torch_adapter.py";

Result<std::string> read(const fs::path &checkout, const char *file)
{
    const auto text = readSuiteFile(checkout, checkout / file);
    if (text)
        return withUnixLines(*text);
    return Error{Errc::NotFound, "there are no prompts of KernelGenBench",
                 (checkout / file).string(), "name a checkout of KernelGenBench"};
}

/// Returns the values of the function that describes the code to replace.
BuilderWords referenceWords()
{
    BuilderWords out;
    out.variable = "torch_kernel_code";
    out.values = {{"op_name", "{{task}}"},
                  {"kernel_name", "{{operator}}"},
                  {"torch_op_func_name", "torch.ops.aten.{{operator}}"}};
    out.ignored = {"kernel_name = ", "namespace = ", "torch_op_func_name = ", "return "};
    return out;
}

BuilderWords builderWords(std::string reference)
{
    BuilderWords out;
    out.variable = "prompt";
    out.values = {{"info.torch_kernel_code", std::move(reference)},
                  {"info.op_name.split('::')[-1]", "{{operator}}"},
                  {"op", "('{{name}}', <Autograd.{{autograd}}: {{is_autograd}}>)"},
                  {"py_op_name", "{{function}}"},
                  {"overload", "{{overload}}"},
                  {"args", "{{signature}}"},
                  {"op_name", "{{task}}"},
                  {"check_result.code", "{{program}}"},
                  {"check_result.traceback", "{{error}}"},
                  {"info.input_args", "{{signature_table}}"},
                  {"info.output_args", "None"},
                  {"self._get_device_constraints()", {}}};
    out.conditions
        = {{"not isinstance(gen_args, TritonKernelGenerateArgs)", neverSo},
           {"info.impl_info is not None and len(info.impl_info) > 1", "several_interfaces"},
           {"info.input_args", "signatures"},
           {"overload", "overload"},
           {"info.user_advice", neverSo},
           {"check_result.params", neverSo}};
    out.loops = {{"op in info.impl_info", "interfaces"},
                 {"op, _ in info.impl_info", "interfaces"},
                 {"overload, args in info.input_args.items()", "signatures"}};
    out.ignored = {"info: ",    "check_result: ", "assert check_result is not None",
                   "op_name =", "py_op_name = ",  "return prompt"};
    return out;
}

} // namespace

Result<KernelGenBenchTemplates> kernelGenBenchTemplates(const fs::path &checkout)
{
    const auto adapter = read(checkout, adapterFile);
    const auto builder = adapter ? read(checkout, builderFile) : adapter;
    if (!builder)
        return builder.error();
    auto reference = builtTemplate(*adapter, "TorchAdapter", "get_reference_code", referenceWords(),
                                   adapterFile);
    if (!reference)
        return reference.error();
    const BuilderWords words = builderWords(std::move(*reference));
    KernelGenBenchTemplates out;
    for (const auto &[function, text] :
         {std::pair("build_new", &out.start), std::pair("build_fix", &out.fix)}) {
        auto built = builtTemplate(*builder, "TorchPromptBuilder", function, words, builderFile);
        if (!built)
            return built.error();
        *text = std::move(*built);
    }
    return out;
}

} // namespace loupe
