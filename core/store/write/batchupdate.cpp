// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/batchupdate.h"

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/base/sharedtext.h"
#include "core/records/reading/jsonoutline.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace loupe {

namespace {

std::optional<std::string> canonicalJson(std::string_view text)
{
    const auto json = parsePythonJson(text, {});
    if (!json)
        return std::nullopt;
    return json->dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Returns the canonical text of a record. In JSON, keys are sorted, white space is removed and
/// numbers are normalized. Several documents, one per line, keep their order. Any other text is
/// unchanged.
std::string canonicalRecord(std::string_view text)
{
    if (auto whole = canonicalJson(text))
        return std::move(*whole);
    std::string out;
    for (const JsonPart &line : jsonLines(text)) {
        if (isBlank(line))
            continue;
        const auto json = canonicalJson(line.text);
        if (!json)
            return std::string(text);
        out += *json;
        out += '\n';
    }
    return out;
}

std::string digestOfText(std::string_view text)
{
    return text.empty() ? std::string() : sha256Bytes(text);
}

RecordedKeys::Attempt attemptOf(const Evaluation &each)
{
    const Candidate &candidate = each.candidate;
    return {candidate.task, candidate.method, candidate.sample, candidate.round, each.attempt};
}

/// Returns the text of the answer's reasoning if the message is an answer with a request.
std::string_view reasoningOf(const Dialogue &dialogue, const DialogueMessage &message)
{
    for (const Request &each : dialogue.requests) {
        if (each.uuid == message.request && each.response)
            return each.response->reasoning;
    }
    return {};
}

std::vector<RecordedKeys::Message> messagesOf(const Dialogue &dialogue)
{
    std::vector<RecordedKeys::Message> out;
    for (const DialogueMessage &each : dialogue.messages)
        out.emplace_back(each.round, each.role, digestOfText(each.body),
                         digestOfText(reasoningOf(dialogue, each)));
    return out;
}

/// Returns the dialogue from message `first` on, with the requests that these messages answer.
Dialogue tailOf(Dialogue dialogue, std::size_t first)
{
    auto &messages = dialogue.messages;
    messages.erase(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(first));
    std::erase_if(dialogue.requests, [&](const Request &request) {
        return std::ranges::none_of(
            messages, [&](const DialogueMessage &each) { return each.request == request.uuid; });
    });
    return dialogue;
}

class UpdateFinder
{
public:
    UpdateFinder(const RecordedKeys &stored, const RecordBatch &batch, const StoredText &textOf)
        : m_stored(stored)
        , m_batch(batch)
        , m_textOf(textOf)
    {
    }

    Result<BatchUpdate> find(const std::stop_token &stop)
    {
        const Status compared
            = m_batch.allEvaluations(stop).forEach([this](const Evaluation &each) -> Status {
                  compare(each);
                  return {};
              });
        if (!compared)
            return compared.error();
        compareTransitions();
        for (const GoldenRecord &each : m_batch.golden)
            compare(m_stored.references,
                    RecordedKeys::Reference{each.task, each.baseline, each.caseName}, each,
                    m_out.added.golden, m_out.changed.golden);
        if (!m_read)
            return m_read.error();
        addDialogues();
        const std::size_t stored = m_stored.evaluations.size() - m_stored.placeholders.size()
            + m_stored.steps.size() + m_stored.references.size();
        const std::size_t found = m_out.same + m_out.differs;
        m_out.absent = stored > found ? stored - found : 0;
        return std::move(m_out);
    }

private:
    void compare(const Evaluation &each)
    {
        const RecordedKeys::Attempt key = attemptOf(each);
        const bool isPlaceholder = m_stored.placeholders.contains(key);
        const auto known = m_stored.evaluations.find(key);
        if (isPlaceholder && each.originalRecord.empty())
            return;
        if (isPlaceholder || known == m_stored.evaluations.end()) {
            m_out.added.evaluations.push_back(each);
        } else if (known->second.source == digestOfText(each.candidate.source)
                   && known->second.baseline == each.baseline
                   && isSaidBy(known->second, each.originalRecord)) {
            ++m_out.same;
        } else {
            ++m_out.differs;
            m_out.changed.evaluations.push_back(each);
        }
    }

    void compareTransitions()
    {
        if (m_batch.transitions.empty())
            return;
        ReadingWindow window(m_batch.transitions.front().originalRecord); // of the whole file
        for (const Transition &each : m_batch.transitions) {
            compare(m_stored.steps,
                    RecordedKeys::Step{each.task, each.method, each.sample, each.fromRound,
                                       each.toRound},
                    each, m_out.added.transitions, m_out.changed.transitions);
            window.advance(each.originalRecord.size());
        }
    }

    template <typename Key, typename Record>
    void compare(const std::map<Key, StoredRecord> &stored, const Key &key, const Record &record,
                 std::vector<Record> &added, std::vector<Record> &changed)
    {
        const auto known = stored.find(key);
        if (known == stored.end()) {
            added.push_back(record);
        } else if (isSaidBy(known->second, record.originalRecord)) {
            ++m_out.same;
        } else {
            ++m_out.differs;
            changed.push_back(record);
        }
    }

    /// Compares with the stored text, which is read only if the digests differ.
    bool isSaidBy(const StoredRecord &stored, std::string_view text)
    {
        if (stored.digest == digestOfText(text))
            return true;
        if (!stored.text || text.empty() || !m_read)
            return false;
        const auto known = m_textOf(*stored.text);
        if (!known) {
            m_read = known.error();
            return false;
        }
        return canonicalRecord(*known) == canonicalRecord(text);
    }

    /// Adds the dialogues of the changed candidates to these, and new ones to the run. Requests are
    /// named after the text read, so a stored dialogue is continued, but not replaced.
    void addDialogues()
    {
        std::set<RecordedKeys::Sample> samples;
        for (const Evaluation &each : m_out.changed.evaluations)
            samples.emplace(each.candidate.task, each.candidate.method, each.candidate.sample);
        for (const Dialogue &each : m_batch.dialogues) {
            if (samples.contains({each.task, each.method, each.sample}))
                m_out.changed.dialogues.push_back(each);
            else
                addNewOf(each);
        }
    }

    void addNewOf(const Dialogue &dialogue)
    {
        const auto known
            = m_stored.dialogues.find({dialogue.task, dialogue.method, dialogue.sample});
        if (known == m_stored.dialogues.end()) {
            m_out.added.dialogues.push_back(dialogue);
            return;
        }
        const std::vector<RecordedKeys::Message> &stored = known->second;
        const std::vector<RecordedKeys::Message> read = messagesOf(dialogue);
        const std::set<RecordedKeys::Message> all(stored.begin(), stored.end());
        if (std::ranges::all_of(read, [&](const auto &each) { return all.contains(each); }))
            return;
        const auto [end, next] = std::ranges::mismatch(stored, read);
        if (end == stored.end())
            m_out.added.dialogues.push_back(tailOf(dialogue, stored.size()));
        else
            ++m_out.otherDialogues;
    }

    const RecordedKeys &m_stored;
    const RecordBatch &m_batch;
    const StoredText &m_textOf;
    Status m_read;
    BatchUpdate m_out;
};

} // namespace

Result<BatchUpdate> updateOf(const RecordedKeys &stored, const RecordBatch &batch,
                             const StoredText &textOf, const std::stop_token &stop)
{
    return UpdateFinder(stored, batch, textOf).find(stop);
}

} // namespace loupe
