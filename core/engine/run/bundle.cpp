// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/bundle.h"

#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/untrustedfolder.h"
#include "core/base/utf8locale.h"
#include "core/engine/request/rerun.h"
#include "core/model/record/sourcefiles.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/native/suite.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

using Files = std::map<std::string, std::string>; ///< content by path below the bundle

std::string extensionOf(const std::string &language)
{
    static const std::map<std::string, std::string> extensions{
        {"cpp", ".cpp"}, {"cuda", ".cu"}, {"python", ".py"}};
    const auto found = extensions.find(language);
    return found == extensions.end() ? ".txt" : found->second;
}

/// Returns the run without properties of this machine.
Run forOthers(Run run)
{
    auto profile = parseJson(run.profileJson, "run profile");
    if (!profile || !profile->is_object())
        return run;
    const auto replace = [&](const char *part, const char *field, const Json &value) {
        if (profile->contains(part) && (*profile)[part].contains(field))
            (*profile)[part][field] = value;
    };
    replace("suite", "folder", "suite");
    replace("options", "python", "");
    replace("engine", "interpreter", "");
    (*profile)["candidates"] = Json::array();
    run.profileJson = profile->dump();
    return run;
}

Json summary(const EvaluationDetail &detail)
{
    Json trials = Json::array();
    for (const Trial &trial : detail.evaluation.trials)
        trials.push_back({{"index", trial.index},
                          {"case", trial.caseName},
                          {"seed", trial.seed},
                          {"verdict", facts(trial.verdict).id},
                          {"message", trial.message}});
    Json findings = Json::array();
    for (const Finding &one : detail.evaluation.findings)
        findings.push_back({{"rule", one.rule},
                            {"severity", severityName(one.severity)},
                            {"message", one.message}});
    return {{"suite", detail.row.suite},
            {"task", detail.row.task},
            {"task_hash", detail.task.hash},
            {"method", detail.row.method},
            {"sample", detail.row.sample},
            {"round", detail.row.round},
            {"verdict", facts(detail.row.verdict).id},
            {"strict_verdict", facts(detail.row.strictVerdict).id},
            {"message", detail.row.message},
            {"speedup", orNull(detail.row.speedup)},
            {"made_of", orNull(idOf(detail.row.traits.madeOf))},
            {"own_share", orNull(detail.row.traits.ownShare)},
            {"arithmetic", orNull(idOf(detail.row.traits.arithmetic))},
            {"tool_version", detail.run.toolVersion},
            {"trials", std::move(trials)},
            {"findings", std::move(findings)}};
}

/// Stores what was added to the evaluation after it was recorded.
Status recordLater(StoreWriter &writer, RowId id, const EvaluationDetail &detail)
{
    for (const CounterProfile &profile : detail.counters) {
        if (Status stored = writer.recordCounters(id, profile); !stored)
            return stored;
    }
    return {};
}

/// Writes the evaluation into a new store and returns its id there.
Result<RowId> writeStore(const EvaluationDetail &detail, const fs::path &file)
{
    const auto writer = StoreWriter::open(file);
    if (!writer)
        return writer.error();
    RowId id;
    const Status stored = (*writer)->transaction([&]() -> Status {
        const auto task = (*writer)->addTask(detail.task);
        if (!task)
            return task.error();
        Method method;
        method.name = detail.row.method;
        method.isDemo = detail.row.isDemo;
        const auto by = (*writer)->addMethod(method);
        if (!by)
            return by.error();
        const auto run = (*writer)->beginRun(forOthers(detail.run));
        if (!run)
            return run.error();
        const auto recorded = (*writer)->record(*run, *task, *by, detail.evaluation);
        if (!recorded)
            return recorded.error();
        id = *recorded;
        if (Status added = recordLater(**writer, id, detail); !added)
            return added;
        return (*writer)->setRunState(*run, "finished", detail.evaluation.finishedAt);
    });
    if (!stored)
        return stored.error();
    return id;
}

/// Adds every regular file below `from` as `to`/….
Status addFolder(const fs::path &from, const std::string &to, Files &files)
{
    const auto listed = walkFolder(from, {.links = FolderLinks::Within});
    if (!listed)
        return listed.error();
    for (const fs::path &file : listed->files) {
        auto content = readUntrustedFile(from, file, {.links = FolderLinks::Within});
        if (!content)
            return content.error();
        files[to + "/" + file.lexically_relative(from).generic_string()] = std::move(*content);
    }
    return {};
}

