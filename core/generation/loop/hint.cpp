// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/hint.h"

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/client/asker.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/endpoints/spool/spoolwriter.h"
#include "core/engine/request/rerun.h"
#include "core/engine/run/runner.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/feedback/feedbackvalues.h"
#include "core/generation/loop/askedtasks.h"
#include "core/generation/loop/hintbasis.h"
#include "core/generation/loop/keptrequests.h"
#include "core/generation/loop/storedrun.h"
#include "core/generation/prompts/prompttext.h"
#include "core/generation/strategy/roundrequests.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *hintPurpose = "hint";

/// Single request outside of a generation.
struct OneQuestion {
    const Profile &profile;
    RequestKey place;
    const std::vector<ChatMessage> &messages;
    const EntryRule &rule;       ///< what the answer must define
    std::filesystem::path spool; ///< of this request only
    std::filesystem::path record;
    std::filesystem::path replay;
    bool isReplayExact = false;
};

constexpr std::chrono::milliseconds eventPause{100};
constexpr int drainPauses = 100; ///< ten seconds; kloupe-ask usually ends within one

Result<std::vector<Request>> spooledOf(const OneQuestion &question)
{
    const auto uuids = spooledRequests(question.spool);
    if (!uuids)
        return uuids.error();
    std::vector<Request> out;
    for (const std::string &uuid : *uuids) {
        const auto spooled = readSpooled(question.spool, uuid);
        if (!spooled)
            return spooled.error();
        out.push_back(requestOf(*spooled, question.rule, question.profile));
    }
    std::stable_partition(out.begin(), out.end(),
                          [](const Request &each) { return !isAnswered(each); });
    return out;
}

bool hasAnswer(const std::vector<Request> &requests)
{
    return !requests.empty() && isAnswered(requests.back());
}

Result<std::unique_ptr<Asker>> askerFor(const OneQuestion &question,
                                        const std::vector<Request> &before,
                                        const GenerationTools &tools, const std::stop_token &stop)
{
    AskerRequest begin;
    begin.profile = question.profile;
    begin.spool = question.spool;
    begin.record = question.record;
    for (const Request &each : before) {
        RequestKey place = question.place;
        place.attempt = each.attempt + 1;
        begin.spent.push_back({std::move(place), spentBy(each, question.profile)});
    }
    return question.replay.empty() ? startAskProcess(tools.askProgram, begin, stop)
                                   : startReplay(question.replay, begin, question.isReplayExact);
}

Status drain(Asker &asker)
{
    if (Status stopped = asker.stop(); !stopped)
        return stopped;
    for (int pause = 0; pause < drainPauses; ++pause) {
        const auto event = asker.next(eventPause, {});
        if (!event)
            return event.error();
        if (*event && (*event)->kind == AskEvent::Kind::Stopped)
            break;
    }
    return Error{Errc::Cancelled, "stopped before it was answered"};
}

/// Waits until the request is answered or has failed for good.
Status follow(Asker &asker, const OneQuestion &question, const GenerationTools &tools,
              const std::stop_token &stop)
{
    while (!stop.stop_requested()) {
        const auto event = asker.next(eventPause, stop);
        if (!event)
            return event.error();
        if (!*event)
            continue;
        const AskEvent &said = **event;
        if (said.kind == AskEvent::Kind::Note || said.kind == AskEvent::Kind::Closed)
            tools.say(said.text);
        if (said.kind == AskEvent::Kind::Answered)
            return {};
        if (said.kind == AskEvent::Kind::Failed && said.isFinal)
            return Error{Errc::Io, said.text, question.profile.endpoint.url.with(chatResource()),
                         "fix the cause in the message, then try again"};
    }
    return drain(asker);
}

