// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/question.h"

#include "core/base/errors.h"
#include "core/generation/feedback/feedbackvalues.h"
#include "core/generation/feedback/quotedtext.h"
#include "core/generation/strategy/nextstep.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Of an answer without a program, in a reminder.
constexpr std::size_t mostQuotedAnswer = 8000;

Result<std::string> feedbackOn(int parent, const AskedTask &task, int sample,
                               const GenerationSetup &setup, const DialogueBook &book)
{
    const std::string &name = task.task.name;
    const std::vector<JudgedRound> judged = book.judged(name, sample);
    std::vector<FeedbackRound> rounds;
    std::size_t place = judged.size();
    bool isRight = false;
    for (const JudgedRound &each : judged) {
        if (each.isWithheld) // what a rule of integrity found is not told, nor that it did
            continue;
        if (each.round == parent) {
            place = rounds.size();
            isRight = outcomeOf(each.verdict) == Outcome::Correct;
        }
        rounds.push_back({each.round, each.verdict, book.evaluation(name, sample, each.round),
                          repeatedRound(judged, each.round)});
    }
    if (place >= rounds.size())
        return errorAt(Errc::Corrupt, "the round that is gone on from was not judged", name);
    const JudgedRound *best = bestOf(judged);
    TemplateValues values = feedbackValues(
        setup.feedback, rounds, place, best == nullptr ? std::nullopt : std::optional(best->round),
        setup.origin.fence);
    values.insert(task.values.begin(), task.values.end());
    return (isRight ? setup.prompts->optimise : setup.prompts->fix).render(values);
}

Status addReminder(std::vector<ChatMessage> &messages, const WantedRequest &wanted,
                   const AskedTask &task, int sample, const GenerationSetup &setup,
                   const DialogueBook &book)
{
    auto text = setup.prompts->reminder.render(task.values);
    if (!text)
        return text.error();
    std::string before;
    for (const Request &request : book.find(task.task.name, sample)->requests) {
        if (request.round == wanted.round && isAnswered(request))
            before = headAndTail(plainText(request.response->content), mostQuotedAnswer);
    }
    const bool isBlank = before.find_first_not_of(" \t\n") == std::string::npos;
    if (isBlank) { // no server is sent an empty message
        messages.back().content += "\n\n" + *text;
        return {};
    }
    messages.push_back({"assistant", std::move(before)});
    messages.push_back({"user", std::move(*text)});
    return {};
}

} // namespace

Result<std::vector<ChatMessage>> questionOf(const WantedRequest &wanted, const AskedTask &task,
                                            int sample, const GenerationSetup &setup,
                                            const DialogueBook &book)
{
    std::vector<ChatMessage> messages{{"user", task.prompt}};
    if (wanted.parent) {
        const Evaluation *told = book.evaluation(task.task.name, sample, *wanted.parent);
        auto feedback = feedbackOn(*wanted.parent, task, sample, setup, book);
        if (!feedback)
            return feedback.error();
        if (setup.origin.isAlone && wanted.purpose == "fix") {
            messages = {{"user", std::move(*feedback)}};
        } else {
            messages.push_back(
                {"assistant", shownProgram(told->candidate.source, setup.origin.fence)});
            messages.push_back({"user", std::move(*feedback)});
        }
    }
    if (wanted.purpose == "reminder") {
        if (Status added = addReminder(messages, wanted, task, sample, setup, book); !added)
            return added.error();
    }
    return messages;
}

} // namespace loupe
