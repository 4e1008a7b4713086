// SPDX-License-Identifier: Apache-2.0
// Commands for packages, not for people: what a shell and man need. They are hidden from --help.
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/commandlisting.h"
#include "app/kloupe/output/helpformatter.h"
#include "core/base/manualpage.h"
#include "core/base/shellword.h"

#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

constexpr const char *generatedBy = "# Written by `kloupe completion`.\n";

using Words = std::vector<std::string>;
/// Writes one word and what the help says about it.
using Entry = std::function<std::string(const std::string &word, const std::string &text)>;

/// Returns the names of the options, or of those alone that take a value.
Words namesOf(const std::vector<ListedOption> &options, bool onlyWithValue = false)
{
    Words names;
    for (const ListedOption &option : options) {
        if (option.takesValue || !onlyWithValue)
            names.insert(names.end(), option.names.begin(), option.names.end());
    }
    return names;
}

/// Returns the allowed values of all arguments of the command.
Words argumentChoices(const ListedCommand &command)
{
    Words words;
    for (const ListedOption &argument : command.arguments)
        words.insert(words.end(), argument.choices.begin(), argument.choices.end());
    return words;
}

/// Returns the command at `path`.
const ListedCommand &at(const std::vector<ListedCommand> &commands, const std::string &path)
{
    for (const ListedCommand &each : commands) {
        if (each.path == path)
            return each;
    }
    return commands.front();
}

std::string optionEntries(const std::vector<ListedOption> &options, const Entry &entry)
{
    std::string out;
    for (const ListedOption &option : options) {
        for (const std::string &name : option.names)
            out += entry(name, option.text);
    }
    return out;
}

std::string commandEntries(const std::vector<ListedCommand> &commands, const ListedCommand &command,
                           const Entry &entry)
{
    std::string out;
    for (const std::string &name : command.commands)
        out += entry(name, at(commands, command.path + " " + name).text);
    return out;
}

/// Returns the paths of all commands as a pattern of `case`.
std::string pathPattern(const std::vector<ListedCommand> &commands)
{
    Words paths;
    for (const ListedCommand &command : commands)
        paths.push_back(shellQuoted(command.path));
    return fmt::format("{}", fmt::join(paths, " | "));
}

/// Returns a case for each option with a list of values, matched by "COMMAND OPTION".
/// `action` has {} where the values go.
std::string valueCases(const std::vector<ListedCommand> &commands, const std::string &action)
{
    std::string out;
    for (const ListedCommand &command : commands) {
        for (const ListedOption &option : command.allOptions()) {
            if (option.choices.empty())
                continue;
            Words paths;
            for (const std::string &name : option.names)
                paths.push_back(shellQuoted(command.path + " " + name));
            out += fmt::format("    ({})\n        ", fmt::join(paths, " | "))
                + fmt::format(fmt::runtime(action), fmt::join(option.choices, " ")) + " ;;\n";
        }
    }
    return out;
}