/// Sends the request and returns all its tries, the answered one last. Sends nothing if the spool
/// has a complete answer. After the errors Cancelled and Io (with the endpoint's message),
/// everything received is in the spool.
Result<std::vector<Request>> answerTo(const OneQuestion &question, const GenerationTools &tools,
                                      const std::stop_token &stop)
{
    auto before = spooledOf(question);
    if (!before || hasAnswer(*before))
        return before;
    if (Status made = makeSpoolsOf(question.spool); !made)
        return made.error();
    const auto asker = askerFor(question, *before, tools, stop);
    if (!asker)
        return asker.error();
    Ask ask;
    ask.uuid = newUuid();
    ask.place = question.place;
    ask.place.attempt += static_cast<std::int64_t>(before->size());
    ask.body
        = chatBody(question.profile, question.messages, static_cast<int>(question.place.sample),
                   question.profile.parameters.maxOutput, static_cast<int>(question.place.round));
    if (Status asked = (*asker)->ask(ask); !asked)
        return asked.error();
    tools.say("asked");
    if (Status answered = follow(**asker, question, tools, stop); !answered)
        return answered.error();
    auto now = spooledOf(question);
    if (now && !hasAnswer(*now))
        return Error{Errc::Io, "the answer was cut off", question.spool.string()};
    return now;
}

/// Removes requests from the spool that are durable in a store (makeStoreDurable()).
Status dropAnswered(const fs::path &spool, const std::vector<Request> &requests)
{
    for (const Request &each : requests) {
        if (Status removed = removeSpooled(spool, each.uuid); !removed)
            return removed;
    }
    removeEmptySpool(spool);
    return {};
}

/// State of one call of askWithHint().
class HintRound
{
public:
    HintRound(const HintRequest &request, HintBasis basis, const GenerationTools &tools)
        : m_request(request)
        , m_basis(std::move(basis))
        , m_tools(tools)
    {
    }

    Result<HintOutcome> run(const std::stop_token &stop)
    {
        if (Status judged = judgeParent(); !judged)
            return judged.error();
        if (Status said = addQuestion(); !said)
            return said.error();
        const fs::path spool = spoolOf();
        const OneQuestion question{m_basis.profile,
                                   {m_basis.sample.parent.task, m_basis.sample.parent.sample,
                                    m_basis.sample.round, hintPurpose, 1},
                                   m_messages,
                                   m_basis.task.rule,
                                   spool,
                                   m_request.record,
                                   m_request.replay,
                                   m_request.isReplayExact};
        auto requests = answerTo(question, m_tools, stop);
        if (!requests)
            return requests.error();
        addAnswer(*requests);
        auto outcome = judgeAnswer();
        if (!outcome)
            return outcome;
        if (Status durable = makeStoreDurable(m_request.store); !durable)
            return durable.error();
        if (Status dropped = dropAnswered(spool, *requests); !dropped)
            return dropped.error();
        return outcome;
    }

private:
    struct Judged {
        RowId id;
        Evaluation evaluation;
        bool isWithheld = false;
    };

    Result<RunOutcome> evaluate(std::vector<Candidate> more,
                                std::vector<std::shared_ptr<const Dialogue>> dialogues)
    {
        RunRequest run = m_basis.run;
        run.resume = m_basis.sample.isRunThere;
        std::vector<Candidate> all = m_basis.sample.earlier;
        for (Candidate &each : more) {
            const bool isKnown = std::any_of(all.begin(), all.end(), [&](const Candidate &known) {
                return known.task == each.task && known.sample == each.sample
                    && known.round == each.round;
            });
            if (!isKnown)
                all.push_back(std::move(each));
        }
        run.given = {{{m_basis.sample.method, m_basis.detail.row.isDemo ? "demo" : "model",
                       "What " + m_basis.detail.row.method + " wrote after hints of people",
                       m_basis.detail.row.isDemo},
                      std::move(all),
                      std::move(dialogues),
                      rawAnswersIn(spoolOf())}};
        auto outcome = m_tools.evaluate(run);
        m_basis.sample.isRunThere = m_basis.sample.isRunThere || outcome;
        return outcome;
    }

