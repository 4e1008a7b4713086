// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/batchupdate.h"

#include "core/base/digest.h"

namespace loupe {

namespace {

std::string digestOfRecord(const std::string &record)
{
    return record.empty() ? std::string() : sha256Bytes(record);
}

class UpdateFinder
{
public:
    UpdateFinder(const RecordedKeys &stored, const RecordBatch &batch)
        : m_stored(stored)
        , m_batch(batch)
    {
    }

    BatchUpdate find()
    {
        for (const Evaluation &each : m_batch.evaluations)
            compare(each);
        for (const Transition &each : m_batch.transitions) {
            if (isNew(m_stored.steps,
                      RecordedKeys::Step{each.task, each.method, each.sample, each.fromRound,
                                         each.toRound},
                      each.originalRecord))
                m_out.added.transitions.push_back(each);
        }
        for (const GoldenRecord &each : m_batch.golden) {
            if (isNew(m_stored.references,
                      RecordedKeys::Reference{each.task, each.baseline, each.caseName},
                      each.originalRecord))
                m_out.added.golden.push_back(each);
        }
        const std::size_t stored = m_stored.evaluations.size() - m_stored.placeholders.size()
            + m_stored.steps.size() + m_stored.references.size();
        const std::size_t found = m_out.same + m_out.changed;
        m_out.absent = stored > found ? stored - found : 0;
        return std::move(m_out);
    }

private:
    void compare(const Evaluation &each)
    {
        const Candidate &candidate = each.candidate;
        const RecordedKeys::Attempt key{candidate.task, candidate.method, candidate.sample,
                                        candidate.round, each.attempt};
        if (m_stored.placeholders.contains(key)) {
            if (!each.originalRecord.empty())
                m_out.added.evaluations.push_back(each);
        } else if (isNew(m_stored.evaluations, key, each.originalRecord)) {
            m_out.added.evaluations.push_back(each);
        }
    }

    template <typename Key>
    bool isNew(const std::map<Key, std::string> &stored, const Key &key, const std::string &record)
    {
        const auto known = stored.find(key);
        if (known == stored.end())
            return true;
        ++(known->second == digestOfRecord(record) ? m_out.same : m_out.changed);
        return false;
    }

    const RecordedKeys &m_stored;
    const RecordBatch &m_batch;
    BatchUpdate m_out;
};

} // namespace

BatchUpdate updateOf(const RecordedKeys &stored, const RecordBatch &batch)
{
    return UpdateFinder(stored, batch).find();
}

} // namespace loupe
