// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/commandlisting.h"

#include "app/kloupe/output/helpformatter.h"

#include <algorithm>
#include <sstream>

namespace loupe::cli {

namespace {

std::string oneLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string fullName(const CLI::App &command)
{
    const CLI::App *parent = command.get_parent();
    return (parent == nullptr ? "" : fullName(*parent) + " ") + command.get_name();
}

/// Returns the words of "one of a, b", or those that the help explains as "a: …" line by line.
std::vector<std::string> choicesOf(const CLI::Option &option)
{
    std::vector<std::string> words;
    const std::string type = option.get_type_name();
    const std::string mark = ":one of ";
    if (const std::size_t list = type.find(mark); list != std::string::npos) {
        std::istringstream rest(type.substr(list + mark.size()));
        for (std::string word; rest >> word;)
            words.push_back(word.substr(0, word.find(',')));
        return words;
    }
    std::istringstream lines(option.get_description());
    std::string line;
    std::getline(lines, line);
    if (!line.ends_with("one of"))
        return words;
    while (std::getline(lines, line))
        words.push_back(line.substr(0, line.find(':')));
    return words;
}

ListedOption listed(const CLI::Option &option, bool isArgument)
{
    const HelpFormatter formatter;
    ListedOption out;
    if (isArgument) {
        out.names = {positionalName(option)};
        out.shown = positionalName(option);
    } else {
        for (const std::string &name : option.get_snames())
            out.names.push_back("-" + name);
        for (const std::string &name : option.get_lnames())
            out.names.push_back("--" + name);
        out.shown
            = formatter.make_option_name(&option, false) + formatter.make_option_opts(&option);
    }
    out.text = !isArgument && option.get_positional()
        ? "Same as " + positionalName(option)
        : oneLine(formatter.make_option_desc(&option));
    out.takesValue = takesValue(option);
    out.choices = choicesOf(option);
    return out;
}

/// Returns the options of the commands above this one, which it accepts as well.
std::vector<ListedOption> inheritedBy(const CLI::App &command)
{
    std::vector<ListedOption> out;
    for (const CLI::App *app = command.get_parent(); app != nullptr; app = app->get_parent()) {
        for (const CLI::Option *option : app->get_options()) {
            if (option != app->get_help_ptr() && option != app->get_version_ptr())
                out.push_back(listed(*option, false));
        }
    }
    return out;
}

void list(const CLI::App &command, std::vector<ListedCommand> &out)
{
    ListedCommand each;
    each.path = fullName(command);
    each.usage = usageLine(command);
    each.text = oneLine(command.get_description());
    for (const CLI::Option *option : command.get_options()) {
        if (option->get_positional())
            each.arguments.push_back(listed(*option, true));
        if (option->nonpositional())
            each.options.push_back(listed(*option, false));
    }
    each.inherited = inheritedBy(command);
    const auto below
        = command.get_subcommands([](const CLI::App *app) { return !app->get_group().empty(); });
    for (const CLI::App *app : below)
        each.commands.push_back(app->get_name());
    out.push_back(std::move(each));
    for (const CLI::App *app : below)
        list(*app, out);
}

} // namespace

std::vector<ListedOption> ListedCommand::allOptions() const
{
    std::vector<ListedOption> all = options;
    all.insert(all.end(), inherited.begin(), inherited.end());
    return all;
}

std::vector<ListedCommand> listedCommands(const CLI::App &app)
{
    std::vector<ListedCommand> out;
    list(app, out);
    return out;
}

} // namespace loupe::cli
