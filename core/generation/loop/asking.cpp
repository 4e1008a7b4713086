// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/asking.h"

#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/model/extraction.h"

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
               Asker &asker, const std::function<void(const std::string &)> &say)
    : m_profile(profile)
    , m_setup(setup)
    , m_book(book)
    , m_asker(asker)
    , m_say(say)
{
}

Status Asking::run(const std::stop_token &stop)
{
    for (int sample = 0; sample < m_setup.strategy.samples; ++sample) {
        for (const AskedTask &task : m_setup.tasks) {
            if (Status asked = ask(task, sample); !asked)
                return asked;
        }
    }
    m_total = m_open.size();
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
        if ((*event)->kind == AskEvent::Kind::Stopped)
            return {};
    }
    return {};
}

Status Asking::ask(const AskedTask &task, int sample)
{
    const auto wanted = nextRequest(m_book.find(task.name, sample), m_profile.parameters);
    if (!wanted)
        return {};
    Ask ask;
    ask.uuid = newUuid();
    ask.place = {task.name, sample, wanted->round, wanted->purpose, wanted->attempt};
    ask.body = chatBody(m_profile, {{"user", task.prompt}}, sample, wanted->maxOutput);
    m_open[ask.uuid] = {&task, sample};
    return m_asker.ask(ask);
}

Status Asking::take(const AskEvent &event)
{
    if (event.kind == AskEvent::Kind::Note || event.kind == AskEvent::Kind::Closed)
        m_say(event.text);
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
    m_book.add(open.task->name, open.sample, requestOf(*spooled, open.task->rule, m_profile));
    return {};
}

Status Asking::answered(const AskEvent &event, const Open &open)
{
    if (Status kept = keep(event, open); !kept)
        return kept;
    if (nextRequest(m_book.find(open.task->name, open.sample), m_profile.parameters)) {
        m_say(fmt::format("{} sample {}: ended at its ceiling, asked again with more",
                          open.task->name, open.sample));
        return ask(*open.task, open.sample);
    }
    ++m_ended;
    const Dialogue &dialogue = *m_book.find(open.task->name, open.sample);
    const Response &response = *dialogue.requests.back().response;
    m_say(fmt::format("[{:>4}/{}] {} sample {}: {}{}", m_ended, m_total, open.task->name,
                      open.sample, facts(response.extractions.front().outcome).label,
                      usageText(event.answer)));
    return {};
}

void Asking::failed(const AskEvent &event, const Open &open)
{
    ++m_ended;
    m_say(fmt::format("[{:>4}/{}] {} sample {}: no answer: {}", m_ended, m_total, open.task->name,
                      open.sample, event.text));
    const bool isBudget = event.failure == FailureClass::Budget;
    // The endpoint's failure is what a person has to mend; it is told before a spent budget.
    if (m_end == AskingEnd::Endpoint || (isBudget && m_end == AskingEnd::Budget))
        return;
    m_end = isBudget ? AskingEnd::Budget : AskingEnd::Endpoint;
    m_why = event.text;
}

} // namespace loupe
