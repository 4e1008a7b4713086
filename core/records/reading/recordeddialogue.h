// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/sharedtext.h"
#include "core/model/record/candidate.h"
#include "core/model/record/dialogue.h"

#include <cstddef>
#include <string>
#include <utility>

namespace loupe {

/// One recorded round of a dialogue; empty fields are not recorded.
struct RecordedRound {
    std::string prompt; ///< everything sent to the model in this round
    SharedText answer;  ///< bytes of the raw answer
    std::string reasoning;
    /// The run stored no raw answer; `answer` is the extracted code.
    bool isCodeOnly = false;
};

/// Dialogue of one sample, built from its recorded rounds. Requests get uuids derived from their
/// position in the run, so that repeated imports give the same ones.
class RecordedDialogue
{
public:
    /// `rule`: required content of its answers.
    RecordedDialogue(std::string runUuid, EntryRule rule);

    /// Adds the next round of the candidate's sample and sets the candidate's request.
    void add(const RecordedRound &round, Candidate &candidate);

    /// Returns the number of answers with a program from which the run took no program.
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

/// Returns the text with U+FFFD for each byte that is not valid UTF-8.
std::string withReplacedBytes(const std::string &bytes);

} // namespace loupe
