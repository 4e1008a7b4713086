// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/output/console.h"

#include <filesystem>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Choice of the exported table and its format.
struct ExportTableOptions {
    std::filesystem::path store;
    std::filesystem::path output; ///< empty: standard output
    std::string table = "evaluations";
    std::string format = "csv";
    std::string by = "category";
    std::string filter;
    std::filesystem::path sources; ///< folder of the candidates in their repository; of sarif
    std::shared_ptr<ScopeOptions> scope = std::make_shared<ScopeOptions>();
};

void addExportTableOptions(CLI::App &command, ExportTableOptions &options);
ExitCode exportTable(const ExportTableOptions &options, const Console &console);

} // namespace loupe::cli
