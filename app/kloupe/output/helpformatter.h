// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Returns the name of a positional argument as the help shows it: "STORE".
std::string positionalName(const CLI::Option &option);
/// Returns false for flags.
bool takesValue(const CLI::Option &option);
/// Returns "kloupe query STORE [FILTER] [OPTIONS]", with the required options and `also`.
std::string usageLine(const CLI::App &command, const CLI::Option *also = nullptr);

/// Help of kloupe: arguments in capitals, ranges and choices as sentences, wrapped lines.
class HelpFormatter : public CLI::Formatter
{
public:
    std::string make_description(const CLI::App *app) const override;
    std::string make_usage(const CLI::App *app, std::string name) const override;
    std::string make_option_name(const CLI::Option *option, bool isPositional) const override;
    std::string make_option(const CLI::Option *option, bool isPositional) const override;
    std::string make_option_opts(const CLI::Option *option) const override;
    std::string make_option_desc(const CLI::Option *option) const override;
    std::string make_footer(const CLI::App *app) const override;
    std::string make_subcommand(const CLI::App *command) const override;
};

} // namespace loupe::cli
