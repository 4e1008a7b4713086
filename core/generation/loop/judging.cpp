// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/judging.h"

#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/judgements.h"
#include "core/generation/loop/keptanswers.h"

#include <utility>
#include <vector>

namespace loupe {

Judging::Judging(const GenerationRequest &request, const GenerationSetup &setup,
                 const GenerationTools &tools, DialogueBook &book, bool isRunThere)
    : m_request(request)
    , m_setup(setup)
    , m_tools(tools)
    , m_book(book)
    , m_isRunThere(isRunThere)
{
}

Status Judging::begin(Again again)
{
    auto dialogues = m_book.unstored();
    if (!dialogues)
        return dialogues.error();
    RunRequest run = m_request.run;
    run.name = m_setup.run;
    run.resume = m_isRunThere;
    run.candidates.clear();
    run.given.clear();
    run.given.push_back(
        {m_setup.method, candidates(again), std::move(*dialogues), rawAnswersIn(m_setup.spool)});
    m_batch
        = std::async(std::launch::async, [this, batch = std::move(run)]() -> Result<RunOutcome> {
              return m_tools.evaluate(batch);
          });
    return {};
}

std::vector<Candidate> Judging::candidates(Again again)
{
    std::vector<Candidate> out = m_book.candidates(m_setup.language);
    std::erase_if(out, [&](const Candidate &each) {
        const bool isNew = m_given.emplace(each.task, each.sample, each.round).second;
        return !isNew && again == Again::None
            && m_book.evaluation(each.task, each.sample, each.round) == nullptr;
    });
    return out;
}

Result<bool> Judging::collect(std::chrono::milliseconds wait)
{
    if (m_batch.wait_for(wait) != std::future_status::ready)
        return false;
    const auto evaluated = m_batch.get();
    if (!evaluated)
        return evaluated.error();
    m_isRunThere = true;
    add(*evaluated);
    if (Status dropped = dropStoredAnswers(m_request, m_setup, m_book); !dropped)
        return dropped.error();
    if (Status read = readJudgements(m_request, m_setup, m_book); !read)
        return read.error();
    if (m_tools.board != nullptr)
        m_tools.board->judge(m_book);
    return true;
}

void Judging::add(const RunOutcome &batch)
{
    if (!m_outcome) {
        m_outcome = batch;
        return;
    }
    m_outcome->evaluated += batch.evaluated;
    m_outcome->correct += batch.correct;
    m_outcome->failed += batch.failed;
    m_outcome->infraErrors += batch.infraErrors;
    m_outcome->cancelled = batch.cancelled;
}

} // namespace loupe
