// SPDX-License-Identifier: Apache-2.0
#include "core/generation/dialogues/dialoguebook.h"

#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/strategy/strategy.h"

#include <algorithm>
#include <tuple>

namespace loupe {

namespace {

template <typename Number>
void addKnown(std::optional<Number> &sum, const std::optional<Number> &value)
{
    if (value)
        sum = sum.value_or(Number{}) + *value;
}

/// Over all requests, failures and retries included.
GenerationCost costOf(const Dialogue &dialogue)
{
    GenerationCost cost;
    cost.requests = static_cast<std::int64_t>(dialogue.requests.size());
    for (const Request &request : dialogue.requests) {
        if (!request.response)
            continue;
        addKnown(cost.inputTokens, request.response->inputTokens);
        addKnown(cost.outputTokens, request.response->outputTokens);
        addKnown(cost.dollars, request.response->dollars);
    }
    return cost;
}

/// As they were asked: a spool tells that to the second only.
void insertInOrder(std::vector<Request> &requests, Request request)
{
    const auto place = [](const Request &each) {
        return std::tuple(each.round, each.purpose != "start", each.attempt);
    };
    const auto behind
        = std::upper_bound(requests.begin(), requests.end(), request,
                           [&](const Request &a, const Request &b) { return place(a) < place(b); });
    requests.insert(behind, std::move(request));
}

} // namespace

void DialogueBook::addStored(Dialogue dialogue)
{
    Key key{dialogue.task, dialogue.sample};
    m_dialogues[std::move(key)] = std::move(dialogue);
}

void DialogueBook::add(const std::string &task, int sample, Request request)
{
    Dialogue &dialogue = m_dialogues[{task, sample}];
    dialogue.task = task;
    dialogue.sample = sample;
    const auto known = std::find_if(dialogue.requests.begin(), dialogue.requests.end(),
                                    [&](const Request &each) { return each.uuid == request.uuid; });
    if (known == dialogue.requests.end())
        insertInOrder(dialogue.requests, std::move(request));
    else if (!isAnswered(*known))
        *known = std::move(request);
}

const Dialogue *DialogueBook::find(const std::string &task, int sample) const
{
    const auto found = m_dialogues.find({task, sample});
    return found == m_dialogues.end() ? nullptr : &found->second;
}

void DialogueBook::settle(Dialogue &dialogue) const
{
    dialogue.method = m_origin.method;
    dialogue.profile = m_origin.profile;
    dialogue.strategy = m_origin.strategy;
    const Request *answer = settledAnswer(dialogue, m_origin.parameters);
    dialogue.state = answer == nullptr ? "asking" : "answered";
    if (dialogue.messages.empty() && !dialogue.requests.empty()) {
        DialogueMessage told;
        told.role = "user";
        told.kind = "task";
        told.made = m_origin.start;
        told.body = toldIn(dialogue.requests.front().body);
        dialogue.messages.push_back(std::move(told));
    }
    if (answer == nullptr || dialogue.messages.size() > 1)
        return;
    DialogueMessage answered;
    answered.ordinal = 1;
    answered.role = "assistant";
    answered.kind = "answer";
    answered.body = answer->response->content;
    answered.request = answer->uuid;
    dialogue.messages.push_back(std::move(answered));
}

std::vector<Dialogue> DialogueBook::dialogues() const
{
    std::vector<Dialogue> out;
    for (const auto &[key, dialogue] : m_dialogues) {
        out.push_back(dialogue);
        settle(out.back());
    }
    return out;
}

std::vector<Candidate> DialogueBook::candidates(const std::string &language) const
{
    std::vector<Candidate> out;
    for (const auto &[key, dialogue] : m_dialogues) {
        const Request *answer = settledAnswer(dialogue, m_origin.parameters);
        if (answer == nullptr)
            continue;
        Candidate candidate;
        candidate.task = key.first;
        candidate.method = m_origin.method;
        candidate.sample = key.second;
        candidate.language = language;
        candidate.fileName = language == "python" ? "answer.py"
            : language == "cuda"                  ? "answer.cu"
                                                  : "answer.cpp";
        if (!answer->response->extractions.empty())
            candidate.source = answer->response->extractions.front().source;
        candidate.cost = costOf(dialogue);
        candidate.request = answer->uuid;
        out.push_back(std::move(candidate));
    }
    return out;
}

} // namespace loupe
