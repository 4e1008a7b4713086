// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/publishedprompt.h"

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/generation/prompts/kernelbenchprompt.h"
#include "core/generation/prompts/kernelgenbenchprompt.h"
#include "core/generation/prompts/multikernelbenchprompt.h"
#include "core/generation/prompts/prompttext.h"
#include "core/generation/templates/templatetext.h"

#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// KernelBench-X has no script for this prompt. It is our text around its metadata.
constexpr const char *kernelBenchXPrompt = "kernelbench-x.start";

Result<PromptTemplate> templateOf(std::string body, SuiteLayout layout, const std::string &backend,
                                  const char *purpose)
{
    PromptTemplate out;
    out.platform = std::string(name(layout)) + "-" + backend;
    out.name = out.platform + "." + purpose;
    out.purpose = purpose;
    const auto parsed = TemplateText::parse(body, out.name);
    if (!parsed)
        return parsed.error();
    out.variables = Json(parsed->variables()).dump();
    out.body = std::move(body);
    return out;
}

Result<PublishedPrompts> withStart(Result<std::string> body, SuiteLayout layout,
                                   const std::string &backend)
{
    if (!body)
        return body.error();
    auto start = templateOf(std::move(*body), layout, backend, "start");
    if (!start)
        return start.error();
    return PublishedPrompts{std::move(*start), std::nullopt, false};
}

Result<PublishedPrompts> reflecting(const fs::path &checkout)
{
    auto texts = kernelGenBenchTemplates(checkout);
    if (!texts)
        return texts.error();
    constexpr SuiteLayout layout = SuiteLayout::KernelGenBench;
    auto out = withStart(std::move(texts->start), layout, "triton");
    if (!out)
        return out;
    auto fix = templateOf(std::move(texts->fix), layout, "triton", "fix");
    if (!fix)
        return fix.error();
    out->fix = std::move(*fix);
    out->isAlone = true;
    return out;
}

Error onlyFor(SuiteLayout layout, const char *platform)
{
    return Error{Errc::Unsupported, std::string(title(layout)) + " asks for kernels in Triton",
                 "backend", std::string("give --platform ") + platform};
}

} // namespace

Result<PublishedPrompts> publishedPrompts(SuiteLayout layout, const fs::path &checkout,
                                          const std::string &platform,
                                          const PublishedChoice &choice)
{
    const std::string own = platform == "torch-cuda" ? "cuda" : platform;
    const std::string backend = choice.backend.empty() ? own : choice.backend;
    switch (layout) {
    case SuiteLayout::KernelBench: {
        KernelBenchPrompt wanted;
        wanted.backend = backend;
        wanted.option = choice.option.empty() ? wanted.option : choice.option;
        wanted.precision = choice.precision.empty() ? wanted.precision : choice.precision;
        return withStart(kernelBenchTemplate(checkout, wanted), layout, backend);
    }
    case SuiteLayout::MultiKernelBench: {
        MultiKernelBenchPrompt wanted;
        wanted.backend = backend;
        wanted.option = choice.option.empty() ? wanted.option : choice.option;
        return withStart(multiKernelBenchTemplate(checkout, wanted), layout, backend);
    }
    case SuiteLayout::KernelGenBench:
        return backend == "triton" ? reflecting(checkout)
                                   : Result<PublishedPrompts>(onlyFor(layout, "triton"));
    case SuiteLayout::KernelBenchX: {
        if (backend != "triton")
            return onlyFor(layout, "triton");
        auto prompt = findPrompt(kernelBenchXPrompt);
        return prompt ? Result<PublishedPrompts>({std::move(*prompt), std::nullopt, false})
                      : Result<PublishedPrompts>(prompt.error());
    }
    case SuiteLayout::Native:
    case SuiteLayout::TritonBenchT:
    case SuiteLayout::TritonBenchG:
        break;
    }
    return Error{Errc::Unsupported,
                 std::string(title(layout)) + " publishes no prompts that are known here",
                 "prompt.published", "remove it to use the platform's own prompt"};
}

} // namespace loupe
