// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/session/askmessages.h"
#include "core/engine/request/runobserver.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationprogress.h"
#include "core/generation/loop/generationsetup.h"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// What a generation tells while it goes on, for whoever looks. Thread-safe: generate() writes on
/// its thread, the engine on its own, and a window reads when it wants to.
class GenerationBoard
{
public:
    /// For who looks.
    GenerationProgress progress() const;
    /// What was said last in a dialogue, the oldest first; empty where there is none.
    std::vector<DialogueTurn> turns(const std::string &task, int sample) const;
    /// The dialogue in which something was said last; an empty task: there is none.
    std::pair<std::string, int> latest() const;

    /// For generate(): with what earlier sessions left.
    void begin(const GenerationSetup &setup, const Profile &profile, const DialogueBook &book);
    void enter(GenerationPhase phase);
    /// A request goes to the asker; `question`: its last message.
    void ask(const Ask &ask, const std::string &question);
    void hear(const AskEvent &event);
    /// The whole answer of a settled request, in place of what was streamed.
    void settle(const Place &place, const std::string &content, const std::string &reasoning);
    /// Its round has an answer that settles it.
    void answered(const Place &place);
    /// What the store says of programs by now.
    void judge(const DialogueBook &book);
    /// What the engine says of one of the generation's programs.
    void judging(const ItemInfo &item);
    void judged(const ItemResult &result);
    void judgingCancelled(const ItemInfo &item);

private:
    using Key = std::pair<std::string, int>; ///< task and sample

    RoundProgress *find(const std::string &task, std::int64_t sample, std::int64_t round);
    RoundProgress *find(const ItemInfo &item);
    AskLane &laneOf(const std::string &ask, const Place &place);
    void freeLane(const std::string &ask);
    void add(const Key &key, DialogueTurn turn);
    void addStreamed(const Place &place, const AskEvent &event);
    void lookAt(const DialogueBook &book);

    mutable std::mutex m_mutex;
    GenerationProgress m_now;
    std::string m_method;
    std::map<Key, std::size_t> m_places;             ///< in GenerationProgress::samples
    std::map<std::string, Place> m_open;             ///< by the uuid of the Ask
    std::map<std::string, std::size_t> m_laneOf;     ///< likewise
    std::map<Key, std::vector<DialogueTurn>> m_said; ///< the last ones
    std::set<std::pair<Key, std::int64_t>> m_sent;   ///< rounds of which a request has left
    Key m_latest;
};

} // namespace loupe
