// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/usageerror.h"

#include "app/kloupe/output/helpformatter.h"
#include "core/base/nearest.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace loupe::cli {

namespace {

const std::string ownName = "kloupe "; // NOLINT(cert-err58-cpp)

/// Returns the full name of a command: "kloupe suites list".
std::string pathOf(const CLI::App &command)
{
    const CLI::App *parent = command.get_parent();
    return (parent == nullptr ? "" : pathOf(*parent) + " ") + command.get_name();
}

std::vector<std::string> commandNames(const CLI::App &command)
{
    std::vector<std::string> names;
    const auto commands = command.get_subcommands({});
    names.reserve(commands.size());
    for (const CLI::App *each : commands)
        names.push_back(each->get_name());
    if (command.get_parent() == nullptr) // main() reads them as options
        names.insert(names.end(), {"help", "version"});
    return names;
}

/// Returns the options of the command and its parents, which it accepts, too.
std::vector<std::string> optionNames(const CLI::App &command)
{
    std::vector<std::string> names;
    for (const CLI::App *app = &command; app != nullptr; app = app->get_parent()) {
        for (const CLI::Option *option : app->get_options()) {
            for (const std::string &name : option->get_lnames())
                names.push_back("--" + name);
        }
    }
    return names;
}

const CLI::Option *optionNamed(const CLI::App &command, const std::string &name)
{
    const auto options = command.get_options(
        [&](const CLI::Option *option) { return option->get_name() == name; });
    return options.empty() ? nullptr : options.front();
}

Error unknownCommand(const CLI::App &command, const std::string &word)
{
    return usage(command, "there is no command \"" + word + "\"",
                 hintWithNearest(word, commandNames(command),
                                 pathOf(command) + " --help lists the commands"));
}

/// Returns the error for an argument that the command does not accept.
Error unexpected(const CLI::App &command, const std::string &word)
{
    if (!word.starts_with('-'))
        return usage(command, "unexpected argument \"" + word + "\"",
                     "usage: " + usageLine(command)
                         + "; put quotation marks round names with spaces");
    const std::string name = word.substr(0, word.find('='));
    return usage(
        command, "there is no option " + name,
        hintWithNearest(name, optionNames(command), pathOf(command) + " --help lists the options"));
}

Error missingStore(const CLI::App &command, const std::string &why)
{
    return usage(command, "STORE is missing" + why,
                 "give the result store as the first argument or as --store STORE: "
                     + usageLine(command));
}

/// Returns an error if the first argument was taken for the store, but cannot be one: the store was
/// forgotten, as in `kloupe show 7`.
std::optional<Error> forgottenStore(const CLI::App &command)
{
    const CLI::Option *store = optionNamed(command, "--store");
    if (store == nullptr || !store->get_positional() || store->results().empty())
        return std::nullopt;
    const std::string &word = store->results().front();
    std::error_code ignored;
    if (word.empty() || word.ends_with(".kloupe") || std::filesystem::exists(word, ignored))
        return std::nullopt;
    return missingStore(command, ": there is no store \"" + word + "\"");
}

Error missing(const CLI::App &command, const std::string &what)
{
    if (what == "--store")
        return missingStore(command, {});
    const CLI::Option *option = optionNamed(command, what);
    if (option == nullptr)
        return usage(command, what + " is missing", "usage: " + usageLine(command));
    const bool isPositional = option->get_positional();
    if (auto store = isPositional ? forgottenStore(command) : std::nullopt)
        return std::move(*store);
    const std::string shown = isPositional ? positionalName(*option) : what;
    return usage(command,
                 shown + (isPositional && shown.ends_with('S') ? " are" : " is") + " missing",
                 "usage: " + usageLine(command, option));
}

/// Turns "NAME: reason", optionally with a hint in a second line, into an error.
Error wrongValue(const CLI::App &command, const std::string &text)
{
    std::string message = text.substr(0, text.find('\n'));
    const std::size_t colon = message.find(": ");
    std::string help = pathOf(command) + " --help explains it";
    if (colon != std::string::npos) {
        const CLI::Option *option = optionNamed(command, message.substr(0, colon));
        const bool isWord = option != nullptr && option->get_positional();
        if (auto store = isWord ? forgottenStore(command) : std::nullopt)
            return std::move(*store);
        message = (isWord ? positionalName(*option) : message.substr(0, colon))
            + message.substr(colon + 1);
        if (isWord)
            help = "usage: " + usageLine(command);
    }
    const std::size_t lineEnd = text.find('\n');
    const std::string nearest = lineEnd == std::string::npos ? "" : text.substr(lineEnd + 1);
    return usage(command, message, nearest.empty() ? help : nearest);
}

Error wrongCount(const CLI::App &command, const std::string &text)
{
    const std::string name = text.substr(0, text.find(':'));
    const CLI::Option *option = optionNamed(command, name);
    const std::string help = pathOf(command) + " --help explains it";
    if (option == nullptr)
        return usage(command, text, help);
    // CLI11 puts the bound before the count it received.
    return text.find("At Most") == std::string::npos
        ? usage(command, name + " needs a value", help)
        : usage(command, name + " is given more than once", "give it once");
}

/// Returns the first unparsed argument. Prefers options, because an argument after an unknown
/// option is often its value.
std::string firstLeftOver(const CLI::App &app)
{
    std::vector<std::string> left = app.remaining(true);
    std::erase(left, "--"); // a separator, not an argument
    // kloupe puts a blank before arguments that begin with a single minus.
    for (std::string &word : left)
        word.erase(0, std::min(word.find_first_not_of(' '), word.size()));
    const auto option
        = std::ranges::find_if(left, [](const std::string &word) { return word.starts_with('-'); });
    if (option != left.end())
        return *option;
    return left.empty() ? std::string() : left.front();
}

} // namespace

