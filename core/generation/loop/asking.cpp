// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/asking.h"

#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/question.h"
#include "core/model/extraction.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds eventWait{100};
constexpr int drainWaits = 100; ///< ten seconds: kloupe-ask ends within one

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

Status Asking::run(const std::stop_token &stop)
{
    for (const Open &open : wave()) {
        if (Status asked = ask(open); !asked)
            return asked;
    }
    m_total = m_open.size();
    m_ended = 0;
    while (!m_open.empty() && !stop.stop_requested()) {
        const auto event = m_asker.next(eventWait, stop);
        if (!event)
            return event.error();
        if (!*event)
            continue;
        if (Status taken = take(**event); !taken)
            return taken;
    }
    if (m_open.empty())
        return {};
    m_end = AskingEnd::Stopped;
    m_why = fmt::format("stopped with {} of {} samples open", m_open.size(), m_total);
    return drain();
}

/// What is open is cancelled, and what had come of it is kept.
Status Asking::drain()
{
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

bool Asking::isAnythingOpen() const
{
    return !wave().empty();
}

std::vector<Asking::Open> Asking::wave() const
{
    std::vector<Open> out;
    for (int sample = 0; sample < m_setup.origin.strategy.samples; ++sample) {
        for (const AskedTask &task : m_setup.tasks) {
            const NextStep step = m_book.next(task.task.name, sample);
            if (step.kind == NextStep::Kind::Ask && m_givenUp.count({&task, sample}) == 0)
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

/// A try that was never planned, as one beyond the budget, is not in the spool.
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

/// The whole answer, which may not have been streamed.
void Asking::show(const AskEvent &event, const Open &open)
{
    const Dialogue *dialogue = m_book.find(open.task->task.name, open.sample);
    if (m_tools.board == nullptr || dialogue == nullptr)
        return;
    for (const Request &request : dialogue->requests) {
        if (request.uuid == event.uuid && request.response)
            m_tools.board->settle({dialogue->task, open.sample, open.round, request.purpose, 1},
                                  request.response->content, request.response->reasoning);
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
                           ? ": no program in the answer, asked once more"
                           : ": ended at its ceiling, asked again with more"));
        return ask(open);
    }
    ++m_ended;
    const Dialogue &dialogue = *m_book.find(open.task->task.name, open.sample);
    const Request *answer
        = settledAnswer(dialogue, open.round, m_setup.origin.strategy, m_setup.origin.parameters);
    if (answer == nullptr) // it was cut off after all, and is asked for with the next start
        return {};
    if (m_tools.board != nullptr)
        m_tools.board->answered({open.task->task.name, open.sample, open.round, {}, 1});
    m_tools.say(fmt::format("[{:>4}/{}] {}: {}{}", m_ended, m_total, place,
                            facts(answer->response->extractions.front().outcome).label,
                            usageText(event.answer)));
    return {};
}

void Asking::failed(const AskEvent &event, const Open &open)
{
    ++m_ended;
    m_givenUp.insert({open.task, open.sample});
    m_tools.say(
        fmt::format("[{:>4}/{}] {}: no answer: {}", m_ended, m_total, textOf(open), event.text));
    const bool isBudget = event.failure == FailureClass::Budget;
    // The endpoint's failure is what a person has to mend; it is told before a spent budget.
    if (m_end == AskingEnd::Endpoint || (isBudget && m_end == AskingEnd::Budget))
        return;
    m_end = isBudget ? AskingEnd::Budget : AskingEnd::Endpoint;
    m_why = event.text;
}

/// Rounds are named only where there are several.
std::string Asking::textOf(const Open &open) const
{
    std::string text = fmt::format("{} sample {}", open.task->task.name, open.sample);
    if (m_setup.origin.strategy.rounds > 1)
        text += fmt::format(" round {}", open.round);
    return text;
}

} // namespace loupe
