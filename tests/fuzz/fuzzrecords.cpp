// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the readers of records. The first line of an input ("cuda-l1") or LOUPE_FUZZ_FORMAT names
// the format; otherwise the first byte chooses one. A line "%%% name" begins a file of that name,
// so that an input can be a folder; a single file is read directly under its name. Accepted input
// must be valid and importable, and refused input must have a place. The store must not change.
#include "core/base/files.h"
#include "core/records/formats/recordformats.h"
#include "core/store/read/storereader.h"
#include "core/store/write/importbatch.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <system_error>

#include "tests/fuzz/promise.h"

namespace {

using namespace loupe;
using loupe::fuzz::require;
namespace fs = std::filesystem;

constexpr std::string_view fileMark = "%%% ";
constexpr std::size_t maxNameLength = 120;

/// Folder and store shared by all inputs. TMPDIR may choose a memory file system.
struct Bench {
    TemporaryFolder folder;
    std::unique_ptr<StoreWriter> writer;

    fs::path source() const { return folder.path() / "source"; }
};

Bench &bench()
{
    static Bench shared = [] {
        auto folder = TemporaryFolder::create("loupe-fuzz");
        require(static_cast<bool>(folder), "a temporary folder can be made");
        auto writer = StoreWriter::open(folder->path() / "fuzz.kloupe");
        require(static_cast<bool>(writer), "a store can be made");
        return Bench{std::move(*folder), std::move(*writer)};
    }();
    return shared;
}

std::string_view takeLine(std::string_view &text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// Returns the format of an input, and removes its name from the input.
const RecordFormat &formatOf(std::string_view &input)
{
    const std::span<const RecordFormat> formats = recordFormats();
    const char *const forced = std::getenv("LOUPE_FUZZ_FORMAT");
    const std::string_view line = input.substr(0, std::min(input.find('\n'), input.size()));
    for (const RecordFormat &format : formats) {
        if (line == format.name)
            takeLine(input);
        if (forced != nullptr ? format.name == forced : format.name == line)
            return format;
    }
    const std::size_t first = input.empty() ? 0 : static_cast<unsigned char>(input.front());
    return formats[first % formats.size()];
}

/// Returns true for ordinary names that stay inside the folder.
bool isHarmless(std::string_view name)
{
    constexpr std::string_view allowed
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:() ";
    return !name.empty() && name.size() <= maxNameLength && name.front() != '/'
        && name.find("..") == std::string_view::npos
        && name.find_first_not_of(allowed) == std::string_view::npos;
}

void write(const fs::path &file, std::string_view content)
{
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    std::FILE *out = std::fopen(file.c_str(), "wb");
    if (out == nullptr)
        return; // a folder has that name
    std::fwrite(content.data(), 1, content.size(), out);
    std::fclose(out);
}

/// Writes the input and returns the path to read.
fs::path writeSource(std::string_view input, std::string_view format)
{
    const fs::path folder = bench().source();
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    if (!input.starts_with(fileMark)) {
        const fs::path file = folder / (std::string(format) + ".jsonl");
        write(file, input);
        return file;
    }
    fs::create_directories(folder, ignored);
    const bool isOneFile = input.find("\n%%% ") == std::string_view::npos;
    fs::path last = folder;
    while (!input.empty()) {
        const std::string_view name = takeLine(input).substr(fileMark.size());
        const std::size_t next = input.find("\n%%% ");
        const std::string_view content = input.substr(0, next);
        input.remove_prefix(next == std::string_view::npos ? input.size() : next + 1);
        if (!isHarmless(name))
            continue;
        last = folder / name;
        write(last, content);
    }
    return isOneFile ? last : folder;
}

bool isPositive(const std::optional<double> &number)
{
    return !number || (std::isfinite(*number) && *number > 0);
}

void checkBatch(const RecordBatch &batch)
{
    std::set<std::string> tasks;
    std::set<std::string> methods;
    for (const Task &task : batch.tasks)
        tasks.insert(task.name);
    for (const Method &method : batch.methods)
        methods.insert(method.name);
    for (const Evaluation &each : batch.evaluations) {
        require(tasks.count(each.candidate.task) > 0, "the task of an evaluation is in the batch");
        require(methods.count(each.candidate.method) > 0,
                "the method of an evaluation is in the batch");
        require(isPositive(each.speedup), "a speedup is finite and above 0");
        require(isPositive(each.candidateMs), "a time is finite and above 0");
    }
    for (const GoldenRecord &golden : batch.golden) {
        require(tasks.count(golden.task) > 0, "the task of a golden record is in the batch");
        require(isPositive(golden.milliseconds), "a recorded time is finite and above 0");
    }
    require(batch.run.uuid.size() == 32, "a run has a uuid");
}

/// Imports in a transaction that is rolled back.
void checkImport(const std::vector<RecordBatch> &batches)
{
    StoreWriter &writer = *bench().writer;
    bool isImported = false;
    const Status undone = writer.transaction([&]() -> Status {
        const auto summaries = importBatches(writer, batches);
        if (!summaries)
            std::fprintf(stderr, "%s\n%s\n", summaries.error().text().c_str(),
                         summaries.error().detail.c_str());
        isImported = static_cast<bool>(summaries);
        return Error{Errc::Cancelled, "undone"};
    });
    require(!undone, "the transaction is undone");
    require(isImported, "what was accepted can be stored");
    const auto known = writer.runWithUuid(batches.front().run.uuid);
    require(known && !*known, "nothing stays in the store");
}

/// Returns true if the source was accepted.
bool check(const RecordFormat &format, const fs::path &source, bool skipBad)
{
    ReadOptions options;
    options.skipBad = skipBad;
    const auto batches = readRecords(format.name, source, options);
    if (!batches) {
        require(!batches.error().message.empty(), "a refusal says why");
        require(!batches.error().where.empty(), "a refusal says where");
        return false;
    }
    require(!batches->empty(), "what is accepted holds something");
    for (const RecordBatch &batch : *batches)
        checkBatch(batch);
    checkImport(*batches);
    return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    std::string_view input(reinterpret_cast<const char *>(data), size);
    const RecordFormat &format = formatOf(input);
    const fs::path source = writeSource(input, format.name);
    static_cast<void>(detectRecordFormat(source));
    if (!check(format, source, false))
        check(format, source, true); // skips bad records
    return 0;
}
