// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/helpformatter.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <sstream>

namespace loupe::cli {

namespace {

constexpr std::size_t lineWidth = 100;
constexpr std::size_t textWidth = 70; ///< of the column right of the names

/// Returns the width in letters, not bytes.
std::size_t widthOf(const std::string &word)
{
    return static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::string wrappedLine(const std::string &text, std::size_t most)
{
    std::istringstream words(text);
    std::string out;
    std::string word;
    std::size_t used = 0;
    while (words >> word) {
        const std::size_t width = widthOf(word);
        const bool isNewLine = used > 0 && used + 1 + width > most;
        if (used > 0)
            out += isNewLine ? '\n' : ' ';
        out += word;
        used = isNewLine || used == 0 ? width : used + 1 + width;
    }
    return out;
}

/// Wraps the text, and keeps its line breaks.
std::string wrapped(const std::string &text, std::size_t most = textWidth)
{
    std::istringstream lines(text);
    std::string out;
    std::string line;
    while (std::getline(lines, line))
        out += (out.empty() ? "" : "\n") + wrappedLine(line, most);
    return out;
}

std::string capitals(std::string word)
{
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return word;
}

/// Returns the allowed values, such as "a whole number from 1 to 1024"; empty if any.
std::string allowed(const CLI::Option &option)
{
    const std::string type = option.get_type_name();
    const std::size_t colon = type.find(':');
    return colon == std::string::npos ? std::string() : type.substr(colon + 1);
}

/// Returns the placeholder of the value: "N" for a number, "VERSION" for --suite-version.
std::string placeholder(const CLI::Option &option)
{
    const std::string type = option.get_type_name();
    const std::string name = type.substr(0, type.find(':'));
    if (name == "INT" || name == "UINT" || name == "FLOAT")
        return "N";
    const std::string own = option.get_name();
    return name == "TEXT" ? capitals(own.substr(own.rfind('-') + 1)) : name;
}

bool isRepeated(const CLI::Option &option)
{
    return option.get_expected_max() >= CLI::detail::expected_max_vector_size;
}

/// Returns "--suite SUITE", or "--stdio" for an option without a value.
std::string nameAndValue(const CLI::Option &option)
{
    return option.get_name() + (takesValue(option) ? " " + placeholder(option) : std::string());
}

std::string sentence(const std::string &text)
{
    std::string out = text;
    if (!out.empty())
        out[0] = capitals(out.substr(0, 1))[0];
    return out;
}

} // namespace

std::string positionalName(const CLI::Option &option)
{
    return capitals(option.get_name(true, false));
}

bool takesValue(const CLI::Option &option)
{
    return option.get_items_expected_max() > 0;
}

std::string usageLine(const CLI::App &command, const CLI::Option *also)
{
    std::string line;
    for (const CLI::App *app = &command; app != nullptr; app = app->get_parent())
        line.insert(0, app->get_name() + (line.empty() ? "" : " "));
    for (const CLI::Option *option : command.get_options()) {
        if (option->get_name() == "--store" && !option->get_positional())
            line += " [STORE.kloupe]";
        if (!option->get_positional())
            continue;
        const std::string name = positionalName(*option) + (isRepeated(*option) ? "…" : "");
        line += option->get_required() ? " " + name : " [" + name + "]";
    }
    for (const CLI::Option *option : command.get_options()) {
        if (!option->get_positional() && (option->get_required() || option == also))
            line += " " + nameAndValue(*option);
    }
    if (!command.get_subcommands({}).empty())
        line += " COMMAND";
    return line + " [OPTIONS]";
}

std::string HelpFormatter::make_description(const CLI::App *app) const
{
    return wrapped(app->get_description(), lineWidth) + "\n";
}

std::string HelpFormatter::make_usage(const CLI::App *app, std::string /*name*/) const
{
    return "Usage: " + usageLine(*app) + "\n";
}

std::string HelpFormatter::make_option_name(const CLI::Option *option, bool isPositional) const
{
    return isPositional ? positionalName(*option) : option->get_name(false, true);
}

std::string HelpFormatter::make_option(const CLI::Option *option, bool isPositional) const
{
    std::ostringstream out;
    const std::string name = make_option_name(option, isPositional);
    CLI::detail::format_help(out, name + (isPositional ? "" : make_option_opts(option)),
                             isPositional || !option->get_positional()
                                 ? make_option_desc(option)
                                 : "Same as " + positionalName(*option),
                             get_column_width());
    return out.str();
}

std::string HelpFormatter::make_option_opts(const CLI::Option *option) const
{
    if (!takesValue(*option))
        return {};
    return " " + placeholder(*option) + (isRepeated(*option) ? " ..." : "");
}

std::string HelpFormatter::make_option_desc(const CLI::Option *option) const
{
    std::string text = option->get_description();
    const auto add = [&](const std::string &more) {
        const bool isEnded = text.empty() || text.back() == '.';
        text += (isEnded ? "" : ".") + std::string(text.empty() ? "" : " ") + sentence(more);
    };
    if (const std::string values = allowed(*option); !values.empty())
        add(values);
    if (!option->get_default_str().empty())
        text += " (default: " + option->get_default_str() + ")";
    if (option->get_required())
        add("required");
    for (const CLI::Option *other : option->get_needs())
        add("only with " + other->get_name());
    for (const CLI::Option *other : option->get_excludes())
        add("not with " + other->get_name());
    return wrapped(text);
}

std::string HelpFormatter::make_footer(const CLI::App *app) const
{
    const CLI::Option *store = app->get_option_no_throw("--store");
    const bool hasStore
        = app->get_parent() == nullptr || (store != nullptr && store->get_positional());
    return (hasStore ? "STORE is the first argument after the command, or --store STORE.\n" : "")
        + CLI::Formatter::make_footer(app);
}

std::string HelpFormatter::make_subcommand(const CLI::App *command) const
{
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_display_name(true),
                             wrapped(command->get_description()), get_column_width());
    return out.str();
}

} // namespace loupe::cli
