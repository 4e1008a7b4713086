// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/run/runoutcome.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"

#include <chrono>
#include <future>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// Evaluates the programs of a generation in the run of its name, batch by batch, each on a thread
/// of its own.
class Judging
{
public:
    /// `isRunThere`: the store has the run.
    Judging(const GenerationRequest &request, const GenerationSetup &setup,
            const GenerationTools &tools, DialogueBook &book, bool isRunThere);

    /// Which programs a batch has beside those that no batch had.
    enum class Again {
        None,
        Unjudged ///< those that the machinery failed at
    };
    /// A batch of what the book has now. Not while one is under way.
    Status begin(Again again);
    bool isUnderWay() const { return m_batch.valid(); }
    /// Waits at most so long for the batch under way, and puts what it came to into the book; true:
    /// it has ended. What the store then has leaves the spool.
    Result<bool> collect(std::chrono::milliseconds wait);

    /// The sums of all batches; of what was there before, what the first one found.
    const std::optional<RunOutcome> &outcome() const { return m_outcome; }

private:
    std::vector<Candidate> candidates(Again again);
    void add(const RunOutcome &batch);

    const GenerationRequest &m_request;
    const GenerationSetup &m_setup;
    const GenerationTools &m_tools;
    DialogueBook &m_book;
    bool m_isRunThere;
    std::set<std::tuple<std::string, int, int>> m_given; ///< task, sample and round of a batch
    std::optional<RunOutcome> m_outcome;
    std::future<Result<RunOutcome>> m_batch; ///< last: waits for its end when this goes
};

} // namespace loupe
