// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/question.h"

#include "core/base/result.h"
#include "core/generation/feedback/feedbackvalues.h"
#include "core/generation/feedback/quotedtext.h"
#include "core/generation/strategy/parents.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Bytes of an answer without a program that a reminder quotes.
constexpr std::size_t maxQuotedAnswer = 8000;

/// Position of a program among those in a request.
enum class Turn { Alone, First, Second };

Result<std::string> feedbackOn(const ProgramPosition &parent, Turn turn, const AskedTask &task,
                               int sample, const GenerationSetup &setup, const DialogueBook &book)
{
    const std::string &name = task.task.name;
    const std::vector<JudgedRound> line = lineOf(setup.origin.strategy, setup.origin.parameters,
                                                 book.samples(name, sample), parent);
    std::vector<FeedbackRound> rounds;
    std::size_t place = line.size();
    bool isRight = false;
    for (const JudgedRound &each : line) {
        if (each.isWithheld) // The result of an excluded program, and its exclusion, must not be
                             // disclosed.
            continue;
        if (each.place() == parent) {
            place = rounds.size();
            isRight = isCorrect(each);
        }
        rounds.push_back({each.round, each.verdict, book.evaluation(name, each.sample, each.round),
                          repeatedRound(line, each.round)});
    }
    if (place >= rounds.size())
        return Error{Errc::Corrupt, "the round to continue from was not evaluated", name};
    const JudgedRound *best = bestOf(line);
    TemplateValues values = feedbackValues(
        setup.feedback, rounds, place, best == nullptr ? std::nullopt : std::optional(best->round),
        setup.origin.fence);
    values.insert(task.values.begin(), task.values.end());
    if (turn == Turn::Alone)
        return (isRight ? setup.prompts->optimise : setup.prompts->fix).render(values);
    values["turn"] = std::string(turn == Turn::First ? "first" : "second");
    return setup.prompts->cross->render(values);
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
            before = headAndTail(plainText(request.response->content), maxQuotedAnswer);
    }
    const bool isBlank = before.find_first_not_of(" \t\n") == std::string::npos;
    if (isBlank) { // servers reject empty messages
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
    const bool isAlone = setup.origin.isAlone && wanted.purpose == "fix";
    for (std::size_t i = 0; i < wanted.parents.size(); ++i) {
        const ProgramPosition &parent = wanted.parents[i];
        const Turn turn = wanted.parents.size() == 1 ? Turn::Alone
            : i == 0                                 ? Turn::First
                                                     : Turn::Second;
        auto feedback = feedbackOn(parent, turn, task, sample, setup, book);
        if (!feedback)
            return feedback.error();
        if (isAlone) {
            messages = {{"user", std::move(*feedback)}};
            continue;
        }
        const Evaluation *told = book.evaluation(task.task.name, parent.sample, parent.round);
        messages.push_back({"assistant", shownProgram(told->candidate.source, setup.origin.fence)});
        messages.push_back({"user", std::move(*feedback)});
    }
    if (wanted.purpose == "reminder") {
        if (Status added = addReminder(messages, wanted, task, sample, setup, book); !added)
            return added.error();
    }
    return messages;
}

} // namespace loupe