/// Adds the task as a suite below suite/; nothing if that is not possible.
Status addSuite(const EvaluationDetail &detail, Files &files)
{
    const auto profile = parseJson(detail.run.profileJson, "run profile");
    if (!profile || !profile->is_object() || !profile->contains("suite"))
        return {};
    const fs::path folder = (*profile)["suite"].value("folder", "");
    const auto layout = detectLayout(folder);
    if (!layout)
        return {};
    const auto isTheTask = [&](const auto &each) {
        return each.task.name == detail.task.name && each.task.hash == detail.task.hash;
    };
    if (*layout == SuiteLayout::Native) {
        const auto suite = readNativeSuite(folder);
        if (!suite)
            return {};
        const auto task = std::ranges::find_if(suite->tasks, isTheTask);
        return task == suite->tasks.end()
            ? Status()
            : addFolder(task->folder, "suite/" + detail.task.name, files);
    }
    if (*layout != SuiteLayout::KernelBench)
        return {};
    const auto suite = readBenchmark(folder, *layout);
    if (!suite)
        return {};
    const auto task = std::ranges::find_if(suite->tasks, isTheTask);
    if (task == suite->tasks.end())
        return {};
    auto content = readUntrustedFile(suite->folder, task->file, {.links = FolderLinks::Within});
    if (!content)
        return content.error();
    files["suite/KernelBench/" + task->file.parent_path().filename().string() + "/"
          + task->file.filename().string()]
        = std::move(*content);
    return {};
}

std::string script(RowId id, bool hasSuite)
{
    return fmt::format(R"sh(#!/bin/sh
# Evaluates the candidate again with the same inputs. Exit code 0: the verdicts are the recorded ones.
# KLOUPE names the program, SUITE the folder of the tasks; options of kloupe rerun may follow.
set -eu
cd "$(dirname "$0")"
sha256sum --quiet --check SHA256SUMS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp evaluation.kloupe "$work/"
"${{KLOUPE:-kloupe}}" rerun {} --same-seeds --store "$work/evaluation.kloupe" \
    --suite "${{SUITE{}}}" "$@"
)sh",
                       id.value, hasSuite ? ":-suite" : ":?names the checkout of the benchmark");
}

std::string readme(const EvaluationDetail &detail, bool hasSuite)
{
    const ResultRow &row = detail.row;
    std::string text = fmt::format(
        "# {} by {}, sample {}, round {}\n\n"
        "One evaluation, for doing it again: `./run.sh` with KernelLoupe {} or newer.\n\n"
        "- Recorded: {}, strictly {}.{}{}\n- On: {}\n",
        row.task, row.method, row.sample, row.round, detail.run.toolVersion,
        facts(row.verdict).label, facts(row.strictVerdict).label, row.message.empty() ? "" : " ",
        row.message, row.device);
    text += hasSuite
        ? "- The task lies below suite/.\n"
        : fmt::format("- The task is of the suite {}; give its checkout: SUITE=FOLDER ./run.sh\n",
                      row.suite);
    text += "- The candidate is untrusted code: run it only in the sandbox of kloupe.\n";
    return text;
}

Status writeFiles(const Files &files, const fs::path &folder)
{
    for (const auto &[name, content] : files) {
        const fs::path file = folder / name;
        std::error_code failed;
        fs::create_directories(file.parent_path(), failed);
        if (Status written = writeFileAtomic(file, content); !written)
            return written;
    }
    std::error_code failed;
    fs::permissions(folder / "run.sh",
                    fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec
                        | fs::perms::others_read | fs::perms::others_exec,
                    failed);
    if (failed)
        return Error{Errc::Io, failed.message(), (folder / "run.sh").string()};
    return {};
}

/// Adds the candidate, as a folder if it consists of several files.
void addCandidate(const Candidate &candidate, Files &files)
{
    const auto parts = splitFiles(candidate.source);
    if (!parts) {
        files["candidate" + extensionOf(candidate.language)] = candidate.source;
        return;
    }
    for (const SourceFile &part : *parts)
        files["candidate/" + part.path] = part.text;
}

