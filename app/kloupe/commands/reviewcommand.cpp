// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/base/clock.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct ReviewOptions {
    std::filesystem::path store;
    std::int64_t evaluation = 0;
    std::string decision;
    std::string person;
    std::string reason;
    bool list = false;
};

/// Name of "flagged" up to version 0.3. Scripts may still read it.
constexpr const char *oldKey = "withheld";

Json toJson(const Review &review)
{
    return {{"evaluation", review.evaluation.value},
            {"decision", decisionName(review.decision)},
            {"person", review.person},
            {"reason", review.reason},
            {"decided_at", review.decidedAt}};
}

ExitCode listReviews(const ReviewOptions &options, const Console &console)
{
    const auto reader = orFail(openStore(options.store));
    const auto reviews = orFail(reader->reviews());
    const auto rows = orFail(reader->metricRows(Filter()));
    Json listed = Json::array();
    for (const Review &review : reviews) {
        listed.push_back(toJson(review));
        console.line(fmt::format("evaluation {}: {} by {} on {}: {}", review.evaluation.value,
                                 decisionName(review.decision), review.person, review.decidedAt,
                                 review.reason));
    }
    Json flagged = Json::array();
    for (const MetricRow &row : rows) {
        if (!row.isWithheld)
            continue;
        flagged.push_back(row.id.value);
        console.line(fmt::format("not counted as correct: evaluation {}, {} by {} (run {})",
                                 row.id.value, row.task, row.method, row.run));
    }
    console.document({{"reviews", std::move(listed)}, {"flagged", flagged}, {oldKey, flagged}});
    return ExitCode::Ok;
}

ExitCode addReview(const ReviewOptions &options, const Console &console)
{
    const auto decision = decisionFromName(options.decision);
    if (options.evaluation == 0 || !decision)
        return console.refuse(
            {Errc::InvalidInput,
             options.evaluation == 0 ? "EVALUATION is missing" : "--decision is missing", "review",
             "kloupe review STORE EVALUATION --decision cleared --person NAME "
             "--reason TEXT, or kloupe review STORE --list"});
    const auto writer = orFail(openToChange(options.store));
    const Review review{RowId{options.evaluation}, *decision, options.person, options.reason,
                        isoTime(systemClock().wallNow())};
    const auto isWithheld = orFail(writer->recordReview(review));
    console.line(
        fmt::format("evaluation {}: {}; {}", options.evaluation, options.decision,
                    isWithheld ? "it is not counted as correct" : "it is counted as correct"));
    Json document = toJson(review);
    document["flagged"] = isWithheld;
    document[oldKey] = isWithheld;
    console.document(document);
    return ExitCode::Ok;
}

} // namespace

void addReviewCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ReviewOptions>();
    CLI::App *command = app.add_subcommand("review", "Decide about a flagged evaluation");
    addStore(*command, options->store);
    addEvaluation(*command, options->evaluation);
    CLI::Option *person = command->add_option("--person", options->person, "Your name");
    CLI::Option *reason = command->add_option("--reason", options->reason, "Why");
    command->add_option("--decision", options->decision, "The decision")
        ->transform(oneOf({"cleared", "confirmed", "reopened"}))
        ->needs(person)
        ->needs(reason);
    command->add_flag("--list", options->list,
                      "List the reviews and the results that are not counted as correct");
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) {
            return options->list ? listReviews(*options, console) : addReview(*options, console);
        };
    });
}

} // namespace loupe::cli
