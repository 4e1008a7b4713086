// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generationboard.h"

#include "core/generation/dialogues/spooledtry.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t keptBytes = 8000; ///< of one turn
constexpr std::size_t keptTurns = 12;   ///< of one dialogue

/// Returns the end of a text, starting at a whole UTF-8 character.
std::string endOf(const std::string &text)
{
    if (text.size() <= keptBytes)
        return text;
    std::size_t from = text.size() - keptBytes;
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U)
        ++from;
    return text.substr(from);
}

DialogueTurn turnOf(DialogueTurn::Kind kind, std::int64_t round, const std::string &text)
{
    return {kind, static_cast<int>(round), endOf(text), text.size()};
}

} // namespace

GenerationProgress GenerationBoard::progress() const
{
    const std::lock_guard lock(m_mutex);
    GenerationProgress out = m_now;
    for (const SampleProgress &sample : out.samples) {
        for (const RoundProgress &round : sample.rounds) {
            out.answered
                += round.state >= RoundState::Answered && round.state <= RoundState::Judged ? 1 : 0;
            out.judged += round.state == RoundState::Judged ? 1 : 0;
            out.failed += round.state == RoundState::Failed ? 1 : 0;
        }
    }
    out.asked = static_cast<int>(m_sent.size());
    return out;
}

std::vector<DialogueTurn> GenerationBoard::turns(const std::string &task, int sample) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_said.find({task, sample});
    return found == m_said.end() ? std::vector<DialogueTurn>() : found->second;
}

std::pair<std::string, int> GenerationBoard::latest() const
{
    const std::lock_guard lock(m_mutex);
    return m_latest;
}

void GenerationBoard::begin(const GenerationSetup &setup, const Profile &profile,
                            const DialogueBook &book)
{
    const std::lock_guard lock(m_mutex);
    const Strategy &strategy = setup.origin.strategy;
    m_method = setup.method.name;
    m_now.run = setup.run;
    m_now.limits = profile.budget.run;
    m_now.hasPrices = profile.prices.has_value();
    m_now.lanes.resize(static_cast<std::size_t>(profile.endpoint.lanes));
    for (const AskedTask &task : setup.tasks) {
        for (int sample = 0; sample < strategy.samples; ++sample) {
            m_places[{task.task.name, sample}] = m_now.samples.size();
            m_now.samples.push_back({task.task.name, sample, {}});
            m_now.samples.back().rounds.resize(static_cast<std::size_t>(strategy.rounds));
        }
    }
    m_now.rounds = static_cast<int>(m_now.samples.size()) * strategy.rounds;
    for (const Dialogue *dialogue : book.all()) {
        for (const Request &request : dialogue->requests) {
            m_sent.insert({{dialogue->task, dialogue->sample}, request.round});
            m_now.spent += spentBy(request, profile);
            if (request.response)
                add({dialogue->task, dialogue->sample},
                    turnOf(DialogueTurn::Kind::Answer, request.round,
                           request.response->content.toString()));
        }
    }
    m_latest = {};
    for (const Candidate &each : book.candidates(setup.language)) {
        if (RoundProgress *round = find(each.task, each.sample, each.round))
            round->state = RoundState::Answered;
    }
    lookAt(book);
}

void GenerationBoard::enter(GenerationPhase phase)
{
    const std::lock_guard lock(m_mutex);
    m_now.phase = phase;
}

void GenerationBoard::ask(const Ask &ask, const std::string &question)
{
    const std::lock_guard lock(m_mutex);
    m_open[ask.uuid] = ask.place;
    if (RoundProgress *round = find(ask.place.task, ask.place.sample, ask.place.round))
        round->state = RoundState::InLine;
    add({ask.place.task, static_cast<int>(ask.place.sample)},
        turnOf(DialogueTurn::Kind::Question, ask.place.round, question));
}

void GenerationBoard::hear(const AskEvent &event)
{
    const std::lock_guard lock(m_mutex);
    if (event.kind == AskEvent::Kind::Sent || event.kind == AskEvent::Kind::Answered
        || event.kind == AskEvent::Kind::Failed || event.kind == AskEvent::Kind::Stopped) {
        m_now.spent = event.spent;
        m_now.reserved = event.reserved;
    }
    const auto open = m_open.find(event.ask);
    if (open == m_open.end())
        return;
    const RequestKey place = open->second;
    RoundProgress *round = find(place.task, place.sample, place.round);
    if (round == nullptr)
        return;
    const auto enter = [&](RoundState state) {
        round->state = state;
        laneOf(event.ask, place).state = state;
    };
    switch (event.kind) {
    case AskEvent::Kind::Sent:
        m_sent.insert({{place.task, static_cast<int>(place.sample)}, place.round});
        enter(RoundState::Asking);
        laneOf(event.ask, place).bytes = 0;
        break;
    case AskEvent::Kind::FirstByte:
        enter(RoundState::Answering);
        break;
    case AskEvent::Kind::Delta:
        enter(RoundState::Answering);
        laneOf(event.ask, place).bytes += event.text.size();
        addStreamed(place, event);
        break;
    case AskEvent::Kind::Failed:
        if (event.isFinal) {
            round->state
                = event.failure == FailureClass::Cancelled ? RoundState::Open : RoundState::Failed;
            freeLane(event.ask);
            m_open.erase(open);
        } else {
            enter(RoundState::Waiting);
            laneOf(event.ask, place).waitSeconds = event.waitSeconds;
        }
        break;
    case AskEvent::Kind::Answered:
        freeLane(event.ask);
        m_open.erase(open);
        break;
    default:
        break;
    }
}

