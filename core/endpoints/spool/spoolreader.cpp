// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/spool/spoolreader.h"

#include "core/base/files.h"
#include "core/base/result.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxRequestBytes = std::uintmax_t{256} << 20;
constexpr const char *answerEnding = ".answer";
constexpr std::uintmax_t maxAnswerBytes = std::uintmax_t{2} << 30;

struct RecordFront {
    std::string_view kind;
    std::size_t size = 0;
    std::int64_t milliseconds = 0;
};

/// Parses the front of a record, such as "data 123 45".
std::optional<RecordFront> parseFront(std::string_view line)
{
    RecordFront front;
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos)
        return std::nullopt;
    front.kind = line.substr(0, space);
    const char *end = line.data() + line.size();
    auto read = std::from_chars(line.data() + space + 1, end, front.size);
    if (read.ec != std::errc())
        return std::nullopt;
    if (front.kind == "data" && read.ptr != end)
        read = std::from_chars(read.ptr + 1, end, front.milliseconds);
    const bool isKnown = front.kind == "head" || front.kind == "data" || front.kind == "end";
    if (!isKnown || read.ec != std::errc() || read.ptr != end)
        return std::nullopt;
    return front;
}

template <typename T>
Status parseInto(std::string_view text, const std::string &file, T &value)
{
    const auto json = parseJson(text, file);
    if (!json)
        return Error{Errc::Corrupt, json.error().message, json.error().where};
    Status read = readFields(*json, file, MissingFields::Refused, value);
    if (!read)
        return Error{Errc::Corrupt, read.error().message, read.error().where};
    return read;
}

Status takeRecord(const RecordFront &front, std::string_view payload, const std::string &file,
                  SpooledAnswer &answer)
{
    if (front.kind == "head")
        return parseInto(payload, file, answer.head.emplace());
    if (front.kind == "end")
        return parseInto(payload, file, answer.end.emplace());
    answer.chunks.push_back({answer.raw.size(), payload.size(), front.milliseconds});
    answer.raw += payload;
    return {};
}

/// Reads an answer's file. A missing file leaves `answer` unchanged.
Status readAnswerFile(const fs::path &file, SpooledAnswer &answer)
{
    std::error_code failed;
    if (!fs::exists(file, failed))
        return {};
    const auto bytes = readFile(file, maxAnswerBytes);
    return bytes ? parseAnswerFile(*bytes, file.string(), answer) : Status(bytes.error());
}

} // namespace

Status parseAnswerFile(std::string_view file, const std::string &name, SpooledAnswer &answer)
{
    const auto damaged = [&](std::size_t at) {
        return Error{Errc::Corrupt, "the record at byte " + std::to_string(at) + " is damaged",
                     name};
    };
    if (!file.starts_with(answerFileTitle)) // The writer ended before the title was complete.
        return answerFileTitle.starts_with(file) ? Status() : Status(damaged(0));
    std::size_t at = answerFileTitle.size();
    while (at < file.size()) {
        const std::size_t lineEnd = file.find('\n', at);
        if (lineEnd == std::string_view::npos)
            return {};
        const auto front = parseFront(file.substr(at, lineEnd - at));
        if (!front || answer.end)
            return damaged(at);
        const std::string_view rest = file.substr(lineEnd + 1);
        const bool isCutOff = rest.size() <= front->size;
        if (isCutOff && front->kind != "data")
            return {};
        if (!isCutOff && rest[front->size] != '\n')
            return damaged(at);
        if (Status taken = takeRecord(*front, rest.substr(0, front->size), name, answer); !taken)
            return taken;
        at = lineEnd + 1 + std::min(rest.size(), front->size + 1);
    }
    return {};
}

Result<std::vector<std::string>> spooledRequests(const fs::path &folder)
{
    std::vector<std::pair<std::string, std::string>> found; // planned at, uuid
    std::error_code failed;
    if (!fs::exists(folder, failed))
        return std::vector<std::string>();
    fs::directory_iterator entries(folder, failed);
    if (failed)
        return Error{Errc::Io, "cannot read the spool: " + failed.message(), folder.string()};
    for (const fs::directory_entry &entry : entries) {
        if (entry.path().extension() != ".request")
            continue;
        const std::string uuid = entry.path().stem().string();
        SpooledRequest request;
        const auto text = readFile(entry.path(), maxRequestBytes);
        if (!text)
            return text.error();
        if (Status read = parseInto(*text, entry.path().string(), request); !read)
            return read.error();
        found.emplace_back(request.plannedAt, uuid);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> uuids;
    uuids.reserve(found.size());
    for (auto &[plannedAt, uuid] : found)
        uuids.push_back(std::move(uuid));
    return uuids;
}

Result<SpooledAnswer> readSpooled(const fs::path &folder, const std::string &uuid)
{
    const fs::path requestFile = folder / (uuid + ".request");
    const auto text = readFile(requestFile, maxRequestBytes);
    if (!text)
        return text.error();
    SpooledAnswer answer;
    if (Status read = parseInto(*text, requestFile.string(), answer.request); !read)
        return read.error();
    if (answer.request.uuid != uuid)
        return Error{Errc::Corrupt, "the request has another name than its file",
                     requestFile.string()};
    if (Status read = readAnswerFile(folder / (uuid + answerEnding), answer); !read)
        return read.error();
    return answer;
}

Result<std::string> readSpooledBytes(const fs::path &folder, const std::string &uuid)
{
    SpooledAnswer answer;
    if (Status read = readAnswerFile(folder / (uuid + answerEnding), answer); !read)
        return read.error();
    return std::move(answer.raw);
}

Status removeSpooled(const fs::path &folder, const std::string &uuid)
{
    for (const char *ending : {answerEnding, ".request"}) {
        std::error_code failed;
        const fs::path file = folder / (uuid + ending);
        fs::remove(file, failed);
        if (failed)
            return Error{Errc::Io,
                         "cannot take a stored answer out of the spool: " + failed.message(),
                         file.string()};
    }
    return {};
}

} // namespace loupe
