// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/records/reading/filetree.h"
#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"
#include "core/records/reading/recordeddialogue.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace loupe {

/// Origin of a batch.
struct BatchSource {
    std::string format;
    std::string suite;
    std::filesystem::path path;
    std::string name; ///< name of the run, unless the caller of the import sets one
    std::string part; ///< distinguishes it from other runs of the source; empty if not needed
    /// Data from folder names: it makes the same bytes a different run.
    std::string identity;
    std::string device;             ///< as recorded; empty: not recorded
    Json settings = Json::object(); ///< other recorded settings of the whole run
    /// File of the records. If it is set, no two evaluations share another text.
    std::string_view file = {};
};

/// Identity of one run in a tree of files.
struct RunPart {
    std::string suite;
    std::string part; ///< "a100, eager"; empty if the source is one run
    Environment environment;
    std::string precision = {};
};

/// Returns the environment for a device name in a record or path: "RTX 4090 (recorded)"; for an
/// empty name "not recorded".
Environment recordedEnvironment(const std::string &device, const std::string &kind,
                                const Json &facts = Json::object());

/// Returns the kind of a recorded device by its name: "cpu", "cuda" or "unknown".
std::string deviceKindOf(const std::string &device);

/// A note about several things of a kind: {"record", "without a time"}. The text has no verb, so
/// that it fits any count. The plural of `what` must end in s.
struct CountedNote {
    std::string_view what;
    std::string_view text;
};

/// Appends "1 record without a time" or "3 records without a time" if the count is above 0.
void addNote(std::size_t count, const CountedNote &note, std::vector<std::string> &notes);

/// Numbers texts in the order of their first use. Keys of millions of records repeat few texts.
class TextNumbers
{
public:
    std::uint32_t of(const std::string &text)
    {
        return m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_numbers.size()))
            .first->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers;
};

/// Builder of one batch. Each task and method is added once; uuid and name are derived from the
/// source.
class BatchBuilder
{
public:
    /// Begins a batch; `digest` covers all files read (digestOf).
    BatchBuilder(const BatchSource &source, const std::string &digest, const ReadOptions &options);
    /// Begins one run of a file tree, identified by the digest and the part.
    BatchBuilder(std::string_view format, const FileTree &tree, const std::string &digest,
                 const RunPart &part, const ReadOptions &options);

    /// Reserves memory for this many evaluations. A list that grows is in memory twice meanwhile.
    void expect(std::size_t evaluations)
    {
        m_batch.evaluations.reserve(std::min(evaluations, maxInMemory));
    }
    void addTask(Task task);
    void addMethod(Method method);
    /// Adds an evaluation. Returns false, and adds nothing, if the batch already has one of the
    /// same task, method, sample, round and attempt.
    bool add(Evaluation evaluation);
    void add(GoldenRecord record);
    /// Adds the dialogue of a sample, unless it is empty. Call it before the evaluations, whose
    /// candidates name its requests, are added.
    void add(RecordedDialogue dialogue);
    /// Notes how many answers hold a program that the run did not use. Call it after all are added.
    void noteLostAnswers();
    /// Adds a note, if the count is above 0.
    void note(std::size_t count, const CountedNote &note) { addNote(count, note, m_batch.notes); }

    bool isEmpty() const { return m_batch.records == 0; }
    RecordBatch &batch() { return m_batch; }

private:
    /// Number of evaluations that are moved to a temporary file together.
    static constexpr std::size_t maxInMemory = 8192;

    void describe(const std::string &digest, const std::string &identity, Json profile);
    /// Moves the evaluations to a temporary file, if that is possible.
    void spill();

    std::string_view m_file; ///< BatchSource::file
    bool m_canSpill = true;
    std::size_t m_lost = 0;
    std::set<std::string> m_tasks;
    std::set<std::string> m_methods;
    TextNumbers m_numbers; ///< of tasks and methods
    std::set<std::tuple<std::uint32_t, std::uint32_t, int, int, int>> m_keys;
    RecordBatch m_batch;
};

/// Runs of one source by key, in the order of their first use.
template <typename Key>
class BatchBuilders
{
public:
    bool isEmpty() const { return m_builders.empty(); }

    /// Returns the builder of this key, made by `make()` on first use. Its address is stable.
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
    /// Makes the run's name unique; runs may differ only in facts outside their names, such as an
    /// unrecorded device.
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

/// Applies rules common to all formats; called by BatchBuilder::add(). Code "None" is an empty
/// submission, and a score with it is flagged `score_without_code`. If a device or its software
/// could run nothing, the candidate did not fail.
void settleRecorded(Evaluation &evaluation);

/// Returns the SHA-256 of a single file's content, or of several files' names and digests.
std::string digestOf(const std::vector<ImportedFile> &files);

} // namespace loupe
