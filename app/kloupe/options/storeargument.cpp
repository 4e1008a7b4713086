// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/storeargument.h"

#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/helpformatter.h"
#include "app/kloupe/output/usageerror.h"
#include "core/store/file/storefile.h"

#include <algorithm>
#include <iterator>
#include <system_error>

namespace loupe::cli {

namespace {

constexpr const char *storeOption = "--store";

using Words = std::vector<std::string>;

/// Command of a command line, and the first argument after its name.
struct Found {
    const CLI::App *command;
    Words::iterator rest;
};

const CLI::App *commandOf(const CLI::App &app, const std::string &name)
{
    const auto all
        = app.get_subcommands([&](const CLI::App *each) { return each->check_name(name); });
    return all.empty() ? nullptr : all.front();
}

Found findCommand(const CLI::App &app, Words &words)
{
    Found found{&app, words.begin()};
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (const CLI::App *inner = commandOf(*found.command, *word))
            found = {inner, std::next(word)};
        else if (!word->starts_with('-'))
            break;
    }
    return found;
}

/// Removes each "--store X" and "--store=X" from the arguments and returns them.
Words takeStores(Words &words)
{
    Words taken;
    Words rest;
    const auto end = std::find(words.begin(), words.end(), "--");
    for (auto word = words.begin(); word != end; ++word) {
        if (*word == storeOption && std::next(word) != end && !std::next(word)->starts_with('-')) {
            taken.push_back(*word);
            taken.push_back(*++word);
        } else if (word->starts_with("--store=")) {
            taken.push_back(*word);
        } else {
            rest.push_back(*word);
        }
    }
    std::copy(end, words.end(), std::back_inserter(rest));
    words = std::move(rest);
    return taken;
}

/// Returns true if the next argument is the value of this option.
bool isFollowedByValue(const CLI::App &command, const std::string &name)
{
    for (const CLI::App *app = &command; app != nullptr; app = app->get_parent()) {
        if (const CLI::Option *option = app->get_option_no_throw(name))
            return takesValue(*option);
    }
    return false;
}

/// Returns true if the argument is the path of a store rather than a filter, a name or another
/// file.
bool meansStore(const std::string &word)
{
    if (word.ends_with(".kloupe") && word.find_first_of(":=<>\"") == std::string::npos)
        return true;
    std::error_code ignored;
    return std::filesystem::is_regular_file(word, ignored) && probeStoreFile(word, currentSchema());
}

/// Returns the first argument that names a store and is neither an option nor its value.
Words::iterator storeAmong(const CLI::App &command, Words::iterator word, Words::iterator end)
{
    for (; word != end && *word != "--"; ++word) {
        if (!word->starts_with('-')) {
            if (meansStore(*word))
                return word;
        } else if (isFollowedByValue(command, *word) && std::next(word) != end) {
            ++word;
        }
    }
    return end;
}

/// Returns X of "--store X" or "--store=X".
std::string pathIn(const Words &stores)
{
    return stores.front() == storeOption ? stores[1] : stores.front().substr(8);
}

bool isSameFile(const std::string &a, const std::string &b)
{
    std::error_code failed;
    const bool isSame = std::filesystem::equivalent(a, b, failed);
    return failed ? std::filesystem::absolute(a, failed).lexically_normal()
            == std::filesystem::absolute(b, failed).lexically_normal()
                  : isSame;
}

/// Returns why no file can have this path; empty if one can. Other faults of a store are found when
/// it is opened, but a dry run of a new one opens none.
std::string storeProblem(const std::string &path)
{
    std::error_code ignored;
    if (path.empty())
        return "must not be empty";
    return std::filesystem::is_directory(path, ignored)
        ? "must be a file *.kloupe; \"" + path + "\" is a folder"
        : std::string();
}

/// Returns true if the first argument is a store only by its name (StoreUse::Beside).
bool isBeside(const CLI::App &command)
{
    const CLI::Option *option = command.get_option_no_throw(storeOption);
    return option != nullptr && !option->get_positional();
}

} // namespace

CLI::Option *addStore(CLI::App &command, std::filesystem::path &store, StoreUse use,
                      const std::string &more)
{
    std::string help = use == StoreUse::Beside
        ? "Result store, *.kloupe: the first argument, if it ends in .kloupe, or --store"
        : "Result store, *.kloupe: the first argument, or --store";
    if (!more.empty())
        help += "; " + more;
    return command.add_option(use == StoreUse::Beside ? "--store" : "store,--store", store, help)
        ->type_name("STORE")
        ->check(storeProblem)
        ->required(use == StoreUse::Required);
}

CLI::Option *addEvaluation(CLI::App &command, std::int64_t &id, const std::string &names)
{
    return command.add_option(names, id, "Id of the evaluation, as listed by kloupe query")
        ->check(wholeNumber(1));
}

Result<std::vector<std::string>> withStoreFirst(const CLI::App &app, std::vector<std::string> words)
{
    Words stores = takeStores(words);
    auto [command, rest] = findCommand(app, words);
    if (!stores.empty() && command->get_option_no_throw(storeOption) != nullptr) {
        const auto other = storeAmong(*command, rest, words.end());
        if (other != words.end() && !isSameFile(*other, pathIn(stores)))
            return usage(*command,
                         "two stores are given: " + *other + " and --store " + pathIn(stores),
                         "give one, as the first argument or as --store");
        if (other != words.end()) {
            const auto place = rest - words.begin();
            words.erase(other);
            rest = words.begin() + place;
        }
    }
    if (stores.empty() && isBeside(*command) && rest != words.end() && rest->ends_with(".kloupe"))
        words.insert(rest, storeOption);
    else
        words.insert(rest, stores.begin(), stores.end());
    return words;
}

Result<std::unique_ptr<StoreWriter>> openToChange(const std::filesystem::path &store)
{
    std::error_code ignored;
    if (!std::filesystem::exists(store, ignored))
        return Error{Errc::NotFound, "there is no such file", store.string(), "check the path"};
    return StoreWriter::open(store);
}

} // namespace loupe::cli
