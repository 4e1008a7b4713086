// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/spool/cassette.h"

#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *titleKey = "kloupe_cassette";
constexpr int cassetteVersion = 1;
constexpr std::size_t maxShownLength = 60;

std::string titleLine()
{
    return Json{{titleKey, cassetteVersion}}.dump();
}

/// Removes a last line that a kill cut off, so that the next entry starts on a new line.
Status dropTornLine(int fd, const fs::path &file)
{
    const auto text = readFile(file);
    if (!text)
        return text.error();
    const std::size_t whole = text->rfind('\n') + 1; // 0 if there is no line break
    if (whole < text->size() && ftruncate(fd, static_cast<off_t>(whole)) != 0)
        return systemError("cannot write the cassette", file.string());
    return {};
}

} // namespace

/// Stores text as text, so that people can read a cassette, and other bytes as base64.
template <typename Fields>
void listFields(Fields &fields, CassetteEntry::Chunk &chunk)
{
    auto &[milliseconds, bytes] = chunk;
    fields("ms", milliseconds);
    fields("text", bytes);
}

template <typename Fields>
void listFields(Fields &fields, CassetteEntry &entry)
{
    auto &[place, body, sha256, head, chunks, wire] = entry;
    fields("place", place);
    fields("request", body);
    fields("sha256", sha256);
    fields("head", head);
    fields("chunks", chunks);
    fields("wire", wire);
}

CassetteEntry cassetteEntry(const SpooledAnswer &answer)
{
    CassetteEntry entry;
    entry.place = answer.request.place;
    entry.body = answer.request.body;
    entry.sha256 = sha256Hex(entry.body);
    entry.head = answer.head.value_or(AnswerHead());
    for (const AnswerChunk &chunk : answer.chunks)
        entry.chunks.push_back({chunk.milliseconds, answer.raw.substr(chunk.begin, chunk.size)});
    entry.wire = answer.end ? answer.end->wire : "reset";
    return entry;
}

std::string cassetteLine(const CassetteEntry &entry)
{
    return fieldsToJson(entry).dump();
}

Result<Cassette> Cassette::read(const fs::path &file)
{
    auto text = readFile(file);
    if (!text)
        return text.error();
    return parse(*text, file.string());
}

Result<Cassette> Cassette::parse(std::string_view text, const std::string &source)
{
    Cassette cassette;
    cassette.m_source = source;
    int line = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view words = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++line;
        const auto json = parseJson(words, source, line);
        if (!json)
            return json.error();
        if (line == 1) {
            if (*json != Json{{titleKey, cassetteVersion}})
                return Error{Errc::InvalidInput, "this is not a cassette of version 1",
                             source + ":1"};
            continue;
        }
        CassetteEntry entry;
        const std::string where = source + ":" + std::to_string(line);
        if (Status read = readFields(*json, where, MissingFields::Refused, entry); !read)
            return read.error();
        if (entry.sha256 != sha256Hex(entry.body))
            return Error{Errc::Corrupt, "the recorded request does not match its digest",
                         where + ":sha256"};
        cassette.m_entries[entry.place] = std::move(entry);
    }
    if (line == 0)
        return Error{Errc::InvalidInput, "the cassette is empty", source};
    return cassette;
}

Result<const CassetteEntry *> Cassette::find(const RequestKey &place) const
{
    const auto found = m_entries.find(place);
    if (found == m_entries.end())
        return Error{Errc::NotFound, "the cassette has no answer for " + place.text(), m_source,
                     "record it, or replay with the profile of the recording"};
    return &found->second;
}

bool Cassette::answers(const std::string &task) const
{
    return std::ranges::any_of(m_entries, [&](const auto &each) {
        return each.first.task == task && each.first.round == 0;
    });
}

std::string bodyDifference(std::string_view recorded, std::string_view requested)
{
    if (recorded == requested)
        return {};
    const auto before = parseJson(recorded, "recorded");
    const auto now = parseJson(requested, "requested");
    if (!before || !now)
        return "one of the bodies is no JSON";
    const Json changes = Json::diff(*before, *now);
    if (changes.empty())
        return {};
    const Json &first = changes.front();
    const auto shown = [&](const Json &document) {
        const Json::json_pointer place(first.at("path").get<std::string>());
        std::string text = document.contains(place) ? document.at(place).dump() : "nothing";
        return text.size() <= maxShownLength ? text : text.substr(0, maxShownLength) + "…";
    };
    return fmt::format("{} was {} and is {}{}", first.at("path").get<std::string>(), shown(*before),
                       shown(*now),
                       changes.size() > 1 ? fmt::format(", and {} more", changes.size() - 1) : "");
}

Result<CassetteWriter> CassetteWriter::open(const fs::path &file)
{
    Fd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (!fd)
        return systemError("cannot open the cassette", file.string());
    const std::string title = titleLine() + "\n";
    std::string there(title.size(), '\0');
    const ssize_t count = pread(fd.get(), there.data(), there.size(), 0);
    if (count > 0 && there != title)
        return Error{Errc::InvalidInput, "the file exists and is not a cassette of version 1",
                     file.string(), "name another file to record into"};
    if (count == 0
        && write(fd.get(), title.data(), title.size()) != static_cast<ssize_t>(title.size()))
        return systemError("cannot write the cassette", file.string());
    if (Status whole = dropTornLine(fd.get(), file); !whole)
        return whole.error();
    return CassetteWriter(std::move(fd), file.string());
}

Status CassetteWriter::add(const CassetteEntry &entry)
{
    const std::string line = cassetteLine(entry) + "\n";
    std::size_t written = 0;
    while (written < line.size()) {
        const ssize_t count = write(m_fd.get(), line.data() + written, line.size() - written);
        if (count < 0)
            return systemError("cannot write the cassette", m_file);
        written += static_cast<std::size_t>(count);
    }
    return fdatasync(m_fd.get()) == 0 ? Status()
                                      : Status(systemError("cannot write the cassette", m_file));
}

} // namespace loupe
