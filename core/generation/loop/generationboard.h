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

/// Live progress of a generation. Thread-safe: generate() and the engine write on their threads,
/// and a window reads at any time.
class GenerationBoard
{
public:
    /// Returns a snapshot.
    GenerationProgress progress() const;
    /// Returns the last messages of a dialogue, oldest first; empty if there is none.
    std::vector<DialogueTurn> turns(const std::string &task, int sample) const;
    /// Returns the dialogue with the latest message; an empty task if there is none.
    std::pair<std::string, int> latest() const;

    /// Starts with the state left by earlier sessions.
    void begin(const GenerationSetup &setup, const Profile &profile, const DialogueBook &book);
    void enter(GenerationPhase phase);
    /// Records a request being sent; `question` is its last message.
    void ask(const Ask &ask, const std::string &question);
    void hear(const AskEvent &event);
    /// Replaces the streamed text of a request by its whole answer.
    void settle(const RequestKey &place, const std::string &content, const std::string &reasoning);
    /// Records that the round has a resolved answer.
    void answered(const RequestKey &place);
    /// Copies the results in the store.
    void judge(const DialogueBook &book);
    /// Report the state of one of the generation's programs, as the engine sees it.
    void judging(const ItemInfo &item);
    void judged(const ItemResult &result);
    void judgingCancelled(const ItemInfo &item);

private:
    using Key = std::pair<std::string, int>; ///< task and sample

    RoundProgress *find(const std::string &task, std::int64_t sample, std::int64_t round);
    RoundProgress *find(const ItemInfo &item);
    AskLane &laneOf(const std::string &ask, const RequestKey &place);
    void freeLane(const std::string &ask);
    void add(const Key &key, DialogueTurn turn);
    void addStreamed(const RequestKey &place, const AskEvent &event);
    void lookAt(const DialogueBook &book);

    mutable std::mutex m_mutex;
    GenerationProgress m_now;
    std::string m_method;
    std::map<Key, std::size_t> m_places;             ///< index in GenerationProgress::samples
    std::map<std::string, RequestKey> m_open;        ///< by the uuid of the Ask
    std::map<std::string, std::size_t> m_laneOf;     ///< by the uuid of the Ask
    std::map<Key, std::vector<DialogueTurn>> m_said; ///< the last ones
    std::set<std::pair<Key, std::int64_t>> m_sent;   ///< rounds with a request that was sent
    Key m_latest;
};

} // namespace loupe
