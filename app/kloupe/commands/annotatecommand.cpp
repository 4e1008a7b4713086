// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/model/saved/annotation.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct AnnotateOptions {
    std::filesystem::path store;
    std::int64_t evaluation = 0;
    std::vector<std::string> tags;
    std::vector<std::string> untags;
    std::vector<std::string> notes;
    std::string state;
    std::string undo;
    std::string person;
};

/// Returns the annotations of the command line, in the order undo, state, tags, notes.
std::vector<Annotation> eventsOf(const AnnotateOptions &options)
{
    std::vector<Annotation> events;
    const std::string now = isoTime(systemClock().wallNow());
    const auto add = [&](AnnotationKind kind, const std::string &value, const std::string &undoes) {
        constexpr int uuidBytes = 16;
        events.push_back({{},
                          randomHex(uuidBytes),
                          RowId{options.evaluation},
                          kind,
                          value,
                          undoes,
                          options.person,
                          now});
    };
    if (!options.undo.empty())
        add(AnnotationKind::Undo, {}, options.undo);
    if (!options.state.empty())
        add(AnnotationKind::State, options.state, {});
    for (const std::string &tag : options.tags)
        add(AnnotationKind::Tag, tag, {});
    for (const std::string &tag : options.untags)
        add(AnnotationKind::Untag, tag, {});
    for (const std::string &note : options.notes)
        add(AnnotationKind::Note, note, {});
    return events;
}

Json eventJson(const Annotation &event)
{
    Json out{{"id", event.id.value}, {"uuid", event.uuid},     {"kind", kindName(event.kind)},
             {"value", event.value}, {"person", event.person}, {"made_at", event.madeAt}};
    if (!event.undoes.empty())
        out["undoes"] = event.undoes;
    return out;
}

void printJudgement(const AnnotateOptions &options, const std::vector<Annotation> &events,
                    const Console &console)
{
    const Judgement now = judgementFrom(events);
    Json listed = Json::array();
    for (const Annotation &event : events) {
        listed.push_back(eventJson(event));
        console.line(fmt::format("{} {} by {}: {} {}", event.uuid, event.madeAt, event.person,
                                 kindName(event.kind),
                                 event.undoes.empty() ? event.value : event.undoes));
    }
    std::string tags;
    for (const std::string &tag : now.tags)
        tags += (tags.empty() ? "" : ", ") + tag;
    console.line(fmt::format("evaluation {}: {}; tags: {}; notes: {}", options.evaluation,
                             stateName(now.state), tags.empty() ? "none" : tags, now.notes.size()));
    Json notes = Json::array();
    for (const Judgement::Note &note : now.notes)
        notes.push_back({{"text", note.text}, {"person", note.person}, {"made_at", note.madeAt}});
    console.document({{"evaluation", options.evaluation},
                      {"state", stateName(now.state)},
                      {"tags", now.tags},
                      {"notes", std::move(notes)},
                      {"events", std::move(listed)}});
}

ExitCode annotate(const AnnotateOptions &options, const Console &console)
{
    const std::vector<Annotation> events = eventsOf(options);
    if (!events.empty()) {
        const auto writer = orFail(openToChange(options.store));
        const auto stored = orFail(writer->annotate(events));
    }
    const auto reader = orFail(openStore(options.store));
    const RowId evaluation{options.evaluation};
    if (reader->fetch(std::span(&evaluation, 1)).empty())
        return console.fail({Errc::NotFound,
                             fmt::format("the store has no evaluation {}", options.evaluation),
                             options.store.string(), "kloupe query STORE lists the evaluations"});
    const auto all = orFail(reader->annotations(std::span(&evaluation, 1)));
    printJudgement(options, all, console);
    return ExitCode::Ok;
}

} // namespace

void addAnnotateCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<AnnotateOptions>();
    CLI::App *command = app.add_subcommand(
        "annotate", "Add a state, tags or notes to an evaluation, or list them");
    addStore(*command, options->store);
    addEvaluation(*command, options->evaluation, "evaluation,--evaluation")->required();
    CLI::Option *person = command->add_option("--person", options->person, "Your name");
    command->add_option("--state", options->state, "State of the review")
        ->transform(oneOf({"new", "looking", "explained", "suspicious", "accepted"}))
        ->needs(person);
    command->add_option("--tag", options->tags, "A tag to add; may be repeated")
        ->allow_extra_args(false)
        ->needs(person);
    command->add_option("--untag", options->untags, "A tag to remove; may be repeated")
        ->allow_extra_args(false)
        ->needs(person);
    command->add_option("--note", options->notes, "A note in Markdown; may be repeated")
        ->allow_extra_args(false)
        ->needs(person);
    command
        ->add_option("--undo", options->undo, "Undo an event (by its name in the list), or redo it")
        ->needs(person);
    setAction(*command, chosen, options, annotate);
}

} // namespace loupe::cli
