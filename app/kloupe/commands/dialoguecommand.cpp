// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/base/counted.h"
#include "core/model/record/dialoguefields.h"
#include "core/report/documents/dialoguerounds.h"
#include "core/report/tables/table.h"

#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct DialogueOptions {
    std::filesystem::path store;
    DialogueFilter filter;
    bool withReasoning = false;
};

ExitCode showList(const std::vector<DialogueRow> &rows, const Console &console)
{
    Table table;
    table.caption = counted(rows.size(), "dialogue");
    table.columns = {{"run"}, {"task"}, {"method"}, {"sample", true}, {"rounds", true}};
    Json list = Json::array();
    for (const DialogueRow &row : rows) {
        table.rows.push_back({row.run, row.task, row.method, std::to_string(row.sample),
                              std::to_string(row.rounds)});
        list.push_back({{"run", row.run},
                        {"task", row.task},
                        {"method", row.method},
                        {"sample", row.sample},
                        {"rounds", row.rounds}});
    }
    console.text(toText(table));
    console.line("--run, --task, --method and --sample choose one");
    console.document({{"dialogues", list}});
    return ExitCode::Ok;
}

ExitCode dialogue(const DialogueOptions &options, const Console &console)
{
    const auto reader = orFail(openStore(options.store));
    const auto rows = orFail(reader->dialogues(options.filter));
    if (rows.empty())
        return console.fail({Errc::NotFound, "no recorded conversation matches",
                             options.store.string(),
                             "kloupe dialogue STORE lists the recorded ones"});
    if (rows.size() > 1)
        return showList(rows, console);
    const DialogueRow &row = rows.front();
    const auto found
        = orFail(reader->dialogue(row.id, console.json ? RawBytes::Read : RawBytes::LeftOut));
    console.line(
        fmt::format("{} by {} (sample {}), run \"{}\"", row.task, row.method, row.sample, row.run));
    console.text(dialogueText(found, options.withReasoning));
    Json document = fieldsToJson(found);
    document["run"] = row.run;
    console.document(document);
    return ExitCode::Ok;
}

} // namespace

void addDialogueCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<DialogueOptions>();
    CLI::App *command = app.add_subcommand(
        "dialogue", "Show prompts and answers by round; without options, list the conversations");
    addStore(*command, options->store);
    command->add_option("--run", options->filter.run, "Name of the run");
    command->add_option("--task", options->filter.task, "Name of the task");
    command->add_option("--method", options->filter.method, "Name of the method");
    command->add_option("--sample", options->filter.sample, "Number of the sample")
        ->check(wholeNumber(0, INT32_MAX));
    command->add_flag("--reasoning", options->withReasoning,
                      "Also print the reasoning (default: only its size)");
    setAction(*command, chosen, options, dialogue);
}

} // namespace loupe::cli