void GenerationBoard::settle(const RequestKey &place, const std::string &content,
                             const std::string &reasoning)
{
    const std::lock_guard lock(m_mutex);
    const Key key{place.task, static_cast<int>(place.sample)};
    std::vector<DialogueTurn> &said = m_said[key];
    while (!said.empty() && said.back().kind != DialogueTurn::Kind::Question)
        said.pop_back();
    if (!reasoning.empty())
        add(key, turnOf(DialogueTurn::Kind::Reasoning, place.round, reasoning));
    add(key, turnOf(DialogueTurn::Kind::Answer, place.round, content));
}

void GenerationBoard::answered(const RequestKey &place)
{
    const std::lock_guard lock(m_mutex);
    if (RoundProgress *round = find(place.task, place.sample, place.round))
        round->state = RoundState::Answered;
}

void GenerationBoard::judge(const DialogueBook &book)
{
    const std::lock_guard lock(m_mutex);
    lookAt(book);
}

void GenerationBoard::judging(const ItemInfo &item)
{
    const std::lock_guard lock(m_mutex);
    if (RoundProgress *round = find(item))
        round->state = RoundState::Judging;
}

void GenerationBoard::judged(const ItemResult &result)
{
    const std::lock_guard lock(m_mutex);
    RoundProgress *round = find(result.item);
    if (round == nullptr)
        return;
    // An infrastructure error is no result, so the program is still waiting.
    const bool isJudged = outcomeOf(result.verdict) != Outcome::InfraError;
    *round = isJudged ? RoundProgress{RoundState::Judged, result.verdict, result.speedup}
                      : RoundProgress{RoundState::Answered, Verdict::NotRecorded, {}};
}

void GenerationBoard::judgingCancelled(const ItemInfo &item)
{
    const std::lock_guard lock(m_mutex);
    if (RoundProgress *round = find(item))
        round->state = RoundState::Answered;
}

RoundProgress *GenerationBoard::find(const std::string &task, std::int64_t sample,
                                     std::int64_t round)
{
    const auto place = m_places.find({task, static_cast<int>(sample)});
    if (place == m_places.end())
        return nullptr;
    std::vector<RoundProgress> &rounds = m_now.samples[place->second].rounds;
    const auto at = static_cast<std::size_t>(round);
    return at < rounds.size() ? &rounds[at] : nullptr;
}

/// Returns null for items of the confirmation, which has its own method.
RoundProgress *GenerationBoard::find(const ItemInfo &item)
{
    return item.method == m_method ? find(item.task, item.sample, item.round) : nullptr;
}

/// Returns the request's lane, or else the first free one.
AskLane &GenerationBoard::laneOf(const std::string &ask, const RequestKey &place)
{
    std::vector<AskLane> &lanes = m_now.lanes;
    const auto known = m_laneOf.find(ask);
    if (known != m_laneOf.end())
        return lanes[known->second];
    auto free = std::find_if(lanes.begin(), lanes.end(),
                             [](const AskLane &lane) { return !lane.isBusy; });
    if (free == lanes.end()) // requests that wait for a retry give up their lane
        free = lanes.insert(lanes.end(), AskLane());
    m_laneOf[ask] = static_cast<std::size_t>(free - lanes.begin());
    *free = {true,
             place.task,
             static_cast<int>(place.sample),
             static_cast<int>(place.round),
             place.purpose,
             RoundState::Asking,
             0,
             0};
    return *free;
}

void GenerationBoard::freeLane(const std::string &ask)
{
    const auto known = m_laneOf.find(ask);
    if (known == m_laneOf.end())
        return;
    m_now.lanes[known->second] = {};
    m_laneOf.erase(known);
}

void GenerationBoard::add(const Key &key, DialogueTurn turn)
{
    std::vector<DialogueTurn> &said = m_said[key];
    said.push_back(std::move(turn));
    if (said.size() > keptTurns)
        said.erase(said.begin());
    m_latest = key;
}

void GenerationBoard::addStreamed(const RequestKey &place, const AskEvent &event)
{
    const Key key{place.task, static_cast<int>(place.sample)};
    const auto kind
        = event.isReasoning ? DialogueTurn::Kind::Reasoning : DialogueTurn::Kind::Answer;
    std::vector<DialogueTurn> &said = m_said[key];
    if (said.empty() || said.back().kind != kind || said.back().round != place.round)
        add(key, {kind, static_cast<int>(place.round), {}, 0});
    DialogueTurn &turn = m_said[key].back();
    turn.bytes += event.text.size();
    turn.text = endOf(turn.text + event.text);
    m_latest = key;
}

void GenerationBoard::lookAt(const DialogueBook &book)
{
    for (SampleProgress &sample : m_now.samples) {
        for (const JudgedRound &judged : book.judged(sample.task, sample.sample)) {
            if (RoundProgress *round = find(sample.task, sample.sample, judged.round))
                *round = {RoundState::Judged, judged.verdict, judged.speedup};
        }
    }
}

} // namespace loupe
