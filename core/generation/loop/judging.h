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

/// Evaluates the programs of a generation in its run, batch by batch, each on a separate thread.
class Judging
{
public:
    /// `isRunThere`: the store has the run.
    Judging(const GenerationRequest &request, const GenerationSetup &setup,
            const GenerationTools &tools, DialogueBook &book, bool isRunThere);

    /// Programs of a batch, besides those that were in no batch yet.
    enum class Again {
        None,
        Unjudged ///< those with an infrastructure error
    };
    /// Starts a batch with the book's current programs. No other may be running.
    Status begin(Again again);
    bool isUnderWay() const { return m_batch.valid(); }
    /// Waits up to `wait` for the running batch and adds its results to the book. Returns true once
    /// it has ended. Answers that are stored by then are removed from the spool.
    Result<bool> collect(std::chrono::milliseconds wait);

    /// Returns the sums of all batches; earlier results are counted by the first one.
    const std::optional<RunOutcome> &outcome() const { return m_outcome; }

private:
    std::vector<Candidate> candidates(Again again);
    void add(const RunOutcome &batch);

    const GenerationRequest &m_request;
    const GenerationSetup &m_setup;
    const GenerationTools &m_tools;
    DialogueBook &m_book;
    bool m_isRunThere;
    std::set<std::tuple<std::string, int, int>> m_given; ///< task, sample and round of programs in
                                                         ///< earlier batches
    std::optional<RunOutcome> m_outcome;
    std::future<Result<RunOutcome>> m_batch; ///< last member: its destructor waits for the batch
};

} // namespace loupe