/// Returns the word for fish, in single quotes.
std::string fishQuoted(const std::string &word)
{
    std::string out = "'";
    for (const char c : word) {
        if (c == '\'' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "'";
}

/// Returns the word and its explanation as _describe of zsh takes them.
std::string zshEntry(const std::string &word, const std::string &text)
{
    std::string name;
    for (const char c : word)
        name += c == ':' ? "\\:" : std::string(1, c);
    return "      " + shellQuoted(name + ":" + text) + "\n";
}

std::string fishOption(const ListedCommand &command, const ListedOption &option)
{
    std::string line
        = "complete -c kloupe -n " + fishQuoted("__kloupe_at " + fishQuoted(command.path));
    for (const std::string &name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.choices.empty())
        line += fmt::format(" -x -a {}",
                            fishQuoted(fmt::format("{}", fmt::join(option.choices, " "))));
    else if (option.takesValue)
        line += " -r";
    return line + " -d " + fishQuoted(option.text) + "\n";
}

/// Each returns a script for that shell. It completes commands, options and their values; what has
/// no list of values is completed with the names of files.
std::string bashCompletion(const std::vector<ListedCommand> &commands)
{
    std::string out = generatedBy;
    out += R"(_kloupe()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    # "--option=value" arrives as three words.
    if [[ $current == "=" ]]; then
        current=
    elif [[ $previous == "=" ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    local command=kloupe words= options= valued= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$command ${COMP_WORDS[i]}" in
)";
    out += "        " + pathPattern(commands) + ") command=\"$command ${COMP_WORDS[i]}\" ;;\n";
    out += R"(        *) [[ ${COMP_WORDS[i]} == -* ]] || break ;;
        esac
    done
    COMPREPLY=()
    case "$command $previous" in
)";
    out += valueCases(commands, "COMPREPLY=($(compgen -W '{}' -- \"$current\")); return");
    out += R"(    esac
    case $command in
)";
    for (const ListedCommand &command : commands) {
        const auto options = command.allOptions();
        Words words = command.commands;
        const Words choices = argumentChoices(command);
        words.insert(words.end(), choices.begin(), choices.end());
        out += fmt::format(
            "    {})\n        words='{}'\n        options='{}'\n        valued='{}' ;;\n",
            shellQuoted(command.path), fmt::join(words, " "), fmt::join(namesOf(options), " "),
            fmt::join(namesOf(options, true), " "));
    }
    out += R"(    esac
    [[ " $valued " != *" $previous "* ]] || return # a file
    [[ $current != -* ]] || words=$options
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _kloupe kloupe
)";
    return out;
}

std::string zshCompletion(const std::vector<ListedCommand> &commands)
{
    std::string out = std::string("#compdef kloupe\n") + generatedBy;
    out += R"(_kloupe() {
  local command=kloupe i previous=${words[CURRENT-1]}
  for (( i = 2; i < CURRENT; i++ )); do
    case "$command ${words[i]}" in
)";
    out += "    (" + pathPattern(commands) + ") command=\"$command ${words[i]}\" ;;\n";
    out += R"(    (*) [[ ${words[i]} == -* ]] || break ;;
    esac
  done
  local -a subcommands flags valued choices
  case "$command $previous" in
)";
    out += valueCases(commands, "choices=({}); _describe value choices; return");
    out += R"(  esac
  case $command in
)";
    for (const ListedCommand &command : commands) {
        const auto options = command.allOptions();
        out += fmt::format("    ({})\n    subcommands=(\n{}    )\n    flags=(\n{}    )\n"
                           "    choices=({})\n    valued=({}) ;;\n",
                           shellQuoted(command.path), commandEntries(commands, command, zshEntry),
                           optionEntries(options, zshEntry),
                           fmt::join(argumentChoices(command), " "),
                           fmt::join(namesOf(options, true), " "));
    }
    out += R"(  esac
  if (( ${valued[(Ie)$previous]} )); then
    _files
  elif [[ ${words[CURRENT]} == -* ]]; then
    _describe -o option flags
  elif (( $#subcommands )); then
    _describe command subcommands
  else
    (( $#choices )) && _describe value choices
    _files
  fi
}
_kloupe "$@"
)";
    return out;
}

std::string fishCompletion(const std::vector<ListedCommand> &commands)
{
    std::string out = generatedBy;
    Words paths;
    for (const ListedCommand &command : commands)
        paths.push_back(fishQuoted(command.path));
    out += fmt::format("set -g __kloupe_commands {}\n", fmt::join(paths, " "));
    out += R"(function __kloupe_at
    set -l command kloupe
    for word in (commandline -opc)[2..-1]
        if contains -- "$command $word" $__kloupe_commands
            set command "$command $word"
        else if not string match -q -- '-*' $word
            break
        end
    end
    test "$command" = $argv[1]
end
)";
    for (const ListedCommand &command : commands) {
        const std::string here
            = "complete -c kloupe -n " + fishQuoted("__kloupe_at " + fishQuoted(command.path));
        out += commandEntries(
            commands, command, [&](const std::string &name, const std::string &text) {
                return fmt::format("{} -f -a {} -d {}\n", here, name, fishQuoted(text));
            });
        if (const Words choices = argumentChoices(command); !choices.empty())
            out += here + " -a " + fishQuoted(fmt::format("{}", fmt::join(choices, " "))) + "\n";
        for (const ListedOption &option : command.allOptions())
            out += fishOption(command, option);
    }
    return out;
}

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
