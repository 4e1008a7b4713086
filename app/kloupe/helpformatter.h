// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// A word of the command line as the help names it: "STORE".
std::string positionalName(const CLI::Option &option);
/// "kloupe query STORE [FILTER] [OPTIONS]"
std::string usageLine(const CLI::App &command);

/// The help of kloupe: words in capitals, ranges and choices as sentences, lines that fit.
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