Error usage(const CLI::App &command, std::string message, std::string hint)
{
    const std::string path = pathOf(command);
    return {Errc::InvalidInput, std::move(message),
            path.substr(std::min(path.size(), ownName.size())), std::move(hint)};
}

const CLI::App &chosenCommand(const CLI::App &app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : chosenCommand(*chosen.front());
}

std::optional<Error> unknownCommandIn(const CLI::App &app)
{
    const CLI::App &command = chosenCommand(app);
    const std::string word = firstLeftOver(app);
    if (command.get_subcommands({}).empty() || word.empty() || word.starts_with('-'))
        return std::nullopt;
    return unknownCommand(command, word);
}

Error usageErrorOf(const CLI::App &app, const CLI::ParseError &error)
{
    const CLI::App &command = chosenCommand(app);
    std::string word = firstLeftOver(app);
    if (word == "--store" && !command.get_subcommands({}).empty())
        word.clear(); // the missing command would take it
    if (!command.get_subcommands({}).empty() && !word.starts_with('-')) {
        return word.empty()
            ? usage(command, "no command is given", pathOf(command) + " --help lists the commands")
            : unknownCommand(command, word);
    }
    const std::string text = error.what();
    const auto is = [&](const char *name) { return error.get_name() == name; };
    if (is("ValidationError"))
        return wrongValue(command, text);
    if (!word.empty())
        return unexpected(command, word);
    if (is("RequiredError"))
        return missing(command, text.substr(0, text.rfind(" is required")));
    if (is("ArgumentMismatch"))
        return wrongCount(command, text);
    if (is("RequiresError")) {
        const std::size_t middle = text.find(" requires ");
        return usage(command, text.substr(0, middle) + " also needs " + text.substr(middle + 10),
                     "usage: " + usageLine(command));
    }
    if (is("ExcludesError")) {
        const std::size_t middle = text.find(" excludes ");
        return usage(command,
                     text.substr(0, middle) + " and " + text.substr(middle + 10)
                         + " cannot be combined",
                     "remove one of them");
    }
    return usage(command, text, pathOf(command) + " --help explains it");
}

} // namespace loupe::cli
