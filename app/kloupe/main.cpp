// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/output/helpformatter.h"
#include "app/kloupe/output/usageerror.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace {

constexpr const char *footer
    = R"(Exit codes: 0 ok, 1 failed, 2 usage, 3 bad input, 4 environment lacks something, 5 interrupted,
6 a run is worse than its baseline (compare).
With --json each command prints one document; errors are {"error": {...}} on standard error.)";

/// Returns the arguments in the order that CLI11 expects. A filter may begin with a minus
/// ("-method:x"), which CLI11 would read as bundled short options. kloupe has none, so it gets a
/// blank in front. Arguments behind "--" are the command of an agent and stay unchanged.
std::vector<std::string> parsedWords(std::vector<std::string> words)
{
    for (std::string &word : words) {
        if (word == "--")
            break;
        if (word.size() > 2 && word[0] == '-' && word[1] != '-')
            word.insert(word.begin(), ' ');
    }
    std::reverse(words.begin(), words.end());
    return words;
}

/// Replaces `kloupe help [COMMAND]` and `kloupe version` by the options that say the same.
std::vector<std::string> helpAsOption(std::vector<std::string> words)
{
    const auto first = std::find_if(words.begin(), words.end(),
                                    [](const std::string &word) { return word != "--json"; });
    if (first == words.end())
        return words;
    if (*first == "version") {
        *first = "--version";
    } else if (*first == "help") {
        words.erase(first);
        words.emplace_back("--help");
    }
    return words;
}

/// Returns true if --json is present. Errors in the other arguments are then reported as JSON, too.
bool asksForJson(const std::vector<std::string> &words)
{
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::find(words.begin(), end, "--json") != end;
}

/// Prints the answer to --help or --version.
loupe::cli::ExitCode answer(const CLI::App &app, const CLI::ParseError &asked,
                            const loupe::cli::Console &console)
{
    const bool isVersion = asked.get_name() == "CallForVersion";
    std::string text = isVersion ? app.version() : app.help();
    while (text.ends_with('\n'))
        text.pop_back();
    console.text(text);
    console.document({{isVersion ? "version" : "help", text}});
    return loupe::cli::ExitCode::Ok;
}

/// Returns a failure if standard output could not be written, for example on a full disk.
loupe::cli::ExitCode whenPrinted(loupe::cli::ExitCode code, const loupe::cli::Console &console)
{
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return code;
    return console.fail({loupe::Errc::Io,
                         "the output is not complete: " + std::system_category().message(errno),
                         "standard output", "free some space and try again"});
}

/// Parses the arguments. Returns an exit code if nothing is left to do.
std::optional<loupe::cli::ExitCode> understand(CLI::App &app, const std::vector<std::string> &words,
                                               const loupe::cli::Console &console)
{
    const auto ordered = loupe::cli::withStoreFirst(app, words);
    if (!ordered)
        return console.refuse(ordered.error());
    try {
        app.parse(parsedWords(*ordered));
        return std::nullopt;
    } catch (const CLI::Success &asked) {
        if (const auto unknown = loupe::cli::unknownCommandIn(app))
            return console.refuse(*unknown);
        return answer(app, asked, console);
    } catch (const CLI::ParseError &error) {
        // --help works even if the other arguments are wrong.
        const CLI::App &command = loupe::cli::chosenCommand(app);
        if (command.get_help_ptr() != nullptr && command.get_help_ptr()->count() > 0)
            return answer(app, CLI::CallForHelp(), console);
        return console.refuse(loupe::cli::usageErrorOf(app, error));
    }
}

} // namespace

// An exception before the command line is parsed must end the program.
int main(int argc, char **argv) // NOLINT(bugprone-exception-escape)
{
    using namespace loupe::cli;
    CLI::App app{"KernelLoupe: evaluate LLM-generated kernels and study the results", "kloupe"};
    app.set_version_flag("--version", "kloupe " LOUPE_VERSION);
    app.require_subcommand(1);
    app.footer(footer);
    app.formatter(std::make_shared<HelpFormatter>());
    app.get_formatter()->label("Positionals", "Arguments");
    app.fallthrough();
    Console console;
    app.add_flag("--json", console.json, "Print one JSON document instead of text");

    Action chosen;
    for (auto *const add : allCommands)
        add(app, chosen);
    const std::vector<std::string> words = helpAsOption({argv + 1, argv + argc});
    console.json = asksForJson(words);
    try {
        if (const auto done = understand(app, words, console))
            return static_cast<int>(whenPrinted(*done, console));
        return static_cast<int>(whenPrinted(chosen(console), console));
    } catch (const CommandError &failed) {
        return static_cast<int>(whenPrinted(console.fail(failed.error), console));
    } catch (const std::exception &error) {
        return static_cast<int>(
            console.fail({loupe::Errc::Internal, std::string("unexpected: ") + error.what()}));
    }
}