Status writeInto(const EvaluationDetail &detail, const fs::path &folder)
{
    const auto id = writeStore(detail, folder / "evaluation.kloupe");
    if (!id)
        return id.error();
    const auto store = readFile(folder / "evaluation.kloupe");
    if (!store)
        return store.error();
    Files files;
    if (Status added = addSuite(detail, files); !added)
        return added;
    const bool hasSuite = !files.empty();
    const Evaluation &evaluation = detail.evaluation;
    addCandidate(evaluation.candidate, files);
    if (!detail.task.reference.empty())
        files["reference" + extensionOf(detail.task.referenceLanguage)] = detail.task.reference;
    if (!evaluation.buildLog.empty())
        files["build.log"] = evaluation.buildLog;
    if (!evaluation.runLog.empty())
        files["run.log"] = evaluation.runLog;
    files["environment.json"] = detail.run.environment.json + "\n";
    files["evaluation.json"] = summary(detail).dump(2) + "\n";
    files["README.md"] = readme(detail, hasSuite);
    files["run.sh"] = script(*id, hasSuite);
    std::string sums = sha256Hex(*store) + "  evaluation.kloupe\n";
    for (const auto &[name, content] : files)
        sums += fmt::format("{}  {}\n", sha256Hex(content), name);
    files["SHA256SUMS"] = sums;
    return writeFiles(files, folder);
}

struct FreeArchive {
    void operator()(archive *one) const { archive_write_free(one); }
};
struct FreeEntry {
    void operator()(archive_entry *one) const { archive_entry_free(one); }
};

Error failure(const std::string &what, const fs::path &where)
{
    return {Errc::Io, what, where.string(), "check the folder's permissions and its free space"};
}

la_ssize_t append(archive * /*writer*/, void *text, const void *bytes, size_t count)
{
    static_cast<std::string *>(text)->append(static_cast<const char *>(bytes), count);
    return static_cast<la_ssize_t>(count);
}

Status add(archive &writer, const fs::path &file, const fs::path &name)
{
    const auto content = readFile(file);
    if (!content)
        return content.error();
    std::error_code failed;
    const fs::perms mode = fs::status(file, failed).permissions();
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), name.generic_string().c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(),
                           (mode & fs::perms::owner_exec) != fs::perms::none ? 0755 : 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content->size()));
    archive_entry_set_mtime(entry.get(), 0, 0);
    // libarchive warns about a name that is not valid text and writes its bytes.
    const int written = archive_write_header(&writer, entry.get());
    if ((written != ARCHIVE_OK && written != ARCHIVE_WARN)
        || archive_write_data(&writer, content->data(), content->size())
            != static_cast<la_ssize_t>(content->size()))
        return failure(archive_error_string(&writer), file);
    return {};
}

} // namespace

Status writeBundle(const fs::path &store, RowId evaluation, const fs::path &folder)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto detail = (*reader)->detail(evaluation);
    if (!detail)
        return detail.error();
    if (Status known = requireSource(*detail); !known)
        return known;
    std::error_code failed;
    if (!fs::create_directory(folder, failed))
        return Error{failed ? Errc::Io : Errc::InvalidInput,
                     failed ? failed.message() : "the folder is there already", folder.string(),
                     "name a new one in a folder that exists"};
    Status written = writeInto(*detail, folder);
    if (!written)
        fs::remove_all(folder, failed);
    return written;
}

Status archiveFolder(const fs::path &folder, const fs::path &file)
{
    std::error_code failed;
    std::vector<fs::path> files;
    fs::recursive_directory_iterator it(folder, failed);
    for (const fs::recursive_directory_iterator end; !failed && it != end; it.increment(failed)) {
        if (it->symlink_status().type() == fs::file_type::regular)
            files.push_back(it->path());
    }
    if (failed)
        return failure(failed.message(), folder);
    std::ranges::sort(files);

    const ScopedUtf8Locale utf8;
    std::string bytes;
    const std::unique_ptr<archive, FreeArchive> writer(archive_write_new());
    archive_write_set_format_pax_restricted(writer.get());
    archive_write_add_filter_gzip(writer.get());
    archive_write_set_filter_option(writer.get(), "gzip", "timestamp", nullptr); // else: now
    archive_write_set_bytes_in_last_block(writer.get(), 1);
    if (archive_write_open(writer.get(), &bytes, nullptr, append, nullptr) != ARCHIVE_OK)
        return failure(archive_error_string(writer.get()), file);
    for (const fs::path &one : files) {
        const fs::path name = folder.filename() / one.lexically_relative(folder);
        if (Status added = add(*writer, one, name); !added)
            return added;
    }
    if (archive_write_close(writer.get()) != ARCHIVE_OK)
        return failure(archive_error_string(writer.get()), file);
    return writeFileAtomic(file, bytes);
}

} // namespace loupe
