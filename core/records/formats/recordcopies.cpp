// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordcopies.h"

#include "core/base/counted.h"
#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/model/record/recordedname.h"
#include "core/model/verdict/verdict.h"
#include "core/records/reading/jsonfields.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace loupe {

namespace {

/// Number of occurrences of each record in a batch.
struct SaidRecords {
    std::map<std::string, int> counts; ///< by the record's digest
    std::size_t total = 0;
    bool isDistinct = true; ///< each record differs from all others
};

/// Returns the facts of the whole run, which are part of each of its records.
Json sharedFacts(const RecordBatch &batch)
{
    return Json::array({batch.format, batch.run.suite, batch.run.environment.deviceName,
                        batch.run.environment.json, batch.run.precision});
}

class SaidCollector
{
public:
    explicit SaidCollector(const RecordBatch &batch) : m_batch(batch), m_shared(sharedFacts(batch))
    {
    }

    Result<SaidRecords> collect(const std::stop_token &stop)
    {
        const Status read
            = m_batch.allEvaluations(stop).forEach([this](const Evaluation &each) -> Status {
                  add(each);
                  return {};
              });
        if (!read)
            return read.error();
        for (const Transition &each : m_batch.transitions)
            add(Json::array({"step", each.task, each.method, each.fromRound, each.toRound,
                             each.kind, each.originalRecord}));
        // Without a device, only the folder tells which machine the times belong to.
        const bool hasDevice = isRecordedName(m_batch.run.environment.deviceName);
        for (const GoldenRecord &each : m_batch.golden)
            add(Json::array({"golden", each.task, each.caseName, each.baseline, each.milliseconds,
                             orNull(each.minimumMs), orNull(each.maximumMs),
                             orNull(each.deviationMs), hasDevice ? std::string() : each.folder()}));
        return std::move(m_said);
    }

private:
    void add(const Evaluation &each)
    {
        const Candidate &candidate = each.candidate;
        const bool isPlaceholder = each.verdict == Verdict::NotRecorded
            && each.originalRecord.empty() && candidate.source.empty();
        if (isPlaceholder)
            return;
        if (candidate.source.empty() && !each.candidateMs && each.runLog.empty()
            && each.buildLog.empty())
            m_said.isDistinct = false;
        // The sample is omitted, because some formats count samples per file.
        add(Json::array({"evaluation", candidate.task, candidate.method, candidate.round,
                         candidate.source, std::string(facts(each.verdict).id), each.message,
                         orNull(each.candidateMs), orNull(each.baselineMs), orNull(each.speedup),
                         each.baseline, each.runLog, each.buildLog, each.startedAt}));
    }

    void add(const Json &record)
    {
        const Json whole = Json::array({m_shared, record});
        ++m_said.counts[sha256Hex(jsonLine(whole))];
        ++m_said.total;
    }

    const RecordBatch &m_batch;
    Json m_shared;
    SaidRecords m_said;
};

bool holdsAll(const SaidRecords &whole, const SaidRecords &part)
{
    return std::all_of(part.counts.begin(), part.counts.end(), [&](const auto &each) {
        const auto known = whole.counts.find(each.first);
        return known != whole.counts.end() && known->second >= each.second;
    });
}

std::string placeOf(const RecordBatch &batch)
{
    if (batch.files.empty())
        return batch.run.name;
    std::string place = batch.files.front().name;
    if (batch.files.size() > 1)
        place += " and " + counted(batch.files.size() - 1, "more file");
    return place;
}

/// Adds the files of a copy to the batch that holds its records.
void takeOver(RecordBatch &kept, RecordBatch copy)
{
    kept.notes.push_back(placeOf(copy) + " repeats " + std::to_string(copy.records)
                         + " of these records; counted once");
    kept.files.insert(kept.files.end(), std::make_move_iterator(copy.files.begin()),
                      std::make_move_iterator(copy.files.end()));
    kept.skipped.insert(kept.skipped.end(), std::make_move_iterator(copy.skipped.begin()),
                        std::make_move_iterator(copy.skipped.end()));
}

} // namespace

Status leaveOutCopies(std::vector<RecordBatch> &batches, const std::stop_token &stop)
{
    if (batches.size() < 2)
        return {};
    std::vector<SaidRecords> said;
    said.reserve(batches.size());
    for (const RecordBatch &batch : batches) {
        auto ofBatch = SaidCollector(batch).collect(stop);
        if (!ofBatch)
            return std::move(ofBatch).error();
        said.push_back(std::move(*ofBatch));
    }
    std::vector<std::size_t> order(batches.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return said[a].total > said[b].total; });
    std::map<std::string, std::vector<std::size_t>> holders; ///< remaining batches, by digest
    std::vector<bool> isCopy(batches.size(), false);
    for (const std::size_t at : order) {
        const SaidRecords &part = said[at];
        std::optional<std::size_t> whole;
        if (part.isDistinct && !part.counts.empty()) {
            for (const std::size_t each : holders[part.counts.begin()->first]) {
                if (!whole && batches[each].source != batches[at].source
                    && holdsAll(said[each], part))
                    whole = each;
            }
        }
        if (whole) {
            isCopy[at] = true;
            takeOver(batches[*whole], std::move(batches[at]));
            continue;
        }
        for (const auto &[key, count] : part.counts)
            holders[key].push_back(at);
    }
    std::vector<RecordBatch> kept;
    for (std::size_t at = 0; at < batches.size(); ++at) {
        if (!isCopy[at])
            kept.push_back(std::move(batches[at]));
    }
    batches = std::move(kept);
    return {};
}

} // namespace loupe
