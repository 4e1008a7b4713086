// SPDX-License-Identifier: Apache-2.0
#include "core/records/batchbuilder.h"

#include "core/base/digest.h"
#include "core/records/jsonfields.h"

namespace loupe {

namespace {

constexpr std::size_t mostKeptProblems = 100;
constexpr std::size_t uuidLength = 32;

} // namespace

bool RecordProblems::accept(std::vector<JsonProblem> problems)
{
    for (JsonProblem &problem : problems) {
        if (m_problems.size() < mostKeptProblems)
            m_problems.push_back(std::move(problem));
    }
    return problems.empty();
}

Status RecordProblems::step(int done, int total) const
{
    if (m_options.progress)
        m_options.progress(done, total);
    if (m_options.stop.stop_requested())
        return Error{Errc::Cancelled, "the import was cancelled", m_source, {}, {}};
    return {};
}

Status RecordProblems::verdict(int understood) const
{
    if (m_problems.empty() && understood > 0)
        return {};
    if (m_problems.empty())
        return Error{Errc::InvalidInput,
                     "there is no record in it",
                     m_source,
                     "choose a file or folder that holds results",
                     {}};
    if (m_options.skipBad && understood > 0)
        return {};
    Error error = toError(m_problems);
    error.hint = "nothing was imported; correct the file, or skip bad records";
    return error;
}

Environment recordedEnvironment(const std::string &device)
{
    constexpr const char *source = R"({"source":"as recorded"})";
    if (device.empty())
        return {"not recorded", "unknown", source};
    if (device == "cpu")
        return {"CPU (recorded)", "cpu", source};
    const bool isAmd
        = device.find("AMD") != std::string::npos || device.find("Instinct") != std::string::npos;
    return {device + " (recorded)", isAmd ? "unknown" : "cuda", source};
}

BatchBuilder::BatchBuilder(const BatchSource &source, const std::string &digest,
                           const ReadOptions &options)
{
    m_batch.format = source.format;
    m_batch.source = source.path.string();
    m_batch.digest = digest;
    Run &run = m_batch.run;
    std::string identity = source.format;
    for (const std::string &part : {source.identity, source.device, digest}) {
        identity += '\n';
        identity += part;
    }
    run.uuid = sha256Hex(identity).substr(0, uuidLength);
    run.name = options.runName.empty() ? source.name : options.runName;
    if (!source.part.empty())
        run.name += " " + source.part;
    run.suite = source.suite;
    run.origin = "import:" + source.format;
    run.protocol = source.format;
    run.environment = recordedEnvironment(source.device);
    Json profile = source.settings;
    profile["format"] = source.format;
    profile["file"] = source.path.filename().string();
    profile["sha256"] = digest;
    run.profileJson = jsonLine(profile);
}

void BatchBuilder::addTask(Task task)
{
    if (m_tasks.emplace(task.name, m_batch.tasks.size()).second)
        m_batch.tasks.push_back(std::move(task));
}

void BatchBuilder::addMethod(Method method)
{
    if (m_methods.emplace(method.name, m_batch.methods.size()).second)
        m_batch.methods.push_back(std::move(method));
}

void BatchBuilder::note(std::size_t count, const std::string &text)
{
    if (count > 0)
        m_batch.notes.push_back(std::to_string(count) + " " + text);
}

std::string digestOf(const std::vector<ImportedFile> &files)
{
    if (files.size() == 1)
        return sha256Hex(files.front().content);
    std::string all;
    for (const ImportedFile &file : files) {
        all += file.name;
        all += ' ';
        all += sha256Hex(file.content);
        all += '\n';
    }
    return sha256Hex(all);
}

} // namespace loupe
