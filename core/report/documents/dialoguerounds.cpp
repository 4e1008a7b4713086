// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/dialoguerounds.h"

#include "core/base/counted.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace loupe {

namespace {

void addLine(std::string &text, const std::string &line)
{
    text += (text.empty() ? "" : "\n") + line;
}

void addPart(std::string &text, const std::string &part)
{
    text += (text.empty() ? "" : ", ") + part;
}

std::string placeOf(int ownSample, int sample, int round)
{
    return sample == ownSample ? fmt::format("round {}", round)
                               : fmt::format("sample {}, round {}", sample, round);
}

std::string titleOf(const DialogueMessage &message, int sample)
{
    std::string title = message.kind.empty() ? message.role : message.kind;
    if (message.told)
        title += " on " + placeOf(sample, message.told->sample, message.told->round);
    if (!message.author.empty())
        title += " by " + message.author;
    return title;
}

/// Returns the valid extraction of an answer: the choice of a user, or the result of the newest
/// rule version.
const Extraction *effective(const Response &response)
{
    const Extraction *best = nullptr;
    for (const Extraction &each : response.extractions) {
        const bool isBetter = best == nullptr || (best->person.empty() && !each.person.empty())
            || (best->person.empty() == each.person.empty()
                && each.ruleVersion >= best->ruleVersion);
        if (isBetter)
            best = &each;
    }
    return best;
}

std::string outcomeText(const Extraction &extraction, const std::string &finishReason)
{
    std::string out(facts(extraction.outcome).label);
    if (hasCode(extraction)) {
        out += extraction.blocks > 1
            ? fmt::format(": block {} of {}", extraction.chosen + 1, extraction.blocks)
            : std::string(": one block");
        out += ", by " + extraction.segmentation;
        for (const ByteRange &range : extraction.ranges)
            out += fmt::format(", bytes {} to {}", groupedDigits(range.begin),
                               groupedDigits(range.end));
        out += extraction.isUnclosed ? ", never closed" : "";
        out += extraction.isInOpenThought ? ", in reasoning that never ends" : "";
    }
    if (!extraction.person.empty())
        out += ", chosen by " + extraction.person;
    if (!finishReason.empty())
        out += "; the answer ended with \"" + finishReason + "\"";
    return out;
}

/// The cost of a round's requests.
struct RoundCost {
    std::size_t requests = 0;
    std::optional<std::int64_t> input;
    std::optional<std::int64_t> cached;
    std::optional<std::int64_t> output;
    std::optional<std::int64_t> reasoning;
    std::optional<double> dollars;

    void add(const Request &request)
    {
        ++requests;
        if (!request.response)
            return;
        addKnown(input, request.response->inputTokens);
        addKnown(cached, request.response->cachedTokens);
        addKnown(output, request.response->outputTokens);
        addKnown(reasoning, request.response->reasoningTokens);
        addKnown(dollars, request.response->dollars);
    }

    std::string text() const
    {
        std::string out;
        const auto tokens
            = [&](const std::optional<std::int64_t> &all, const std::optional<std::int64_t> &part,
                  const char *word, const char *partWord) {
                  if (!all)
                      return;
                  std::string one = fmt::format("{} tokens {}", groupedDigits(*all), word);
                  if (part)
                      one += fmt::format(" ({} {})", groupedDigits(*part), partWord);
                  addPart(out, one);
              };
        tokens(input, cached, "in", "cached");
        tokens(output, reasoning, "out", "reasoning");
        if (dollars)
            addPart(out, fmt::format("${:.4f}", *dollars));
        if (requests > 1 || !out.empty())
            out = counted(requests, "request") + (out.empty() ? "" : ", ") + out;
        return out;
    }
};

std::string troubleOf(const Request &request)
{
    if (request.state == "answered" && request.errorText.empty())
        return {};
    std::string out = "request " + request.state;
    if (request.httpStatus)
        out += fmt::format(", status {}", *request.httpStatus);
    if (!request.errorText.empty())
        out += ": " + request.errorText;
    return out;
}

class RoundsOf
{
public:
    explicit RoundsOf(const Dialogue &dialogue) : m_dialogue(dialogue) { }

