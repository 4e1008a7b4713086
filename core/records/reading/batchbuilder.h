// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/records/reading/filetree.h"
#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"
#include "core/records/reading/recordeddialogue.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace loupe {

/// Where a batch comes from.
struct BatchSource {
    std::string format;
    std::string suite;
    std::filesystem::path path;
    std::string name; ///< of the run, unless the caller of the import gives one
    std::string part; ///< what tells it from the other runs of the source; empty: nothing needs to
    /// What was taken from names of folders: with it the same bytes are another run.
    std::string identity;
    std::string device;             ///< as recorded; empty: not recorded
    Json settings = Json::object(); ///< what else is recorded of the whole run
};

/// What tells one run in a tree of files from the others.
struct RunPart {
    std::string suite;
    std::string part; ///< "a100, eager"; empty where the source is one run
    Environment environment;
    std::string precision = {};
};

/// A device as a record or a path names it: "RTX 4090 (recorded)"; of an empty name "not recorded".
Environment recordedEnvironment(const std::string &device, const std::string &kind,
                                const Json &facts = Json::object());

/// Builds one batch: each task and method is added once, uuid and name come from the source.
class BatchBuilder
{
public:
    /// `digest` is of all that was read (digestOf).
    BatchBuilder(const BatchSource &source, const std::string &digest, const ReadOptions &options);
    /// One of the runs in a tree of files: the digest and the part identify it.
    BatchBuilder(std::string_view format, const FileTree &tree, const std::string &digest,
                 const RunPart &part, const ReadOptions &options);

    void addTask(Task task);
    void addMethod(Method method);
    /// Adds what a record says. False, and nothing is added, where the batch has one of that task,
    /// method, sample, round and attempt already.
    bool add(Evaluation evaluation);
    void add(GoldenRecord record);
    /// Adds what was said to get a sample, when anything was; before the evaluations, whose
    /// candidates name its requests, are added.
    void add(RecordedDialogue dialogue);
    /// Notes how many answers hold a program that the run did not take. Once all are added.
    void noteLostAnswers();
    /// A sentence with a count before it ("3 records have no time"), where the count is above 0.
    void note(std::size_t count, const std::string &text);

    bool isEmpty() const { return m_batch.records == 0; }
    RecordBatch &batch() { return m_batch; }

private:
    void describe(const std::string &digest, const std::string &identity, Json profile);

    std::size_t m_lost = 0;
    std::set<std::string> m_tasks;
    std::set<std::string> m_methods;
    std::set<std::tuple<std::string, std::string, int, int, int>> m_keys;
    RecordBatch m_batch;
};

/// The runs of one source by what tells them apart, in the order in which they were asked for.
template <typename Key>
class BatchBuilders
{
public:
    bool isEmpty() const { return m_builders.empty(); }

    /// The one of that key, made by `make()` when it is asked for first. Stays where it is.
    template <typename Make>
    BatchBuilder &of(const Key &key, const Make &make)
    {
        const auto known = m_known.find(key);
        if (known != m_known.end())
            return *known->second;
        BatchBuilder made = make();
        giveOwnName(made.batch().run);
        return *m_known.emplace(key, &m_builders.emplace_back(std::move(made))).first->second;
    }

    std::deque<BatchBuilder> &all() { return m_builders; }
    std::vector<BatchBuilder> take()
    {
        return {std::make_move_iterator(m_builders.begin()),
                std::make_move_iterator(m_builders.end())};
    }

private:
    /// What tells two runs apart need not be in their names: a device that is not recorded.
    void giveOwnName(Run &run)
    {
        const std::string name = run.name;
        const auto isTaken = [&](BatchBuilder &each) { return each.batch().run.name == run.name; };
        for (int i = 2; std::ranges::any_of(m_builders, isTaken); ++i)
            run.name = name + " " + std::to_string(i);
    }

    std::deque<BatchBuilder> m_builders;
    std::map<Key, BatchBuilder *> m_known;
};

/// What is understood alike in all formats; BatchBuilder::add() does it. Code that is the text
/// "None" is an empty submission, a score beside it is marked `score_without_code`; what a device
/// or its software could not run at all is no failure of the candidate.
void settleRecorded(Evaluation &evaluation);

/// SHA-256 of the only file's content, of several over their names and digests.
std::string digestOf(const std::vector<ImportedFile> &files);

} // namespace loupe
