// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recognisedrecords.h"

#include "core/records/formats/recordtree.h"

#include <algorithm>
#include <map>
#include <utility>

namespace loupe {

namespace {

void addOnce(std::vector<std::string> &list, const std::string &name)
{
    if (std::ranges::find(list, name) == list.end())
        list.push_back(name);
}

RecognisedRun describe(const RecordBatch &batch)
{
    RecognisedRun run;
    run.uuid = batch.run.uuid;
    run.name = batch.run.name;
    run.format = batch.format;
    run.records = batch.records;
    for (const Method &method : batch.methods)
        run.methods.push_back(method.name);
    return run;
}

} // namespace

int RecognisedSource::records() const
{
    int sum = 0;
    for (const RecognisedRun &run : runs)
        sum += run.records;
    return sum;
}

std::vector<std::string> RecognisedSource::formats() const
{
    std::vector<std::string> out;
    for (const RecognisedRun &run : runs)
        addOnce(out, run.format);
    return out;
}

std::vector<std::string> RecognisedSource::methods() const
{
    std::vector<std::string> out;
    for (const RecognisedRun &run : runs) {
        for (const std::string &method : run.methods)
            addOnce(out, method);
    }
    return out;
}

Result<RecognisedSource> recogniseRecords(const std::filesystem::path &source,
                                          const ReadOptions &options)
{
    auto tree = readRecordTree(source, options);
    if (!tree)
        return std::move(tree).error();
    RecognisedSource out;
    for (const RecordBatch &batch : tree->batches)
        out.runs.push_back(describe(batch));
    out.refused = std::move(tree->refused);
    return out;
}

std::vector<KnownRuns> knownRuns(std::span<const RecognisedSource *const> sources,
                                 const std::set<std::string> &stored)
{
    std::vector<KnownRuns> out(sources.size());
    std::map<std::string, std::size_t> earlier; ///< first source of each run
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i] == nullptr)
            continue;
        KnownRuns &known = out[i];
        for (const RecognisedRun &run : sources[i]->runs) {
            const std::size_t first = earlier.emplace(run.uuid, i).first->second;
            if (stored.contains(run.uuid))
                ++known.stored;
            else if (first != i && known.repeated++ == 0)
                known.repeats = first;
        }
    }
    return out;
}

std::string refusalText(const Error &error, const std::filesystem::path &source)
{
    const std::string whole = source.string();
    std::string place = error.where;
    if (place.starts_with(whole)) {
        place.erase(0, whole.size());
        place.erase(0, place.find_first_not_of(":/"));
    }
    return place.empty() ? error.message : place + ": " + error.message;
}

} // namespace loupe
