// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/asking.h"

#include "core/base/result.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/feedback/feedbackvalues.h"
#include "core/generation/feedback/quotedtext.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/strategy/parents.h"
#include "core/model/record/extraction.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include <fmt/format.h>

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

/// Returns the messages of a request, in this order:
///   the task
///   for each program being refined: the program, and the feedback on it
///   for a reminder: the answer without a program, and the expected format
/// A program and the result after it come from one evaluation. Results of other programs name their
/// round.
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

constexpr std::chrono::milliseconds eventWait{100};
constexpr int drainWaits = 100; ///< ten seconds; kloupe-ask usually ends within one

std::string usageText(const AnswerSummary &answer)
{
    std::string text;
    if (answer.hasUsage)
        text = fmt::format(", {} tokens in, {} out", answer.usage.input.value_or(0),
                           answer.usage.output.value_or(0));
    if (answer.dollars)
        text += fmt::format(", ${:.4f}", *answer.dollars);
    return text;
}

} // namespace

Asking::Asking(const Profile &profile, const GenerationSetup &setup, DialogueBook &book,
               Asker &asker, const GenerationTools &tools)
    : m_profile(profile)
    , m_setup(setup)
    , m_book(book)
    , m_asker(asker)
    , m_tools(tools)
{
}

Status Asking::askOpen()
{
    if (m_open.empty()) {
        m_total = 0;
        m_ended = 0;
    }
    for (const Open &each : open()) {
        if (Status asked = ask(each); !asked)
            return asked;
        ++m_total;
    }
    return {};
}

Status Asking::listen(const std::stop_token &stop)
{
    auto event = m_asker.next(eventWait, stop);
    if (!event)
        return event.error();
    if (*event)
        m_heard.push_back(std::move(**event));
    return {};
}

Status Asking::takeUp()
{
    while (!m_heard.empty()) {
        const AskEvent event = std::move(m_heard.front());
        m_heard.pop_front();
        if (Status taken = take(event); !taken)
            return taken;
    }
    return {};
}

Status Asking::giveUp()
{
    // The answers are in the spool. Handling them now could send new requests.
    for (const AskEvent &event : std::exchange(m_heard, {})) {
        if (m_tools.board != nullptr)
            m_tools.board->hear(event);
    }
    m_end = AskingEnd::Stopped;
    m_why = fmt::format("stopped with {} of {} requests open", m_open.size(), m_total);
    m_open.clear();
    if (Status stopped = m_asker.stop(); !stopped)
        return stopped;
    for (int wait = 0; wait < drainWaits; ++wait) {
        const auto event = m_asker.next(eventWait, {});
        if (!event)
            return event.error();
        if (!*event)
            continue;
        if (m_tools.board != nullptr)
            m_tools.board->hear(**event);
        if ((*event)->kind == AskEvent::Kind::Stopped)
            return {};
    }
    return {};
}

std::vector<Asking::Open> Asking::open() const
{
    std::set<std::pair<const AskedTask *, int>> beingAsked;
    for (const auto &[uuid, each] : m_open)
        beingAsked.emplace(each.task, each.sample);
    std::vector<Open> out;
    for (int sample = 0; sample < m_setup.origin.strategy.samples; ++sample) {
        for (const AskedTask &task : m_setup.tasks) {
            const std::pair place(&task, sample);
            if (beingAsked.count(place) > 0 || m_givenUp.count(place) > 0)
                continue;
            const NextStep step = m_book.next(task.task.name, sample);
            if (step.kind == NextStep::Kind::Ask)
                out.push_back({&task, sample, step.wanted.round});
        }
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Open &a, const Open &b) { return a.round < b.round; });
    return out;
}

Status Asking::ask(const Open &open)
{
    const AskedTask &task = *open.task;
    const WantedRequest wanted = m_book.next(task.task.name, open.sample).wanted;
    const auto messages = questionOf(wanted, task, open.sample, m_setup, m_book);
    if (!messages)
        return messages.error();
    Ask ask;
    ask.uuid = newUuid();
    ask.place = {task.task.name, open.sample, wanted.round, wanted.purpose, wanted.attempt};
    ask.body = chatBody(m_profile, *messages, open.sample, wanted.maxOutput, wanted.round);
    m_open[ask.uuid] = open;
    if (m_tools.board != nullptr)
        m_tools.board->ask(ask, messages->back().content);
    return m_asker.ask(ask);
}