    Result<Judged> judgedAt(int round, bool isCancelled) const
    {
        const auto reader = StoreReader::open(m_request.store);
        if (!reader)
            return reader.error();
        const Candidate &parent = m_basis.sample.parent;
        Filter filter = onlyRun(m_basis.sample.run);
        const auto rows = (*reader)->metricRowsWithoutCosts(filter, {});
        if (!rows)
            return rows.error();
        for (const MetricRow &row : *rows) {
            if (row.task.text() != parent.task || row.sample != parent.sample || row.round != round)
                continue;
            auto detail = (*reader)->detail(row.id);
            if (!detail)
                return detail.error();
            return Judged{row.id, std::move(detail->evaluation), row.isWithheld};
        }
        return isCancelled ? Error{Errc::Cancelled, "stopped before it was evaluated"}
                           : Error{Errc::Internal, "it was not evaluated", parent.task};
    }

    Verdict verdictOf(const Evaluation &evaluation) const
    {
        const bool isStrict = m_basis.strategy.judge == Strategy::Judge::Strict
            && evaluation.strictVerdict != Verdict::NotRecorded;
        return isStrict ? evaluation.strictVerdict : evaluation.verdict;
    }

    /// Evaluates the parent again in the run of hinted programs, so that both have the same
    /// conditions.
    Status judgeParent()
    {
        m_tools.say("the program that the hint is about");
        const auto evaluated = evaluate({m_basis.sample.parent}, {});
        if (!evaluated)
            return evaluated.error();
        auto judged = judgedAt(m_basis.sample.parent.round, evaluated->cancelled);
        if (!judged)
            return judged.error();
        if (judged->isWithheld)
            return Error{
                Errc::InvalidInput,
                "this program is excluded by an integrity rule; hints about it are not possible",
                m_basis.sample.parent.task, "choose another program"};
        m_parent = std::move(*judged);
        return {};
    }

    Result<std::string> rendered(const PromptTemplate &prompt, TemplateValues values) const
    {
        values.insert(m_basis.task.values.begin(), m_basis.task.values.end());
        const auto text = TemplateText::parse(prompt.body, prompt.name);
        return text ? text->render(values) : Result<std::string>(text.error());
    }

    /// Returns the feedback prompt and its text for the parent's result.
    Result<std::pair<PromptTemplate, std::string>> told() const
    {
        const Verdict verdict = verdictOf(m_parent.evaluation);
        const bool isRight = outcomeOf(verdict) == Outcome::Correct;
        auto prompt
            = promptFor(isRight ? m_basis.strategy.optimisePrompt : m_basis.strategy.fixPrompt,
                        m_basis.platform, isRight ? "optimise" : "fix");
        if (!prompt)
            return prompt.error();
        const FeedbackRound round{m_basis.sample.parent.round, verdict, &m_parent.evaluation, {}};
        TemplateValues values
            = feedbackValues(m_basis.feedback, {&round, 1}, 0, std::nullopt, m_basis.fence);
        auto text = rendered(*prompt, std::move(values));
        if (!text)
            return text.error();
        return std::pair(std::move(*prompt), std::move(*text));
    }

