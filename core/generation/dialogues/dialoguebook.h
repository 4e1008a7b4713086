// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/dialogues/retelling.h"
#include "core/model/record/candidate.h"
#include "core/model/record/evaluation.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Returns the cost of all requests of a round, including failures and retries.
GenerationCost costOfRound(const Dialogue &dialogue, int round);

/// Dialogues of a generation by task and sample, from the store and the current session, with the
/// results of their programs.
class DialogueBook
{
public:
    explicit DialogueBook(DialogueOrigin origin) : m_origin(std::move(origin)) { }

    const DialogueOrigin &origin() const { return m_origin; }
    /// Adds a dialogue from the store.
    void addStored(Dialogue dialogue);
    /// Adds or updates a request. A request that is already answered stays unchanged.
    void add(const std::string &task, int sample, Request request);
    /// Marks these requests (uuids) as stored with their answers.
    void setStored(const std::set<std::string> &requests);
    /// Adds the result of a round's program. Infrastructure errors are ignored.
    void addJudged(Evaluation evaluation, bool isWithheld);

    /// Returns the next step of the sample.
    NextStep next(const std::string &task, int sample) const;
    /// Returns null if no request was sent yet.
    const Dialogue *find(const std::string &task, int sample) const;
    /// Returns the evaluated rounds of a sample in order; valid as long as the book.
    std::vector<JudgedRound> judged(const std::string &task, int sample) const;
    /// Returns the samples of a task by number, as a strategy sees them. If the strategy is not
    /// ranked, all but `sample` are empty. Valid as long as the book.
    std::vector<SampleSoFar> samples(const std::string &task, int sample) const;
    /// Returns null if the round was not evaluated.
    const Evaluation *evaluation(const std::string &task, int sample, int round) const;
    /// Returns all dialogues by task and sample, as they were added.
    std::vector<const Dialogue *> all() const;
    /// Returns all dialogues with messages, lineage and state up to date. Corrupt if a feedback is
    /// about a program that no round had.
    Result<std::vector<Dialogue>> dialogues() const;
    /// Returns the dialogues with a request that is not stored yet.
    Result<std::vector<std::shared_ptr<const Dialogue>>> unstored() const;
    /// Returns one candidate for each resolved round, without source if its answer has no program.
    /// `language` is Candidate::language.
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
    std::set<std::string> m_stored;                ///< uuids of stored requests
};

} // namespace loupe