Status Asking::take(const AskEvent &event)
{
    if (event.kind == AskEvent::Kind::Note || event.kind == AskEvent::Kind::Closed)
        m_tools.say(event.text);
    if (m_tools.board != nullptr)
        m_tools.board->hear(event);
    const auto found = m_open.find(event.ask);
    if (found == m_open.end())
        return {};
    const Open open = found->second;
    if (event.kind == AskEvent::Kind::Answered) {
        m_open.erase(found);
        return answered(event, open);
    }
    if (event.kind != AskEvent::Kind::Failed)
        return {};
    if (Status kept = keep(event, open); !kept)
        return kept;
    if (event.isFinal) {
        m_open.erase(found);
        failed(event, open);
    }
    return {};
}

/// Ignores a try that is not in the spool, such as one beyond the budget.
Status Asking::keep(const AskEvent &event, const Open &open)
{
    std::error_code ignored;
    if (event.uuid.empty()
        || !std::filesystem::exists(m_setup.spool / (event.uuid + ".request"), ignored))
        return {};
    const auto spooled = readSpooled(m_setup.spool, event.uuid);
    if (!spooled)
        return spooled.error();
    m_book.add(open.task->task.name, open.sample, requestOf(*spooled, open.task->rule, m_profile));
    return {};
}

/// Shows the whole answer, which may not have been streamed.
void Asking::show(const AskEvent &event, const Open &open)
{
    const Dialogue *dialogue = m_book.find(open.task->task.name, open.sample);
    if (m_tools.board == nullptr || dialogue == nullptr)
        return;
    for (const Request &request : dialogue->requests) {
        if (request.uuid == event.uuid && request.response)
            m_tools.board->settle({dialogue->task, open.sample, open.round, request.purpose, 1},
                                  request.response->content.toString(),
                                  request.response->reasoning);
    }
}

Status Asking::answered(const AskEvent &event, const Open &open)
{
    if (Status kept = keep(event, open); !kept)
        return kept;
    show(event, open);
    const std::string place = textOf(open);
    const NextStep step = m_book.next(open.task->task.name, open.sample);
    if (step.kind == NextStep::Kind::Ask) {
        m_tools.say(place
                    + (step.wanted.purpose == "reminder"
                           ? ": no program in the answer; requested again"
                           : ": cut off at its token limit; requested again with a higher limit"));
        return ask(open);
    }
    ++m_ended;
    const Dialogue &dialogue = *m_book.find(open.task->task.name, open.sample);
    const Request *answer
        = settledAnswer(dialogue, open.round, m_setup.origin.strategy, m_setup.origin.parameters);
    if (answer == nullptr) // The answer was cut off after all; the next session requests it again.
        return {};
    ++m_settled;
    if (m_tools.board != nullptr)
        m_tools.board->answered({open.task->task.name, open.sample, open.round, {}, 1});
    m_tools.say(fmt::format(
        "[{:>4}/{}] {}: {}{}{}", m_ended, m_total, place,
        facts(answer->response->extractions.front().outcome).label, usageText(event.answer),
        isCutByServer(dialogue, open.round, m_setup.origin.parameters)
            ? "; the server ended it below the profile's max_output: its context is full"
            : ""));
    return {};
}

void Asking::failed(const AskEvent &event, const Open &open)
{
    ++m_ended;
    m_givenUp.insert({open.task, open.sample});
    m_tools.say(
        fmt::format("[{:>4}/{}] {}: no answer: {}", m_ended, m_total, textOf(open), event.text));
    const bool isBudget = event.failure == FailureClass::Budget;
    // The user has to fix an endpoint failure, so it takes precedence over a spent budget.
    if (m_end == AskingEnd::Endpoint || (isBudget && m_end == AskingEnd::Budget))
        return;
    m_end = isBudget ? AskingEnd::Budget : AskingEnd::Endpoint;
    m_why = event.text;
}

/// Describes a request by task and sample, and by round if there are several.
std::string Asking::textOf(const Open &open) const
{
    std::string text = fmt::format("{} sample {}", open.task->task.name, open.sample);
    if (m_setup.origin.strategy.rounds > 1)
        text += fmt::format(" round {}", open.round);
    return text;
}

} // namespace loupe
