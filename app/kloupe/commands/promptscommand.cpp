// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/runoptions.h"
#include "core/base/json.h"
#include "core/generation/loop/askedtasks.h"
#include "core/generation/prompts/kernelbenchprompt.h"
#include "core/generation/prompts/kernelgenbenchprompt.h"
#include "core/generation/prompts/multikernelbenchprompt.h"
#include "core/generation/prompts/prompttext.h"
#include "core/report/tables/table.h"

#include <memory>
#include <string>

namespace loupe::cli {

namespace {

struct PromptsOptions {
    std::string name;
    RunRequest run;
    std::filesystem::path checkout;
    KernelBenchPrompt kernelBench;
    MultiKernelBenchPrompt multiKernelBench;
    bool isFix = false;
};

Json toJson(const PromptTemplate &prompt)
{
    return {{"name", prompt.name},
            {"platform", prompt.platform},
            {"purpose", prompt.purpose},
            {"variables", Json::parse(prompt.variables)}};
}

/// Lists the variables, without the fields of rows ("list.field").
std::string variablesText(const PromptTemplate &prompt)
{
    std::string text;
    for (const Json &each : Json::parse(prompt.variables)) {
        const std::string name = each.get<std::string>();
        if (name.find('.') == std::string::npos)
            text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

/// Prints the text unchanged, so that redirecting it gives the same file. The console adds the
/// final line break.
void printText(const std::string &text, const Console &console)
{
    console.text(text.ends_with('\n') ? text.substr(0, text.size() - 1) : text);
}

ExitCode listPrompts(const PromptsOptions & /*options*/, const Console &console)
{
    const auto prompts = orFail(shippedPrompts());
    Table table;
    table.caption = "Included prompts";
    table.columns = {{"prompt"}, {"uses"}};
    Json list = Json::array();
    for (const PromptTemplate &each : prompts) {
        table.rows.push_back({each.name, variablesText(each)});
        list.push_back(toJson(each));
    }
    console.text(toText(table));
    console.document({{"prompts", list}});
    return ExitCode::Ok;
}

ExitCode showPrompt(const PromptsOptions &options, const Console &console)
{
    const auto prompt = orFail(findPrompt(options.name));
    printText(prompt.body, console);
    Json document = toJson(prompt);
    document["body"] = prompt.body;
    console.document(document);
    return ExitCode::Ok;
}

ExitCode render(const PromptsOptions &options, const Console &console)
{
    const auto rendered = orFail(renderPrompt(options.run, options.name));
    printText(rendered.text, console);
    console.document({{"task", rendered.task},
                      {"prompt", rendered.prompt.name},
                      {"bytes", rendered.text.size()},
                      {"text", rendered.text}});
    return ExitCode::Ok;
}

ExitCode printKernelBench(const PromptsOptions &options, const Console &console)
{
    const auto prompt = orFail(kernelBenchTemplate(options.checkout, options.kernelBench));
    printText(prompt, console);
    console.document({{"backend", options.kernelBench.backend},
                      {"option", options.kernelBench.option},
                      {"precision", options.kernelBench.precision},
                      {"body", prompt}});
    return ExitCode::Ok;
}

ExitCode printMultiKernelBench(const PromptsOptions &options, const Console &console)
{
    const auto prompt
        = orFail(multiKernelBenchTemplate(options.checkout, options.multiKernelBench));
    printText(prompt, console);
    console.document({{"backend", options.multiKernelBench.backend},
                      {"option", options.multiKernelBench.option},
                      {"body", prompt}});
    return ExitCode::Ok;
}

ExitCode printKernelGenBench(const PromptsOptions &options, const Console &console)
{
    const auto prompts = orFail(kernelGenBenchTemplates(options.checkout));
    const std::string &prompt = options.isFix ? prompts.fix : prompts.start;
    printText(prompt, console);
    console.document({{"purpose", options.isFix ? "fix" : "start"}, {"body", prompt}});
    return ExitCode::Ok;
}

template <typename Add>
void addPublished(Add add, PromptsOptions &options)
{
    const auto addSuite = [&](const char *name, const char *text, auto action, const char *folder) {
        CLI::App *command = add(name, text, action);
        command->add_option("CHECKOUT", options.checkout, folder)->required();
        return command;
    };
    CLI::App *kernelBench = addSuite(
        "kernelbench",
        "Print KernelBench's own prompt, from the texts of a checkout, as a prompt for a profile",
        printKernelBench, "Folder of KernelBench");
    KernelBenchPrompt &first = options.kernelBench;
    kernelBench->add_option("--backend", first.backend, "Its name of the kernel language")
        ->capture_default_str();
    kernelBench->add_option("--option", first.option, "Its examples: zero_shot, one_shot, few_shot")
        ->capture_default_str();
    kernelBench->add_option("--precision", first.precision, "fp32, fp16 or bf16")
        ->capture_default_str();
    CLI::App *multiKernelBench = addSuite(
        "multikernelbench",
        "Print MultiKernelBench's own prompt, from the texts of a checkout, as a prompt for a "
        "profile",
        printMultiKernelBench, "Folder of MultiKernelBench");
    MultiKernelBenchPrompt &second = options.multiKernelBench;
    multiKernelBench->add_option("--backend", second.backend, "Its name of the kernel language")
        ->capture_default_str();
    multiKernelBench
        ->add_option("--option", second.option,
                     "Its example: add_shot, or selected_shot, one of the task's category")
        ->capture_default_str();
    addSuite("kernelgenbench",
             "Print KernelGenBench's own prompt for operators of PyTorch, from the texts of a "
             "checkout, as a prompt for a profile",
             printKernelGenBench, "Folder of KernelGenBench")
        ->add_flag("--fix", options.isFix, "The prompt for a failed program");
}

} // namespace

void addPromptsCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<PromptsOptions>();
    CLI::App *prompts = app.add_subcommand("prompts", "Show and render prompts");
    prompts->require_subcommand(1);
    const auto add = [&](const char *name, const char *text, auto action) {
        CLI::App *command = prompts->add_subcommand(name, text);
        setAction(*command, chosen, options, action);
        return command;
    };
    add("list", "List the included prompts and the values they use", listPrompts);
    add("show", "Print a prompt as it is written", showPrompt)
        ->add_option("NAME", options->name, "An included prompt, or a file PLATFORM.PURPOSE.txt")
        ->required();
    CLI::App *rendered = add("render", "Print the prompt for a task", render);
    rendered
        ->add_option("TASK", options->run.taskFilter,
                     "The task: its name, or a filter that matches only it")
        ->required();
    rendered->add_option(
        "--prompt", options->name,
        "An included prompt, or a file PLATFORM.PURPOSE.txt (default: the platform's first one)");
    addSuiteOption(*rendered, options->run.suite);
    addPlatformOption(*rendered, options->run.python.platform);
    addPublished(add, *options);
}

} // namespace loupe::cli