    std::vector<DialogueRound> make()
    {
        for (const DialogueMessage &message : m_dialogue.messages) {
            DialogueRound &round = at(message.round);
            if (message.kind != "answer")
                round.told.push_back(
                    {titleOf(message, m_dialogue.sample), message.body.toString()});
        }
        for (const Request &request : m_dialogue.requests)
            addRequest(request);
        for (const Lineage &lineage : m_dialogue.lineage)
            addPart(at(lineage.round).origin,
                    lineage.role + " from "
                        + placeOf(m_dialogue.sample, lineage.parentSample, lineage.parentRound));
        std::vector<DialogueRound> out;
        for (auto &[number, round] : m_rounds) {
            round.cost = m_costs[number].text();
            out.push_back(std::move(round));
        }
        return out;
    }

private:
    DialogueRound &at(int number)
    {
        DialogueRound &round = m_rounds[number];
        round.round = number;
        return round;
    }

    void addRequest(const Request &request)
    {
        DialogueRound &round = at(request.round);
        m_costs[request.round].add(request);
        if (const std::string trouble = troubleOf(request); !trouble.empty())
            addLine(round.trouble, trouble);
        if (!request.response)
            return;
        const Response &response = *request.response;
        round.reasoning = response.reasoning;
        if (!response.isComplete)
            addLine(round.trouble, "the answer was cut off");
        if (const Extraction *extraction = effective(response)) {
            round.answer = answerPieces(response.content, *extraction);
            round.outcome = outcomeText(*extraction, response.finishReason);
        } else {
            round.answer = answerPieces(response.content, {});
            round.outcome.clear();
        }
    }

    const Dialogue &m_dialogue;
    std::map<int, DialogueRound> m_rounds;
    std::map<int, RoundCost> m_costs;
};

void addBlock(std::string &out, const std::string &text)
{
    out += text;
    if (!text.empty() && text.back() != '\n')
        out += '\n';
}

} // namespace

std::vector<DialogueRound> dialogueRounds(const Dialogue &dialogue)
{
    return RoundsOf(dialogue).make();
}

std::vector<AnswerPiece> answerPieces(std::string_view content, const Extraction &extraction)
{
    std::vector<AnswerPiece> out;
    const auto size = static_cast<std::int64_t>(content.size());
    std::int64_t at = 0;
    const auto add = [&](std::int64_t end, bool isTaken) {
        if (end > at)
            out.push_back({std::string(content.substr(static_cast<std::size_t>(at),
                                                      static_cast<std::size_t>(end - at))),
                           isTaken});
        at = std::max(at, end);
    };
    // Parts that a chosen block needs may follow it.
    std::vector<ByteRange> ranges = extraction.ranges;
    std::sort(ranges.begin(), ranges.end(),
              [](const ByteRange &a, const ByteRange &b) { return a.begin < b.begin; });
    for (const ByteRange &range : ranges) {
        add(std::clamp<std::int64_t>(range.begin, 0, size), false);
        add(std::clamp<std::int64_t>(range.end, 0, size), true);
    }
    add(size, false);
    return out;
}

std::string dialogueText(const Dialogue &dialogue, bool withReasoning)
{
    std::string out;
    for (const DialogueRound &round : dialogueRounds(dialogue)) {
        out += fmt::format("== round {}{}\n", round.round,
                           round.origin.empty() ? std::string() : ", " + round.origin);
        for (const ToldText &told : round.told) {
            out += "-- " + told.title + '\n';
            addBlock(out, told.body);
        }
        if (!round.reasoning.empty() && withReasoning) {
            out += "-- reasoning\n";
            addBlock(out, round.reasoning);
        } else if (!round.reasoning.empty()) {
            out += fmt::format("-- reasoning: {} bytes\n",
                               groupedDigits(static_cast<std::int64_t>(round.reasoning.size())));
        }
        out += round.answer.empty() ? "-- no answer\n" : "-- answer\n";
        for (const AnswerPiece &piece : round.answer) {
            out += piece.isTaken ? ">>> taken\n" : "";
            addBlock(out, piece.text);
            out += piece.isTaken ? "<<< taken\n" : "";
        }
        for (const std::string *line : {&round.outcome, &round.cost}) {
            if (!line->empty())
                out += "-- " + *line + '\n';
        }
        if (!round.trouble.empty())
            addBlock(out, round.trouble);
    }
    return out;
}

} // namespace loupe
