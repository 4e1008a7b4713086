// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/dialogues/retelling.h"
#include "core/model/candidate.h"
#include "core/model/evaluation.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// What a round took over all of its requests, failures and retries included.
GenerationCost costOfRound(const Dialogue &dialogue, int round);

/// The dialogues of a generation, by task and sample: what a store has of them, what was asked and
/// answered since, and what became of the programs.
class DialogueBook
{
public:
    explicit DialogueBook(DialogueOrigin origin) : m_origin(std::move(origin)) { }

    const DialogueOrigin &origin() const { return m_origin; }
    /// As a store has it.
    void addStored(Dialogue dialogue);
    /// A request with what came of it; one that is known and no more than was known changes
    /// nothing.
    void add(const std::string &task, int sample, Request request);
    /// The store has these requests with what came of them, by uuid.
    void setStored(const std::set<std::string> &requests);
    /// What became of a round's program. A failure of the machinery judges nothing.
    void addJudged(Evaluation evaluation, bool isWithheld);

    /// What becomes of the sample next.
    NextStep next(const std::string &task, int sample) const;
    /// Null where nothing was asked yet.
    const Dialogue *find(const std::string &task, int sample) const;
    /// The rounds of a sample that were judged, in their order; valid as long as the book.
    std::vector<JudgedRound> judged(const std::string &task, int sample) const;
    /// The samples of a task by number, as a strategy sees them: `sample` and, where what it is
    /// asked depends on others, these; else these are empty. Valid as long as the book.
    std::vector<SampleSoFar> samples(const std::string &task, int sample) const;
    /// Null where the round was not judged.
    const Evaluation *evaluation(const std::string &task, int sample, int round) const;
    /// By task and sample, as they were added.
    std::vector<const Dialogue *> all() const;
    /// All of them, their messages, lineage and states brought up to date. Corrupt where a feedback
    /// is about a program that no round had.
    Result<std::vector<Dialogue>> dialogues() const;
    /// Those of which the store lacks a request.
    Result<std::vector<std::shared_ptr<const Dialogue>>> unstored() const;
    /// One for each settled round, without source where no program was found in its answer.
    /// `language`: Candidate::language.
    std::vector<Candidate> candidates(const std::string &language) const;

private:
    using Key = std::pair<std::string, int>;
    struct Judged {
        Evaluation evaluation;
        bool isWithheld = false;
    };

    Status settle(Dialogue &dialogue) const;
    bool isStored(const Dialogue &dialogue) const;

    DialogueOrigin m_origin;
    std::map<Key, Dialogue> m_dialogues;
    std::map<Key, std::map<int, Judged>> m_judged; ///< by round
    std::set<std::string> m_stored;                ///< requests, by uuid
};

} // namespace loupe
