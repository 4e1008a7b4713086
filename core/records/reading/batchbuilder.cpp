// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/batchbuilder.h"

#include "core/base/counted.h"
#include "core/base/digest.h"
#include "core/records/reading/failuresigns.h"
#include "core/records/reading/jsonfields.h"

#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t uuidLength = 32;

/// Returns true if the code is Python's "None", written by a program without an answer.
bool isNoCode(std::string_view source)
{
    const std::size_t first = source.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return false;
    return source.substr(first, source.find_last_not_of(" \t\r\n") - first + 1) == "None";
}

/// Resets result and time of a candidate without code, because they belong to other code or to
/// none.
void takeNoCode(Evaluation &evaluation)
{
    if (!isNoCode(evaluation.candidate.source))
        return;
    if (evaluation.speedup || evaluation.candidateMs || evaluation.verdict == Verdict::Correct)
        evaluation.flags.emplace_back("score_without_code");
    evaluation.candidate.source = {};
    evaluation.verdict = Verdict::EmptySubmission;
    evaluation.message = "The recorded code is the text \"None\".";
    evaluation.speedup.reset();
    evaluation.candidateMs.reset();
    evaluation.timings.clear();
}

/// Changes the verdict to InfraError if the device or its software could run nothing.
void takeMachineryFault(Evaluation &evaluation)
{
    const Outcome outcome = outcomeOf(evaluation.verdict);
    if (outcome != Outcome::Crash && outcome != Outcome::NoBuild)
        return;
    for (const std::string *text :
         {&evaluation.runLog, &evaluation.buildLog, &evaluation.message}) {
        const auto fault = machineryFaultIn(*text, evaluation.candidate.source);
        if (!fault)
            continue;
        evaluation.verdict = Verdict::InfraError;
        evaluation.message = *fault;
        return;
    }
}

} // namespace

void addNote(std::size_t count, const CountedNote &note, std::vector<std::string> &notes)
{
    if (count > 0)
        notes.push_back(fmt::format("{} {}", counted(count, note.what), note.text));
}

std::string deviceKindOf(const std::string &device)
{
    if (device == "cpu")
        return "cpu";
    const bool isAmd
        = device.find("AMD") != std::string::npos || device.find("Instinct") != std::string::npos;
    return device.empty() || isAmd ? "unknown" : "cuda";
}

Environment recordedEnvironment(const std::string &device, const std::string &kind,
                                const Json &facts)
{
    Json json = facts;
    json["source"] = "as recorded";
    const std::string name = device == "cpu" ? "CPU" : device;
    return {name.empty() ? "not recorded" : name + " (recorded)", kind.empty() ? "unknown" : kind,
            jsonLine(json)};
}

BatchBuilder::BatchBuilder(const BatchSource &source, const std::string &digest,
                           const ReadOptions &options)
    : m_file(source.file)
{
    m_batch.format = source.format;
    m_batch.source = source.path.string();
    Run &run = m_batch.run;
    run.name = options.runName.empty() ? source.name : options.runName;
    if (!source.part.empty())
        run.name += " " + source.part;
    run.suite = source.suite;
    run.environment = recordedEnvironment(source.device, deviceKindOf(source.device));
    std::string identity = source.identity;
    for (const std::string &part : {source.device, digest}) {
        identity += '\n';
        identity += part;
    }
    describe(digest, identity, source.settings);
}

BatchBuilder::BatchBuilder(std::string_view format, const FileTree &tree, const std::string &digest,
                           const RunPart &part, const ReadOptions &options)
{
    m_batch.format = format;
    m_batch.source = tree.isSingleFile ? tree.place(tree.files.front()) : tree.root.string();
    Run &run = m_batch.run;
    run.name = options.runName;
    if (run.name.empty()) {
        run.name = m_batch.format + " ";
        run.name += tree.isSingleFile ? std::string(stemOf(tree.files.front().name))
                                      : tree.root.filename().string();
    }
    if (!part.part.empty())
        run.name += " (" + part.part + ")";
    run.suite = part.suite;
    run.precision = part.precision;
    run.environment = part.environment;
    std::string identity = digest;
    identity += '\n';
    identity += part.part;
    describe(digest, identity, {{"part", part.part}});
}

void BatchBuilder::describe(const std::string &digest, const std::string &identity, Json profile)
{
    m_batch.digest = digest;
    Run &run = m_batch.run;
    std::string whole = m_batch.format;
    whole += '\n';
    whole += identity;
    run.uuid = sha256Hex(whole).substr(0, uuidLength);
    run.origin = "import:" + m_batch.format;
    run.protocol = m_batch.format;
    profile["format"] = m_batch.format;
    profile["file"] = std::filesystem::path(m_batch.source).filename().string();
    profile["sha256"] = digest;
    run.profileJson = jsonLine(profile);
}

void BatchBuilder::addTask(Task task)
{
    if (m_tasks.insert(task.name).second)
        m_batch.tasks.push_back(std::move(task));
}

void BatchBuilder::addMethod(Method method)
{
    if (m_methods.insert(method.name).second)
        m_batch.methods.push_back(std::move(method));
}

bool BatchBuilder::add(Evaluation evaluation)
{
    settleRecorded(evaluation);
    const Candidate &candidate = evaluation.candidate;
    if (!m_keys
             .insert({m_numbers.of(candidate.task), m_numbers.of(candidate.method),
                      candidate.sample, candidate.round, evaluation.attempt})
             .second)
        return false;
    if (m_batch.evaluations.size() >= maxInMemory)
        spill();
    m_batch.evaluations.push_back(std::move(evaluation));
    ++m_batch.records;
    return true;
}

void BatchBuilder::spill()
{
    if (m_canSpill && m_batch.spilled == nullptr) {
        if (auto begun = EvaluationSpill::begin(m_file))
            m_batch.spilled = std::make_shared<EvaluationSpill>(std::move(*begun));
    }
    constexpr std::size_t atOnce = 128;
    std::size_t moved = 0;
    while (m_canSpill && moved < m_batch.evaluations.size()) {
        const auto rest = std::span<const Evaluation>(m_batch.evaluations).subspan(moved);
        const auto part = rest.first(std::min(rest.size(), atOnce));
        m_canSpill = m_batch.spilled != nullptr && m_batch.spilled->append(part);
        moved += m_canSpill ? part.size() : 0;
    }
    const auto begin = m_batch.evaluations.begin();
    m_batch.evaluations.erase(begin, begin + static_cast<std::ptrdiff_t>(moved));
}

void BatchBuilder::add(GoldenRecord record)
{
    m_batch.golden.push_back(std::move(record));
    ++m_batch.records;
}

void BatchBuilder::add(RecordedDialogue dialogue)
{
    m_lost += dialogue.lost();
    if (!dialogue.isEmpty())
        m_batch.dialogues.push_back(dialogue.take());
}

void BatchBuilder::noteLostAnswers()
{
    note(m_lost, {"raw answer", "with a program that the run did not take (v_extraction has it)"});
}

void settleRecorded(Evaluation &evaluation)
{
    takeNoCode(evaluation);
    takeMachineryFault(evaluation);
}

std::string digestOf(const std::vector<ImportedFile> &files)
{
    if (files.size() == 1)
        return contentDigest(files.front().content);
    std::string all;
    for (const ImportedFile &file : files) {
        all += file.name;
        all += ' ';
        all += contentDigest(file.content);
        all += '\n';
    }
    return sha256Hex(all);
}

} // namespace loupe
