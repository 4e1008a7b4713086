// SPDX-License-Identifier: Apache-2.0
// Commands for packages, not for people: what a shell and man need. They are hidden from --help.
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/completion.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/commandlisting.h"
#include "app/kloupe/output/helpformatter.h"
#include "core/base/manualpage.h"

#include <memory>
#include <string>

namespace loupe::cli {

namespace {

std::string withoutLastBreak(std::string text)
{
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

void addItems(ManualPage &page, const std::vector<ListedOption> &options)
{
    for (const ListedOption &option : options)
        page.item(option.shown, option.text);
}

std::string manualPage(const CLI::App &app)
{
    const auto commands = listedCommands(app);
    const ListedCommand &program = commands.front();
    ManualPage page(program.path, LOUPE_VERSION,
                    "evaluate LLM-generated kernels and study the results");
    page.section("Synopsis");
    page.paragraph(program.usage);
    page.section("Options");
    addItems(page, program.options);
    page.section("Commands");
    for (const ListedCommand &command : commands) {
        if (&command == &program)
            continue;
        page.subsection(command.usage);
        page.paragraph(command.text);
        addItems(page, command.arguments);
        addItems(page, command.options);
    }
    page.section("Stores and exit codes");
    page.paragraph(withoutLastBreak(HelpFormatter().make_footer(&app)));
    page.section("See also");
    page.paragraph("kernelloupe(1)");
    return page.text();
}

std::string completionFor(const std::string &shell, const CLI::App &app)
{
    const auto commands = listedCommands(app);
    if (shell == "bash")
        return bashCompletion(commands);
    return shell == "zsh" ? zshCompletion(commands) : fishCompletion(commands);
}

ExitCode printScript(const std::string &text, const Console &console)
{
    console.text(withoutLastBreak(text));
    console.document({{"text", text}});
    return ExitCode::Ok;
}

} // namespace

void addCompletionCommand(CLI::App &app, Action &chosen)
{
    auto shell = std::make_shared<std::string>();
    CLI::App *command = app.add_subcommand("completion", "Print the completion script of a shell");
    command->group("");
    command->add_option("shell", *shell, "The shell")
        ->required()
        ->transform(oneOf({"bash", "zsh", "fish"}));
    command->callback([=, &app, &chosen] {
        chosen = [=, &app](const Console &console) {
            return printScript(completionFor(*shell, app), console);
        };
    });
}

void addManualCommand(CLI::App &app, Action &chosen)
{
    CLI::App *command = app.add_subcommand("manual", "Print the manual page, for man");
    command->group("");
    command->callback([&app, &chosen] {
        chosen = [&app](const Console &console) { return printScript(manualPage(app), console); };
    });
}

} // namespace loupe::cli
