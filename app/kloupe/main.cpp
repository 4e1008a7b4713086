// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

namespace {

constexpr const char *footer
    = R"(Exit codes: 0 ok, 1 failed, 2 usage, 3 bad input, 4 environment lacks something, 5 interrupted,
6 a run is worse than its baseline (compare).
With --json each command prints one document; errors are {"error": {...}} on standard error.)";

/// The arguments in the order CLI11 wants them. A filter may begin with a minus ("-method:x"),
/// which CLI11 would take for bundled short options; kloupe has none, so a blank in front keeps it
/// a word.
std::vector<std::string> wordsOf(int argc, char **argv)
{
    std::vector<std::string> words(argv + 1, argv + argc);
    for (std::string &word : words) {
        if (word.size() > 2 && word[0] == '-' && word[1] != '-')
            word.insert(word.begin(), ' ');
    }
    std::reverse(words.begin(), words.end());
    return words;
}

} // namespace

// An exception before the command line is understood shall end the program.
int main(int argc, char **argv) // NOLINT(bugprone-exception-escape)
{
    using namespace loupe::cli;
    CLI::App app{"KernelLoupe: evaluate LLM-generated kernels and study the results", "kloupe"};
    app.set_version_flag("--version", "kloupe " LOUPE_VERSION);
    app.require_subcommand(1);
    app.footer(footer);
    app.fallthrough();
    Console console;
    app.add_flag("--json", console.json, "Print one JSON document instead of text");

    Action chosen;
    addDoctorCommand(app, chosen);
    addCalibrateCommand(app, chosen);
    addSuitesCommand(app, chosen);
    addRunCommand(app, chosen);
    addRerunCommand(app, chosen);
    addBundleCommand(app, chosen);
    addQueryCommand(app, chosen);
    addShowCommand(app, chosen);
    addProfileCommand(app, chosen);
    addMetricsCommand(app, chosen);
    addStatsCommand(app, chosen);
    addCompareCommand(app, chosen);
    addImportCommand(app, chosen);
    addExportCommand(app, chosen);
    addInspectCommands(app, chosen);
    addAuditCommand(app, chosen);
    addAnnotateCommand(app, chosen);
    addReviewCommand(app, chosen);
    addCheckCommand(app, chosen);
    addClustersCommand(app, chosen);
    addMergeCommand(app, chosen);
    addFigureCommand(app, chosen);
    addReportCommand(app, chosen);
    addSqlCommand(app, chosen);
    addViewsCommand(app, chosen);
    try {
        app.parse(wordsOf(argc, argv));
    } catch (const CLI::ParseError &error) {
        const bool asked = error.get_exit_code() == 0; // --help, --version
        app.exit(error);
        return static_cast<int>(asked ? ExitCode::Ok : ExitCode::Usage);
    }
    try {
        return static_cast<int>(chosen(console));
    } catch (const std::exception &error) {
        return static_cast<int>(console.fail(
            {loupe::Errc::Internal, std::string("unexpected: ") + error.what(), {}, {}, {}}));
    }
}
