// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the store's file. An input is a list of changes to a valid store, six bytes each: position
// (four bytes, modulo the size), operation (xor or set), and value. Most of the file stays valid,
// so that later checks are reached. A store must be refused with a reason or read without a crash.
#include "core/base/files.h"
#include "core/model/saved/filter.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <cstdint>
#include <filesystem>
#include <string>

#include "tests/fuzz/promise.h"

namespace {

using namespace loupe;
using loupe::fuzz::require;
namespace fs = std::filesystem;

constexpr std::size_t changeBytes = 6;

/// Folder, and the bytes of a store with a run, a task and an evaluation.
struct Original {
    TemporaryFolder folder;
    std::string bytes;
};

void fill(StoreWriter &writer)
{
    Run run;
    run.uuid = std::string(32, 'a');
    run.name = "fuzzed";
    run.suite = "native";
    run.origin = "engine";
    run.startedAt = "2026-11-21T07:30:00Z";
    run.environment = {"CPU", "cpu", "{}"};
    Task task;
    task.suite = "native";
    task.name = "relu";
    task.hash = "hash";
    Evaluation evaluation;
    evaluation.candidate.task = task.name;
    evaluation.candidate.method = "someone";
    evaluation.candidate.source = "int f();";
    evaluation.candidate.language = "cpp";
    evaluation.verdict = Verdict::Correct;
    evaluation.speedup = 2.0;
    const auto runId = writer.beginRun(run);
    const auto taskId = writer.addTask(task);
    const auto methodId = writer.addMethod({"someone", "model", "", false});
    require(runId && taskId && methodId, "a run can be begun");
    require(static_cast<bool>(writer.record(*runId, *taskId, *methodId, evaluation)),
            "an evaluation can be stored");
}

Original &original()
{
    static Original made = [] {
        auto folder = TemporaryFolder::create("loupe-fuzz");
        require(static_cast<bool>(folder), "a temporary folder can be made");
        const fs::path file = folder->path() / "whole.kloupe";
        {
            auto writer = StoreWriter::open(file);
            require(static_cast<bool>(writer), "a store can be made");
            fill(**writer);
        }
        auto bytes = readFile(file);
        require(static_cast<bool>(bytes), "a store can be read as a file");
        return Original{std::move(*folder), std::move(*bytes)};
    }();
    return made;
}

void change(std::string &bytes, const std::uint8_t *change)
{
    std::size_t at = 0;
    for (int i = 0; i < 4; ++i)
        at = at << 8 | change[i];
    char &byte = bytes[at % bytes.size()];
    const char value = static_cast<char>(change[5]);
    byte = change[4] % 2 == 0 ? value : static_cast<char>(byte ^ value);
}

void read(StoreReader &store)
{
    const auto runs = store.runs();
    const auto ids = store.ids(Filter{});
    if (!ids)
        require(!ids.error().message.empty(), "a refusal says why");
    else
        for (const RowId id : *ids)
            static_cast<void>(store.detail(id));
    static_cast<void>(store.metricRows(Filter{}));
    if (!runs)
        require(!runs.error().message.empty(), "a refusal says why");
}

void openAndRead(const fs::path &file)
{
    const auto reader = StoreReader::open(file);
    if (!reader)
        require(!reader.error().message.empty(), "a refusal says why");
    else
        read(**reader);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    std::string bytes = original().bytes;
    for (std::size_t at = 0; at + changeBytes <= size; at += changeBytes)
        change(bytes, data + at);
    const fs::path file = original().folder.path() / "changed.kloupe";
    require(static_cast<bool>(writeFileAtomic(file, bytes)), "a file can be written");
    openAndRead(file); // while it is open, this process must not open the file again
    const auto after = readFile(file);
    require(after && *after == bytes, "reading changes nothing");
    return 0;
}
