// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/model/candidate.h"
#include "core/model/dialogue.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// What is the same of all dialogues of a generation.
struct DialogueOrigin {
    std::string method; ///< Method::name
    GenerationProfile profile;
    std::string strategy;
    PromptTemplate start;       ///< what the first messages were made from
    ModelParameters parameters; ///< which decide when a sample is settled
};

/// The dialogues of a generation, by task and sample: what a store has of them, and what was asked
/// and answered since.
class DialogueBook
{
public:
    explicit DialogueBook(DialogueOrigin origin) : m_origin(std::move(origin)) { }

    /// As a store has it.
    void addStored(Dialogue dialogue);
    /// A request with what came of it; one that is known and no more than was known changes
    /// nothing.
    void add(const std::string &task, int sample, Request request);

    /// Null where nothing was asked yet.
    const Dialogue *find(const std::string &task, int sample) const;
    /// All of them, their messages and states brought up to date.
    std::vector<Dialogue> dialogues() const;
    /// One for each settled sample, without source where no program was found in its answer.
    /// `language`: Candidate::language.
    std::vector<Candidate> candidates(const std::string &language) const;
    std::size_t size() const { return m_dialogues.size(); }

private:
    using Key = std::pair<std::string, int>;

    void settle(Dialogue &dialogue) const;

    DialogueOrigin m_origin;
    std::map<Key, Dialogue> m_dialogues;
};

} // namespace loupe
