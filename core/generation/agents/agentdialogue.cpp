// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentdialogue.h"

#include "core/answers/extraction.h"
#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/sandbox/system/outputtail.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr int uuidBytes = 16;

/// Returns an extraction of the whole text, because it was submitted as a program.
Extraction wholeOf(const std::string &content)
{
    Extraction out;
    out.ruleVersion = extractionRuleVersion;
    if (content.find_first_not_of(" \t\r\n") == std::string::npos)
        return out;
    out.outcome = ExtractionOutcome::Code;
    out.segmentation = "whole";
    out.blocks = 1;
    out.chosen = 0;
    out.ranges = {{0, static_cast<std::int64_t>(content.size())}};
    out.source = content;
    return out;
}

/// Returns null if no program of the round was submitted.
const Request *programOf(const Dialogue &dialogue, int round)
{
    const auto found = std::find_if(
        dialogue.requests.begin(), dialogue.requests.end(), [&](const Request &each) {
            return each.round == round && each.response && each.response->isComplete;
        });
    return found == dialogue.requests.end() ? nullptr : &*found;
}

} // namespace

AgentDialogue::AgentDialogue(const AgentTask &task, const std::string &method, int sample,
                             std::optional<Dialogue> stored)
    : m_language(task.language)
    , m_fileName(task.programName())
{
    if (stored) {
        m_dialogue = std::move(*stored);
        return;
    }
    m_dialogue.task = task.task.name;
    m_dialogue.method = method;
    m_dialogue.sample = sample;
    m_dialogue.strategy = "agent";
    m_dialogue.state = "asking";
    add(0, "user", "task", task.text);
    m_dialogue.messages.back().made = task.prompt;
}

AgentSpent AgentDialogue::spent() const
{
    AgentSpent out;
    for (const Request &each : m_dialogue.requests) {
        if (const auto &said = each.response)
            out.add({said->modelSaid, said->inputTokens, said->cachedTokens, said->outputTokens,
                     said->dollars});
    }
    return out;
}

bool AgentDialogue::hasEnded() const
{
    return m_dialogue.state == "stopped";
}

int AgentDialogue::nextRound() const
{
    int next = 0;
    while (programOf(m_dialogue, next) != nullptr)
        ++next;
    return next;
}

std::optional<Candidate> AgentDialogue::candidate(int round) const
{
    const Request *request = programOf(m_dialogue, round);
    if (request == nullptr)
        return std::nullopt;
    const Response &response = *request->response;
    Candidate out;
    out.task = m_dialogue.task;
    out.method = m_dialogue.method;
    out.sample = m_dialogue.sample;
    out.round = round;
    out.source = response.content;
    out.language = m_language;
    out.fileName = m_fileName;
    for (const DialogueMessage &each : m_dialogue.messages) {
        if (each.round == round && each.kind == "feedback")
            out.feedback = each.body.toString();
    }
    out.cost.inputTokens = response.inputTokens;
    out.cost.outputTokens = response.outputTokens;
    out.cost.dollars = response.dollars;
    out.request = request->uuid;
    return out;
}

std::string AgentDialogue::toldOf(int round) const
{
    for (const DialogueMessage &each : m_dialogue.messages) {
        if (each.told && each.told->round == round)
            return each.body.toString();
    }
    return m_told && m_told->first == round ? m_told->second : std::string();
}

Candidate AgentDialogue::hand(const AgentProgram &program)
{
    const int round = nextRound();
    if (m_told) {
        add(round, "user", "feedback", std::move(m_told->second));
        m_dialogue.messages.back().told = ToldEvaluation{m_dialogue.sample, m_told->first, 0};
        m_told.reset();
    }
    Request &request = addRequest(program.usage);
    Response &response = *request.response;
    const std::string content = validUtf8(program.source);
    response.content = content;
    response.extractions = {wholeOf(content)};
    request.state = "answered";
    if (program.parent)
        m_dialogue.lineage.push_back({round, m_dialogue.sample, *program.parent, "refined"});

    add(round, "assistant", "answer", response.content, request.uuid);
    Candidate out = *candidate(round);
    out.source = program.source;
    out.fileName = program.fileName;
    return out;
}

void AgentDialogue::tell(int round, std::string text)
{
    m_told = {round, std::move(text)};
}

void AgentDialogue::end(AgentEnd end, const AgentUsage &usage)
{
    if (usage.input || usage.output || usage.dollars) {
        Request &request = addRequest(usage);
        request.state = "unknown";
        request.response->isComplete = false;
    }
    if (end == AgentEnd::Interrupted)
        return;
    m_dialogue.state = "stopped";
    m_dialogue.stopReason = name(end);
}

void AgentDialogue::add(int round, std::string role, std::string kind, SharedText body,
                        std::string request)
{
    DialogueMessage message;
    message.ordinal = static_cast<int>(m_dialogue.messages.size());
    message.round = round;
    message.role = std::move(role);
    message.kind = std::move(kind);
    message.body = std::move(body);
    message.request = std::move(request);
    m_dialogue.messages.push_back(std::move(message));
}

Request &AgentDialogue::addRequest(const AgentUsage &usage)
{
    Request request;
    request.uuid = randomHex(uuidBytes);
    request.round = nextRound();
    request.purpose = "agent";
    request.attempt = static_cast<int>(
        std::count_if(m_dialogue.requests.begin(), m_dialogue.requests.end(),
                      [&](const Request &each) { return each.round == request.round; }));
    request.endedAt = isoTime(systemClock().wallNow());
    Response response;
    response.modelSaid = usage.model;
    response.inputTokens = usage.input;
    response.cachedTokens = usage.cached;
    response.outputTokens = usage.output;
    response.dollars = usage.dollars;
    response.usageSource = usage.input || usage.output ? "reported" : "";
    response.dollarsSource = usage.dollars ? "reported" : "";
    request.response = std::move(response);
    m_dialogue.requests.push_back(std::move(request));
    return m_dialogue.requests.back();
}

} // namespace loupe
