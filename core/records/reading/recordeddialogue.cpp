// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/recordeddialogue.h"

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/sourcefiles.h"

#include <utility>

namespace loupe {

namespace {

constexpr std::size_t requestUuidLength = 32;

std::string requestUuid(const std::string &run, const Candidate &candidate)
{
    const Json place{run, candidate.task, candidate.method, candidate.sample, candidate.round};
    return sha256Hex(jsonLine(place)).substr(0, requestUuidLength);
}

SharedText partOf(const SharedText &text, const ByteRange &range)
{
    return text.part(text.view().substr(static_cast<std::size_t>(range.begin),
                                        static_cast<std::size_t>(range.size())));
}

} // namespace

std::string withReplacedBytes(const std::string &bytes)
{
    // The JSON library replaces invalid UTF-8 and leaves the rest unchanged.
    const Json text = bytes;
    return Json::parse(jsonLine(text)).get<std::string>();
}

RecordedDialogue::RecordedDialogue(std::string runUuid, EntryRule rule)
    : m_runUuid(std::move(runUuid))
    , m_rule(std::move(rule))
{
    m_out.state = "imported";
}

void RecordedDialogue::add(const RecordedRound &round, Candidate &candidate)
{
    m_out.task = candidate.task;
    m_out.method = candidate.method;
    m_out.sample = candidate.sample;
    candidate.request = requestUuid(m_runUuid, candidate);
    const bool isFirst = m_out.requests.empty();
    const int before = isFirst ? 0 : m_out.requests.back().round;
    if (!round.prompt.empty()) {
        DialogueMessage asked;
        asked.round = candidate.round;
        asked.role = "user";
        asked.kind = isFirst ? "task" : "feedback";
        asked.body = round.prompt;
        if (!isFirst)
            asked.told = ToldEvaluation{candidate.sample, before, 0};
        addMessage(std::move(asked));
    }
    if (!isFirst)
        m_out.lineage.push_back({candidate.round, candidate.sample, before, "refined"});

    Response response;
    response.raw = round.isCodeOnly ? std::string() : round.answer.toString();
    response.content = isUtf8(round.answer)
        ? round.answer
        : SharedText(withReplacedBytes(round.answer.toString()));
    response.reasoning = withReplacedBytes(round.reasoning);
    response.extractions = {extractCode({response.content, {}}, m_rule).extraction};
    Extraction &taken = response.extractions.front();
    if (taken.ranges.size() == 1) // the same bytes, but in memory only once
        taken.source = partOf(response.content, taken.ranges.front());
    if (hasCode(taken) && !isProgram(candidate.source.toString(), m_rule))
        ++m_lost;

    DialogueMessage answer;
    answer.round = candidate.round;
    answer.role = "assistant";
    answer.kind = "answer";
    answer.body = response.content;
    answer.request = candidate.request;
    addMessage(std::move(answer));

    Request request;
    request.uuid = candidate.request;
    request.round = candidate.round;
    request.state = "answered";
    request.response = std::move(response);
    m_out.requests.push_back(std::move(request));
}

void RecordedDialogue::addMessage(DialogueMessage message)
{
    message.ordinal = static_cast<int>(m_out.messages.size());
    m_out.messages.push_back(std::move(message));
}

} // namespace loupe
