// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/client/asker.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"

#include <deque>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Asks what samples need until the round that each is in is settled or has failed for good, and
/// puts what comes into the book. Of what is asked at once an earlier round comes before a later
/// one, and a lower sample before a higher one, so that what a budget leaves is not the first tasks
/// alone.
class Asking
{
public:
    Asking(const Profile &profile, const GenerationSetup &setup, DialogueBook &book, Asker &asker,
           const GenerationTools &tools);

    /// Asks what samples need now and are not being asked already; those that failed for good are
    /// asked nothing more.
    Status askOpen();
    /// Whether something is asked that is neither settled nor failed.
    bool isWaiting() const { return !m_open.empty(); }
    /// Keeps the next event, which it waits for for a tenth of a second at most. Io where the asker
    /// is gone; what came by then is in the spool.
    Status listen(const std::stop_token &stop);
    /// Takes up what was heard: finds programs, and asks again what needs it.
    Status takeUp();
    /// Cancels what is open, and keeps what had come of it.
    Status giveUp();

    /// Whether a sample could be asked something now.
    bool isAnythingOpen() const { return !open().empty(); }
    /// Rounds that were settled so far.
    std::size_t settled() const { return m_settled; }
    AskingEnd end() const { return m_end; }
    const std::string &why() const { return m_why; }

private:
    struct Open {
        const AskedTask *task = nullptr;
        int sample = 0;
        int round = 0;
    };
    std::vector<Open> open() const;
    Status ask(const Open &open);
    Status take(const AskEvent &event);
    Status keep(const AskEvent &event, const Open &open);
    void show(const AskEvent &event, const Open &open);
    Status answered(const AskEvent &event, const Open &open);
    void failed(const AskEvent &event, const Open &open);
    std::string textOf(const Open &open) const;

    const Profile &m_profile;
    const GenerationSetup &m_setup;
    DialogueBook &m_book;
    Asker &m_asker;
    const GenerationTools &m_tools;
    std::map<std::string, Open> m_open;                    ///< by the uuid of the Ask
    std::set<std::pair<const AskedTask *, int>> m_givenUp; ///< task and sample
    std::deque<AskEvent> m_heard;
    std::size_t m_total = 0; ///< asked since nothing was being asked
    std::size_t m_ended = 0; ///< of these
    std::size_t m_settled = 0;
    AskingEnd m_end = AskingEnd::Answered;
    std::string m_why;
};

} // namespace loupe
