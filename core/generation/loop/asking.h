// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/client/asker.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"

#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Asks what samples need until the round that each is in is settled or has failed for good, and
/// puts what comes into the book. Of all tasks an earlier round comes before a later one, and a
/// lower sample before a higher one, so that what a budget leaves is not the first tasks alone.
class Asking
{
public:
    Asking(const Profile &profile, const GenerationSetup &setup, DialogueBook &book, Asker &asker,
           const GenerationTools &tools);

    /// One wave. May be called again once what it brought is judged; samples that failed for good
    /// are asked nothing more. Io where the asker is gone; what came by then is in the spool.
    Status run(const std::stop_token &stop);

    /// Whether a sample could be asked something now.
    bool isAnythingOpen() const;
    /// Over all waves so far.
    AskingEnd end() const { return m_end; }
    const std::string &why() const { return m_why; }

private:
    struct Open {
        const AskedTask *task = nullptr;
        int sample = 0;
        int round = 0;
    };
    std::vector<Open> wave() const;
    Status ask(const Open &open);
    Status take(const AskEvent &event);
    Status keep(const AskEvent &event, const Open &open);
    void show(const AskEvent &event, const Open &open);
    Status answered(const AskEvent &event, const Open &open);
    void failed(const AskEvent &event, const Open &open);
    Status drain();
    std::string textOf(const Open &open) const;

    const Profile &m_profile;
    const GenerationSetup &m_setup;
    DialogueBook &m_book;
    Asker &m_asker;
    const GenerationTools &m_tools;
    std::map<std::string, Open> m_open;                    ///< by the uuid of the Ask
    std::set<std::pair<const AskedTask *, int>> m_givenUp; ///< task and sample
    std::size_t m_total = 0;
    std::size_t m_ended = 0;
    AskingEnd m_end = AskingEnd::Answered;
    std::string m_why;
};

} // namespace loupe
