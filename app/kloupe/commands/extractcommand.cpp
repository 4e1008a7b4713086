// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/interrupt.h"
#include "core/answers/answerstudy.h"
#include "core/base/counted.h"
#include "core/report/tables/table.h"

#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct ExtractOptions {
    AnswerFiles files;
    EntryRule rule;
    bool isListed = false;
};

Json toJson(const StudiedAnswer &answer)
{
    const Extraction &found = answer.extraction;
    Json ranges = Json::array();
    for (const ByteRange &range : found.ranges)
        ranges.push_back({range.begin, range.end});
    return {{"name", answer.name},
            {"outcome", facts(found.outcome).id},
            {"segmentation", found.segmentation},
            {"blocks", found.blocks},
            {"chosen", found.chosen < 0 ? Json(nullptr) : Json(found.chosen)},
            {"ranges", ranges},
            {"unclosed", found.isUnclosed},
            {"in_open_thought", found.isInOpenThought},
            {"first_block", answer.isFirstBlock},
            {"any_pair", answer.isAnyPair},
            {"saved_whole", answer.isSavedWhole}};
}

Json toJson(const AnswerStudy &study, bool hasSaved)
{
    Json outcomes = Json::object();
    for (const ExtractionOutcomeFacts &each : extractionOutcomes)
        outcomes[std::string(each.id)] = study.byOutcome.at(static_cast<std::size_t>(each.outcome));
    Json answers = Json::array();
    for (const StudiedAnswer &answer : study.answers)
        answers.push_back(toJson(answer));
    Json document{{"rule_version", extractionRuleVersion},
                  {"count", study.answers.size()},
                  {"with_code", study.withCode},
                  {"outcomes", outcomes},
                  {"segmentations", study.bySegmentation},
                  {"unclosed", study.unclosed},
                  {"in_open_thought", study.inOpenThought},
                  {"first_block", study.firstBlock},
                  {"any_pair", study.anyPair},
                  {"answers", answers}};
    if (hasSaved)
        document["saved"] = {{"whole", study.savedWhole},
                             {"missed_by_rule", study.savedButMissed},
                             {"lost_by_run", study.lostByRun}};
    return document;
}

Table outcomeTable(const AnswerStudy &study)
{
    Table table;
    table.caption = fmt::format("{}, rule {}", counted(study.answers.size(), "answer"),
                                extractionRuleVersion);
    table.columns = {{"outcome"}, {"answers", true}, {"means"}};
    for (const ExtractionOutcomeFacts &each : extractionOutcomes)
        table.rows.push_back(
            {std::string(each.label),
             std::to_string(study.byOutcome.at(static_cast<std::size_t>(each.outcome))),
             std::string(each.meaning)});
    return table;
}

Table answerTable(const AnswerStudy &study)
{
    Table table;
    table.columns = {{"answer"}, {"outcome"}, {"by"}, {"blocks", true}, {"bytes"}};
    for (const StudiedAnswer &answer : study.answers) {
        const Extraction &found = answer.extraction;
        std::string bytes;
        for (const ByteRange &range : found.ranges)
            bytes += fmt::format("{}{}–{}", bytes.empty() ? "" : ", ", range.begin, range.end);
        if (found.isUnclosed)
            bytes += ", never closed";
        if (found.isInOpenThought)
            bytes += ", in reasoning that never ends";
        table.rows.push_back({answer.name, std::string(facts(found.outcome).label),
                              found.segmentation, std::to_string(found.blocks), bytes});
    }
    return table;
}

void say(const AnswerStudy &study, bool hasSaved, const Console &console)
{
    console.text(toText(outcomeTable(study)));
    std::string ways;
    for (const auto &[segmentation, count] : study.bySegmentation)
        ways += fmt::format("{}{} by {}", ways.empty() ? ": " : ", ", count, segmentation);
    console.line(fmt::format("{}, {} of them with a program{}; {} with a block that never "
                             "closes, {} in reasoning that never ends",
                             counted(study.answers.size(), "answer"), study.withCode, ways,
                             study.unclosed, study.inOpenThought));
    console.line(fmt::format("by pairs of fences: {}; by the first pair: {}", study.anyPair,
                             study.firstBlock));
    if (hasSaved)
        console.line(fmt::format(
            "saved by the run: {}, {} of them not found here; found but not saved: {}",
            counted(study.savedWhole, "whole program"), study.savedButMissed, study.lostByRun));
}

ExitCode extract(const ExtractOptions &options, const Console &console)
{
    const InterruptGuard interrupt;
    AnswerFiles wanted = options.files;
    wanted.stop = interrupt.token();
    const auto files = orFail(readAnswerFiles(wanted));
    const AnswerStudy study = studyAnswers(files, options.rule);
    const bool hasSaved = !options.files.saved.empty();
    console.document(toJson(study, hasSaved));
    if (options.isListed)
        console.text(toText(answerTable(study)));
    say(study, hasSaved, console);
    return ExitCode::Ok;
}

} // namespace

void addExtractCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ExtractOptions>();
    CLI::App *command = app.add_subcommand(
        "extract", "Find the programs in raw answers of models; nothing is run");
    command
        ->add_option("answers", options->files.path,
                     "A folder of *.txt, *.md and *.jsonl, or one such file")
        ->required();
    command->add_option("--entry", options->rule.entries,
                        "The class or function that a program defines; several: one of them");
    addChoice(*command, "--language", options->rule.language,
              std::map<std::string, EntryRule::Language>{{"python", EntryRule::Language::Python},
                                                         {"cpp", EntryRule::Language::Cpp}},
              "python or cpp (default: python)");
    command
        ->add_option("--field", options->files.field, "For JSON lines: the field with the answer")
        ->capture_default_str();
    command->add_option("--entry-after", options->files.entryAfter,
                        "For JSON lines: the entry is the name after this text in any field");
    command->add_option("--saved", options->files.saved,
                        "A folder of the code that the run itself extracted, to compare with");
    command->add_flag("--list", options->isListed, "Also print one line for each answer");
    setAction(*command, chosen, options, extract);
}

} // namespace loupe::cli
