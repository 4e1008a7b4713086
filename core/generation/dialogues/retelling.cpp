// SPDX-License-Identifier: Apache-2.0
#include "core/generation/dialogues/retelling.h"

#include "core/base/errors.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/feedback/quotedtext.h"
#include "core/sandbox/outputtail.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// The messages that a dialogue's requests stand for, from the first on.
class Retelling
{
public:
    Retelling(Dialogue &dialogue, const std::vector<JudgedRound> &judged,
              const DialogueOrigin &origin)
        : m_dialogue(dialogue)
        , m_judged(judged)
        , m_origin(origin)
    {
    }

    Status run()
    {
        int round = 0;
        for (; const Request *question = first(round, 0); ++round) {
            if (Status told = tell(round, *question); !told)
                return told;
            answers(round);
            if (settledAnswer(m_dialogue, round, m_origin.strategy, m_origin.parameters) == nullptr)
                break; // what comes of it is told once that is known
        }
        return {};
    }

private:
    const Request *first(int round, int rank) const
    {
        const auto found = std::find_if(
            m_dialogue.requests.begin(), m_dialogue.requests.end(), [&](const Request &each) {
                return each.round == round && rankOfPurpose(each.purpose) == rank;
            });
        return found == m_dialogue.requests.end() ? nullptr : &*found;
    }

    const Request *lastAnswer(int round, bool isReminded) const
    {
        const auto found = std::find_if(m_dialogue.requests.rbegin(), m_dialogue.requests.rend(),
                                        [&](const Request &each) {
                                            return each.round == round && isAnswered(each)
                                                && (rankOfPurpose(each.purpose) == 2) == isReminded;
                                        });
        return found == m_dialogue.requests.rend() ? nullptr : &*found;
    }

    Status tell(int round, const Request &question)
    {
        const auto told = toldRound(question, m_judged, m_origin);
        if (!told)
            return told.error();
        DialogueMessage message;
        message.round = round;
        message.role = "user";
        message.kind = *told ? "feedback" : "task";
        message.made = made(question.purpose);
        message.body = toldIn(question.body);
        if (*told) {
            message.told = ToldEvaluation{m_dialogue.sample, **told, 0};
            const Lineage origin{round, m_dialogue.sample, **told, "refined"};
            auto &lineage = m_dialogue.lineage;
            if (std::find(lineage.begin(), lineage.end(), origin) == lineage.end())
                lineage.push_back(origin);
        }
        add(std::move(message));
        return {};
    }

    void answers(int round)
    {
        const Request *reminder = first(round, 2);
        const Request *settled
            = settledAnswer(m_dialogue, round, m_origin.strategy, m_origin.parameters);
        const Request *before = reminder == nullptr ? nullptr : lastAnswer(round, false);
        if (before != nullptr) {
            answer(round, *before);
            DialogueMessage message;
            message.round = round;
            message.role = "user";
            message.kind = "reminder";
            message.made = made(reminder->purpose);
            message.body = toldIn(reminder->body);
            add(std::move(message));
        }
        if (settled != nullptr && settled != before)
            answer(round, *settled);
    }

    void answer(int round, const Request &request)
    {
        DialogueMessage message;
        message.round = round;
        message.role = "assistant";
        message.kind = "answer";
        message.body = request.response->content;
        message.request = request.uuid;
        add(std::move(message));
    }

    std::optional<PromptTemplate> made(const std::string &purpose) const
    {
        const auto found = m_origin.prompts.find(purpose);
        return found == m_origin.prompts.end() ? std::nullopt : std::optional(found->second);
    }

    /// What is there already stays as it was said first.
    void add(DialogueMessage message)
    {
        message.ordinal = m_next++;
        if (static_cast<std::size_t>(message.ordinal) >= m_dialogue.messages.size())
            m_dialogue.messages.push_back(std::move(message));
    }

    Dialogue &m_dialogue;
    const std::vector<JudgedRound> &m_judged;
    const DialogueOrigin &m_origin;
    int m_next = 0;
};

} // namespace

std::string shownProgram(std::string_view source, const std::string &fence)
{
    return fenced(validUtf8(source), fence);
}

Result<std::optional<int>> toldRound(const Request &question,
                                     const std::vector<JudgedRound> &judged,
                                     const DialogueOrigin &origin)
{
    if (rankOfPurpose(question.purpose) != 0 || question.purpose == "start")
        return std::optional<int>();
    const bool isAlone = origin.isAlone && question.purpose == "fix";
    const auto shown = isAlone ? std::optional(toldIn(question.body)) : shownIn(question.body);
    if (!shown)
        return std::optional<int>();
    const auto isShown = [&](const JudgedRound &each) {
        if (each.round >= question.round)
            return false;
        return isAlone ? shown->find(bareProgram(each.source)) != std::string::npos
                       : shownProgram(each.source, origin.fence) == *shown;
    };
    const JudgedRound *parent = parentOf(origin.strategy, judged, question.round);
    if (parent != nullptr && isShown(*parent))
        return std::optional(parent->round);
    const auto latest = std::find_if(judged.rbegin(), judged.rend(), isShown);
    if (latest != judged.rend())
        return std::optional(latest->round);
    return errorWithHint(
        Errc::Corrupt,
        "the request " + question.uuid + " tells the result of a program that no earlier round had",
        "round " + std::to_string(question.round), "give the new run a --name of its own");
}

Status retell(Dialogue &dialogue, const std::vector<JudgedRound> &judged,
              const DialogueOrigin &origin)
{
    return Retelling(dialogue, judged, origin).run();
}

} // namespace loupe
