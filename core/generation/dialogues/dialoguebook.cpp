// SPDX-License-Identifier: Apache-2.0
#include "core/generation/dialogues/dialoguebook.h"

#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/strategy/islands.h"

#include <algorithm>
#include <tuple>

namespace loupe {

namespace {

/// Keeps requests ordered by round, purpose and attempt, because a spool's times have a resolution
/// of one second.
void insertInOrder(std::vector<Request> &requests, Request request)
{
    const auto place = [](const Request &each) {
        return std::tuple(each.round, rankOfPurpose(each.purpose), each.attempt);
    };
    const auto behind
        = std::upper_bound(requests.begin(), requests.end(), request,
                           [&](const Request &a, const Request &b) { return place(a) < place(b); });
    requests.insert(behind, std::move(request));
}

/// Returns the feedback on one program or on both.
std::string allToldIn(const std::string &body)
{
    std::string told;
    for (const ShownProgram &shown : shownIn(body))
        told += (told.empty() ? "" : "\n\n") + shown.told;
    return told.empty() ? toldIn(body) : told;
}

/// Returns the feedback that a round's request has on earlier rounds; empty for a first request.
std::string feedbackOf(const Dialogue &dialogue, int round)
{
    for (const Request &request : dialogue.requests) {
        if (request.round == round && rankOfPurpose(request.purpose) == 0
            && request.purpose != "start")
            return allToldIn(request.body);
    }
    return {};
}

std::string fileNameOf(const std::string &language)
{
    if (language == "python")
        return "answer.py";
    return language == "cuda" ? "answer.cu" : "answer.cpp";
}

} // namespace

GenerationCost costOfRound(const Dialogue &dialogue, int round)
{
    GenerationCost cost;
    cost.requests = 0;
    for (const Request &request : dialogue.requests) {
        if (request.round != round)
            continue;
        ++*cost.requests;
        if (!request.response)
            continue;
        addKnown(cost.inputTokens, request.response->inputTokens);
        addKnown(cost.outputTokens, request.response->outputTokens);
        addKnown(cost.dollars, request.response->dollars);
    }
    return cost;
}

void DialogueBook::addStored(Dialogue dialogue)
{
    Key key{dialogue.task, dialogue.sample};
    for (const Request &request : dialogue.requests)
        m_stored.insert(request.uuid);
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

void DialogueBook::setStored(const std::set<std::string> &requests)
{
    m_stored.insert(requests.begin(), requests.end());
}

bool DialogueBook::isStored(const Dialogue &dialogue) const
{
    return std::ranges::all_of(dialogue.requests, [this](const Request &request) {
        return m_stored.count(request.uuid) > 0;
    });
}

void DialogueBook::addJudged(Evaluation evaluation, bool isWithheld)
{
    if (outcomeOf(evaluation.verdict) == Outcome::InfraError)
        return;
    const Candidate &of = evaluation.candidate;
    auto &rounds = m_judged[{of.task, of.sample}];
    const int round = of.round;
    rounds[round] = {std::move(evaluation), isWithheld};
}

NextStep DialogueBook::next(const std::string &task, int sample) const
{
    return nextStep(m_origin.strategy, m_origin.parameters, samples(task, sample),
                    static_cast<std::size_t>(sample));
}

std::vector<SampleSoFar> DialogueBook::samples(const std::string &task, int sample) const
{
    const auto count = static_cast<std::size_t>(std::max(m_origin.strategy.samples, sample + 1));
    std::vector<SampleSoFar> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (isRanked(m_origin.strategy) || i == static_cast<std::size_t>(sample))
            out[i] = {find(task, static_cast<int>(i)), judged(task, static_cast<int>(i))};
    }
    return out;
}

const Dialogue *DialogueBook::find(const std::string &task, int sample) const
{
    const auto found = m_dialogues.find({task, sample});
    return found == m_dialogues.end() ? nullptr : &found->second;
}

std::vector<JudgedRound> DialogueBook::judged(const std::string &task, int sample) const
{
    std::vector<JudgedRound> out;
    const auto found = m_judged.find({task, sample});
    if (found == m_judged.end())
        return out;
    for (const auto &[round, judged] : found->second) {
        const Evaluation &evaluation = judged.evaluation;
        const bool isStrict = m_origin.strategy.judge == Strategy::Judge::Strict
            && evaluation.strictVerdict != Verdict::NotRecorded;
        out.push_back({round, isStrict ? evaluation.strictVerdict : evaluation.verdict,
                       evaluation.speedup, judged.isWithheld, evaluation.candidate.source, sample});
    }
    return out;
}

const Evaluation *DialogueBook::evaluation(const std::string &task, int sample, int round) const
{
    const auto found = m_judged.find({task, sample});
    if (found == m_judged.end())
        return nullptr;
    const auto of = found->second.find(round);
    return of == found->second.end() ? nullptr : &of->second.evaluation;
}

std::vector<const Dialogue *> DialogueBook::all() const
{
    std::vector<const Dialogue *> out;
    for (const auto &[key, dialogue] : m_dialogues)
        out.push_back(&dialogue);
    return out;
}

Status DialogueBook::settle(Dialogue &dialogue) const
{
    dialogue.method = m_origin.method;
    dialogue.profile = m_origin.profile;
    dialogue.strategy = text(m_origin.strategy);
    const NextStep step = next(dialogue.task, dialogue.sample);
    dialogue.state = step.kind == NextStep::Kind::Ask ? "asking"
        : step.kind == NextStep::Kind::Wait           ? "answered"
                                                      : "stopped";
    dialogue.stopReason = step.stopReason;
    if (m_origin.strategy.kind == Strategy::Kind::Evolve)
        dialogue.island = islandOf(m_origin.strategy, dialogue.sample);
    return retell(dialogue, samples(dialogue.task, dialogue.sample),
                  static_cast<std::size_t>(dialogue.sample), m_origin);
}

Result<std::vector<Dialogue>> DialogueBook::dialogues() const
{
    std::vector<Dialogue> out;
    for (const auto &[key, dialogue] : m_dialogues) {
        out.push_back(dialogue);
        if (Status settled = settle(out.back()); !settled)
            return settled.error();
    }
    return out;
}

Result<std::vector<std::shared_ptr<const Dialogue>>> DialogueBook::unstored() const
{
    std::vector<std::shared_ptr<const Dialogue>> out;
    for (const auto &[key, dialogue] : m_dialogues) {
        if (isStored(dialogue))
            continue;
        auto now = std::make_shared<Dialogue>(dialogue);
        if (Status settled = settle(*now); !settled)
            return settled.error();
        out.push_back(std::move(now));
    }
    return out;
}

std::vector<Candidate> DialogueBook::candidates(const std::string &language) const
{
    std::vector<Candidate> out;
    for (const auto &[key, dialogue] : m_dialogues) {
        const int rounds = settledRounds(dialogue, m_origin.strategy, m_origin.parameters);
        for (int round = 0; round < rounds; ++round) {
            const Request *answer
                = settledAnswer(dialogue, round, m_origin.strategy, m_origin.parameters);
            Candidate candidate;
            candidate.task = key.first;
            candidate.method = m_origin.method;
            candidate.sample = key.second;
            candidate.round = round;
            candidate.language = language;
            candidate.fileName = fileNameOf(language);
            if (!answer->response->extractions.empty())
                candidate.source = answer->response->extractions.front().source;
            candidate.feedback = feedbackOf(dialogue, round);
            candidate.cost = costOfRound(dialogue, round);
            candidate.request = answer->uuid;
            out.push_back(std::move(candidate));
        }
    }
    return out;
}

} // namespace loupe
