// SPDX-License-Identifier: Apache-2.0
#include "core/generation/dialogues/retelling.h"

#include "core/base/result.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/feedback/quotedtext.h"
#include "core/generation/strategy/parents.h"
#include "core/sandbox/system/outputtail.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Builds the messages that follow from a dialogue's requests.
class Retelling
{
public:
    Retelling(Dialogue &dialogue, std::span<const SampleSoFar> samples, std::size_t which,
              const DialogueOrigin &origin)
        : m_dialogue(dialogue)
        , m_samples(samples)
        , m_which(which)
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
                break; // Later messages depend on an answer that is not known yet.
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
        const auto told = toldPrograms(question, m_samples, m_which, m_origin);
        if (!told)
            return told.error();
        if (told->empty())
            add(message(round, "task", question.purpose, toldIn(question.body)));
        for (const ToldProgram &each : *told) {
            DialogueMessage feedback = message(round, "feedback", question.purpose, each.text);
            feedback.told = ToldEvaluation{each.place.sample, each.place.round, 0};
            add(std::move(feedback));
            const Lineage origin{round, each.place.sample, each.place.round,
                                 told->size() > 1 ? "crossed" : "refined"};
            auto &lineage = m_dialogue.lineage;
            if (std::find(lineage.begin(), lineage.end(), origin) == lineage.end())
                lineage.push_back(origin);
        }
        return {};
    }

    DialogueMessage message(int round, const char *kind, const std::string &purpose,
                            std::string body) const
    {
        DialogueMessage out;
        out.round = round;
        out.role = "user";
        out.kind = kind;
        out.made = made(purpose);
        out.body = std::move(body);
        return out;
    }

    void answers(int round)
    {
        const Request *reminder = first(round, 2);
        const Request *settled
            = settledAnswer(m_dialogue, round, m_origin.strategy, m_origin.parameters);
        const Request *before = reminder == nullptr ? nullptr : lastAnswer(round, false);
        if (before != nullptr) {
            answer(round, *before);
            add(message(round, "reminder", reminder->purpose, toldIn(reminder->body)));
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

    /// Appends a message. Existing messages are never changed.
    void add(DialogueMessage message)
    {
        message.ordinal = m_next++;
        if (static_cast<std::size_t>(message.ordinal) >= m_dialogue.messages.size())
            m_dialogue.messages.push_back(std::move(message));
    }

    Dialogue &m_dialogue;
    std::span<const SampleSoFar> m_samples;
    std::size_t m_which;
    const DialogueOrigin &m_origin;
    int m_next = 0;
};

/// Finds the program that a request shows.
class ShownPrograms
{
public:
    ShownPrograms(const Request &question, std::span<const SampleSoFar> samples, std::size_t which,
                  const DialogueOrigin &origin, bool isAlone)
        : m_question(question)
        , m_samples(samples)
        , m_which(which)
        , m_origin(origin)
        , m_isAlone(isAlone)
    {
    }

    /// `expected` is the strategy's choice, or null. Returns null if no earlier round had the
    /// program.
    const JudgedRound *find(const ShownProgram &shown, const JudgedRound *expected) const
    {
        if (expected != nullptr && isShown(*expected, shown))
            return expected;
        if (const JudgedRound *own = latest(m_which, shown))
            return own;
        const JudgedRound *found = nullptr;
        for (std::size_t sample = 0; isPooled(m_origin.strategy) && sample < m_samples.size();
             ++sample) {
            const JudgedRound *each = latest(sample, shown);
            if (each != nullptr && (found == nullptr || each->round > found->round))
                found = each;
        }
        return found;
    }

private:
    bool isShown(const JudgedRound &each, const ShownProgram &shown) const
    {
        if (each.round >= m_question.round)
            return false;
        return m_isAlone ? shown.told.find(bareProgram(each.source)) != std::string::npos
                         : shownProgram(each.source, m_origin.fence) == shown.program;
    }

    const JudgedRound *latest(std::size_t sample, const ShownProgram &shown) const
    {
        const std::vector<JudgedRound> &judged = m_samples[sample].judged;
        const auto found
            = std::find_if(judged.rbegin(), judged.rend(),
                           [&](const JudgedRound &each) { return isShown(each, shown); });
        return found == judged.rend() ? nullptr : &*found;
    }

    const Request &m_question;
    std::span<const SampleSoFar> m_samples;
    std::size_t m_which;
    const DialogueOrigin &m_origin;
    bool m_isAlone;
};

} // namespace

std::string shownProgram(std::string_view source, const std::string &fence)
{
    return fenced(validUtf8(source), fence);
}

Result<std::vector<ToldProgram>> toldPrograms(const Request &question,
                                              std::span<const SampleSoFar> samples,
                                              std::size_t which, const DialogueOrigin &origin)
{
    std::vector<ToldProgram> out;
    if (rankOfPurpose(question.purpose) != 0 || question.purpose == "start")
        return out;
    const bool isAlone = origin.isAlone && question.purpose == "fix";
    const std::vector<ShownProgram> shown
        = isAlone ? std::vector{ShownProgram{{}, toldIn(question.body)}} : shownIn(question.body);
    const std::vector<ProgramPosition> parents
        = parentsOf(origin.strategy, origin.parameters, samples, which, question.round);
    const ShownPrograms programs(question, samples, which, origin, isAlone);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const JudgedRound *expected
            = parents.size() == shown.size() ? findProgram(samples, parents[i]) : nullptr;
        const JudgedRound *found = programs.find(shown[i], expected);
        if (found == nullptr)
            return Error{Errc::Corrupt,
                         "the request " + question.uuid
                             + " has the result of a program that no earlier round has",
                         "round " + std::to_string(question.round),
                         "start a new run with another --name"};
        out.push_back({found->place(), shown[i].told});
    }
    return out;
}

Status retell(Dialogue &dialogue, std::span<const SampleSoFar> samples, std::size_t which,
              const DialogueOrigin &origin)
{
    return Retelling(dialogue, samples, which, origin).run();
}

} // namespace loupe
