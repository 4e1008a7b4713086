// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/unknownrecords.h"

#include "core/base/counted.h"
#include "core/base/untrustedfolder.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxSampledFiles = 200;
constexpr std::size_t sampledBytes = std::size_t{1} << 16;
constexpr std::size_t maxNamedFiles = 3;
constexpr std::size_t maxNamedKeys = 8;

/// Keys in the beginning of a data file.
struct SampledKeys {
    std::vector<std::string> top; ///< keys of the outermost object, or of the first one in a list
    std::set<std::string> all;    ///< at any depth
};

void addTo(std::vector<std::string> &names, const std::string &name)
{
    if (std::ranges::find(names, name) == names.end())
        names.push_back(name);
}

SampledKeys columnsOf(std::string_view header)
{
    SampledKeys out;
    while (!header.empty()) {
        const std::size_t end = std::min(header.find(','), header.size());
        std::string column(header.substr(0, end));
        std::erase_if(column, [](char c) { return c == '"' || c == '\r'; });
        addTo(out.top, column);
        out.all.insert(std::move(column));
        header.remove_prefix(std::min(end + 1, header.size()));
    }
    return out;
}

/// Scans for keys by quotes, colons and brackets only, because the beginning of a file is no
/// complete document.
SampledKeys keysOf(std::string_view text)
{
    SampledKeys out;
    int depth = 0;
    int topDepth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c != '"') {
            depth += c == '{' || c == '[' ? 1 : 0;
            depth -= c == '}' || c == ']' ? 1 : 0;
            ++at;
            continue;
        }
        const std::size_t end = endOfJsonPart(text, at);
        const std::size_t next = text.find_first_not_of(" \t\r\n", end);
        if (next != std::string_view::npos && text[next] == ':' && end - at >= 2) {
            std::string key(text.substr(at + 1, end - at - 2));
            topDepth = topDepth == 0 ? depth : topDepth;
            if (depth == topDepth)
                addTo(out.top, key);
            out.all.insert(std::move(key));
        }
        at = end;
    }
    return out;
}

SampledKeys sampleOf(const fs::path &root, const fs::path &file)
{
    const std::string beginning = beginningWithin(root, file, sampledBytes);
    if (file.extension() == ".csv")
        return columnsOf(std::string_view(beginning).substr(0, beginning.find('\n')));
    return keysOf(beginning);
}

std::string quotedList(const std::vector<std::string> &names, std::size_t most)
{
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        out += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", names[i]);
    return out + (names.size() > most ? ", …" : "");
}

/// Format with a file that has some of its keys.
struct NearFormat {
    std::string file;
    std::string_view format;
    std::vector<std::string> found;
    std::vector<std::string> missing;

    double share() const
    {
        return static_cast<double>(found.size())
            / static_cast<double>(std::max<std::size_t>(1, found.size() + missing.size()));
    }
    bool isNearerThan(const NearFormat &other) const
    {
        return share() != other.share() ? share() > other.share()
                                        : found.size() > other.found.size();
    }
};

NearFormat compared(const FormatKeys &format, const std::string &file, const SampledKeys &keys)
{
    NearFormat out{file, format.name, {}, {}};
    std::string_view left = format.keys;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(','), left.size());
        const std::string key(left.substr(0, end));
        (keys.all.contains(key) ? out.found : out.missing).push_back(key);
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return out;
}

std::string text(const NearFormat &near)
{
    constexpr std::size_t all = 100;
    if (near.missing.empty())
        return fmt::format("{} has the keys of {}, but is not named or arranged like it: \"kloupe "
                           "import {}\" says what is wrong",
                           near.file, near.format, near.format);
    return fmt::format("nearest: {} has {} of {}, but lacks {}", near.file,
                       quotedList(near.found, all), near.format, quotedList(near.missing, all));
}

class SeenFiles
{
public:
    SeenFiles(const fs::path &source, std::span<const FormatKeys> formats)
        : m_source(source)
        , m_formats(formats)
    {
        std::error_code ignored;
        if (!fs::is_directory(source, ignored)) {
            m_count = 1;
            sample(source);
            return;
        }
        m_isFolder = true;
        const auto content = walkFolder(source, {.links = FolderLinks::Within});
        if (!content)
            return;
        m_count = content->files.size();
        for (const fs::path &file : content->files) {
            if (hasNameOfRecords(file))
                add(file);
        }
    }

    std::string message() const
    {
        if (!m_isFolder)
            return "the file is of no known format";
        std::string seen;
        std::size_t data = 0;
        for (const auto &[kind, files] : m_kinds) {
            seen += (seen.empty() ? "" : " and ") + counted(files, kind + " file");
            data += files;
        }
        return seen.empty()
            ? fmt::format("no known result files found (no JSON or CSV among {})",
                          counted(m_count, "file"))
            : fmt::format("no known result files found ({} seen, {} of a known format)", seen,
                          data == 1 ? "not" : "none");
    }

    std::string detail() const
    {
        std::string out;
        for (const auto &[suffix, names] : m_names) {
            out += fmt::format("{} {}: ", names.first, suffix);
            out += fmt::format("{}{}\n", fmt::join(names.second, ", "),
                               names.first > names.second.size() ? ", …" : "");
        }
        for (const auto &[keys, file] : m_keys)
            out += fmt::format("keys of {}: {}\n", file, keys);
        if (!m_nearest.found.empty())
            out += text(m_nearest) + "\n";
        return out;
    }

private:
    std::string nameOfFile(const fs::path &file) const
    {
        return m_isFolder ? file.lexically_relative(m_source).generic_string()
                          : file.filename().string();
    }

    void add(const fs::path &file)
    {
        const std::string suffix = file.extension().string();
        ++m_kinds[suffix.find_first_of("jJ") == std::string::npos ? "CSV" : "JSON"];
        auto &[count, names] = m_names[suffix];
        if (++count <= maxNamedFiles)
            names.push_back(nameOfFile(file));
        if (m_sampled++ < maxSampledFiles)
            sample(file);
    }

    void sample(const fs::path &file)
    {
        const std::string name = nameOfFile(file);
        const SampledKeys keys = sampleOf(m_isFolder ? m_source : file, file);
        const std::string top = quotedList(keys.top, maxNamedKeys);
        const bool isKnown
            = std::ranges::any_of(m_keys, [&](const auto &each) { return each.first == top; });
        if (!top.empty() && !isKnown && m_keys.size() < maxNamedFiles)
            m_keys.emplace_back(top, name);
        for (const FormatKeys &format : m_formats) {
            NearFormat near = compared(format, name, keys);
            if (near.isNearerThan(m_nearest))
                m_nearest = std::move(near);
        }
    }

    fs::path m_source;
    std::span<const FormatKeys> m_formats;
    bool m_isFolder = false;
    std::size_t m_count = 0;
    std::size_t m_sampled = 0;
    std::map<std::string, std::size_t> m_kinds;
    std::map<std::string, std::pair<std::size_t, std::vector<std::string>>> m_names; ///< by suffix
    std::vector<std::pair<std::string, std::string>> m_keys; ///< with a file that has them
    NearFormat m_nearest;
};

} // namespace

Error unknownRecords(const fs::path &source, std::span<const FormatKeys> formats)
{
    const SeenFiles seen(source, formats);
    return {.code = Errc::InvalidInput,
            .message = seen.message(),
            .where = source.string(),
            .detail = seen.detail()};
}

} // namespace loupe