    Status addQuestion()
    {
        auto feedback = told();
        if (!feedback)
            return feedback.error();
        auto prompt = promptFor({}, m_basis.platform, hintPurpose);
        if (!prompt)
            return prompt.error();
        const auto whole
            = rendered(*prompt, {{"told", feedback->second}, {"hint", m_request.hint}});
        if (!whole)
            return whole.error();
        Dialogue &dialogue = m_basis.sample.dialogue;
        const auto task
            = std::find_if(dialogue.messages.begin(), dialogue.messages.end(),
                           [](const DialogueMessage &each) { return each.kind == "task"; });
        if (task != dialogue.messages.end())
            m_messages.push_back({"user", task->body.toString()});
        m_messages.push_back(
            {"assistant", shownProgram(m_basis.sample.parent.source, m_basis.fence)});
        m_messages.push_back({"user", *whole});
        DialogueMessage result = message("feedback", feedback->second);
        result.made = std::move(feedback->first);
        result.told = ToldEvaluation{m_basis.sample.parent.sample, m_basis.sample.parent.round, 0};
        add(std::move(result));
        DialogueMessage hint = message(hintPurpose, m_request.hint);
        hint.made = std::move(*prompt);
        hint.author = m_request.person;
        add(std::move(hint));
        dialogue.lineage.push_back({m_basis.sample.round, m_basis.sample.parent.sample,
                                    m_basis.sample.parent.round, "hinted"});
        dialogue.strategy = "hints of people";
        dialogue.state = "stopped";
        dialogue.stopReason = "hinted";
        return {};
    }

    DialogueMessage message(const char *kind, const SharedText &body) const
    {
        DialogueMessage out;
        out.round = m_basis.sample.round;
        out.role = "user";
        out.kind = kind;
        out.body = body;
        return out;
    }

    void add(DialogueMessage message)
    {
        auto &messages = m_basis.sample.dialogue.messages;
        message.ordinal = static_cast<int>(messages.size());
        messages.push_back(std::move(message));
    }

    /// Depends only on the request, so that a repeated call finds earlier answers.
    fs::path spoolOf() const
    {
        const Candidate &parent = m_basis.sample.parent;
        const Json place{m_basis.sample.run,   parent.task,   parent.sample,  m_basis.sample.round,
                         m_basis.profile.text, parent.source, m_request.hint, m_request.person};
        return spoolFor(m_request.store, "hint-", place);
    }

    void addAnswer(const std::vector<Request> &requests)
    {
        Dialogue &dialogue = m_basis.sample.dialogue;
        for (const Request &each : requests) {
            dialogue.requests.push_back(each);
            if (!isAnswered(each))
                continue;
            DialogueMessage answer = message("answer", each.response->content);
            answer.role = "assistant";
            answer.request = each.uuid;
            add(std::move(answer));
        }
    }

    Candidate newCandidate() const
    {
        const Dialogue &dialogue = m_basis.sample.dialogue;
        Candidate out = m_basis.sample.parent;
        out.round = m_basis.sample.round;
        out.source = {};
        out.feedback = m_messages.back().content;
        out.cost = costOfRound(dialogue, out.round);
        const Request &answer = dialogue.requests.back();
        out.request = answer.uuid;
        if (!answer.response->extractions.empty())
            out.source = answer.response->extractions.front().source;
        return out;
    }

    Result<HintOutcome> judgeAnswer()
    {
        const auto evaluated = evaluate({m_basis.sample.parent, newCandidate()},
                                        {std::make_shared<Dialogue>(m_basis.sample.dialogue)});
        if (!evaluated)
            return evaluated.error();
        const auto judged = judgedAt(m_basis.sample.round, evaluated->cancelled);
        if (!judged)
            return judged.error();
        HintOutcome out;
        out.run = m_basis.sample.run;
        out.task = m_basis.sample.parent.task;
        out.sample = m_basis.sample.parent.sample;
        out.round = m_basis.sample.round;
        out.before = verdictOf(m_parent.evaluation);
        out.verdict = verdictOf(judged->evaluation);
        out.speedup = judged->evaluation.speedup;
        out.evaluation = judged->id;
        out.evaluated = *evaluated;
        return out;
    }

    const HintRequest &m_request;
    HintBasis m_basis;
    const GenerationTools &m_tools;
    Judged m_parent;
    std::vector<ChatMessage> m_messages;
};

} // namespace

Result<HintOutcome> askWithHint(const HintRequest &request, const GenerationTools &tools,
                                const std::stop_token &stop)
{
    auto basis = hintBasis(request);
    if (!basis)
        return basis.error();
    return HintRound(request, std::move(*basis), tools).run(stop);
}

} // namespace loupe
