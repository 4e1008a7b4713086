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

/// Sends the requests that samples need until each current round is resolved or has failed for
/// good, and adds the results to the book. Earlier rounds come first, then lower samples, so that a
/// short budget is spread over all tasks.
class Asking
{
public:
    Asking(const Profile &profile, const GenerationSetup &setup, DialogueBook &book, Asker &asker,
           const GenerationTools &tools);

    /// Sends the requests that samples need now. Skips samples with an open request or a final
    /// failure.
    Status askOpen();
    /// Returns true while a request is neither resolved nor failed.
    bool isWaiting() const { return !m_open.empty(); }
    /// Saves the next event, and waits for it for at most a tenth of a second. Io if the client is
    /// gone; everything received until then is in the spool.
    Status listen(const std::stop_token &stop);
    /// Handles received events: extracts programs and sends follow-up requests.
    Status takeUp();
    /// Cancels open requests and saves what they received.
    Status giveUp();

    /// Returns true if a sample needs a request now.
    bool isAnythingOpen() const { return !open().empty(); }
    /// Returns the number of rounds resolved so far.
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
    std::size_t m_total = 0; ///< requests since there was no open one
    std::size_t m_ended = 0; ///< ended ones of `m_total`
    std::size_t m_settled = 0;
    AskingEnd m_end = AskingEnd::Answered;
    std::string m_why;
};

} // namespace loupe
