// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/model/candidate.h"
#include "core/model/dialogue.h"

#include <cstddef>
#include <string>
#include <utility>

namespace loupe {

/// What a record says of one round of a dialogue; empty: not recorded.
struct RecordedRound {
    std::string prompt; ///< all that the model was told in this round
    std::string answer; ///< bytes of the raw answer
    std::string reasoning;
    /// The run kept no raw answer: `answer` is the code that it took.
    bool isCodeOnly = false;
};

/// The dialogue of one sample, made of what was recorded of its rounds. Requests get uuids from
/// their place in the run, so that reading the same record again gives the same ones.
class RecordedDialogue
{
public:
    /// `rule`: what its answers shall hold.
    RecordedDialogue(std::string runUuid, EntryRule rule);

    /// Adds the next round of the candidate's sample and lets the candidate name its request.
    void add(const RecordedRound &round, Candidate &candidate);

    /// Answers that hold a program where the candidate's source, what the run took of it, is none.
    std::size_t lost() const { return m_lost; }
    bool isEmpty() const { return m_out.requests.empty(); }
    Dialogue take() { return std::move(m_out); }

private:
    void addMessage(DialogueMessage message);

    std::string m_runUuid;
    EntryRule m_rule;
    std::size_t m_lost = 0;
    Dialogue m_out;
};

/// The text with U+FFFD for each byte that is no part of UTF-8.
std::string withReplacedBytes(const std::string &bytes);

} // namespace loupe
