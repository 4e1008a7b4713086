// SPDX-License-Identifier: Apache-2.0
#include "core/executors/linefile.h"

#include "core/base/files.h"
#include "core/engine/contract/jsontext.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t linesAtOnce = std::size_t{4} << 20;

Error notAdded(const std::filesystem::path &file)
{
    return {Errc::Io, "cannot add to the file: " + std::system_category().message(errno),
            file.string(), "is its disk full?"};
}

} // namespace

Result<LineFileWriter> LineFileWriter::beginAnew(const std::filesystem::path &file,
                                                 const std::string &name)
{
    if (Status begun = writeFileAtomic(file, Json{{"name", name}}.dump() + "\n"); !begun)
        return begun.error();
    return goOn(file);
}

Result<LineFileWriter> LineFileWriter::goOn(const std::filesystem::path &file)
{
    Fd fd(open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (fd.get() < 0)
        return notAdded(file);
    return LineFileWriter(file, std::move(fd));
}

Status LineFileWriter::add(const Json &object) const
{
    // A single write, so that concurrent readers see the whole line or an unterminated part of it.
    const std::string line = object.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    const ssize_t written = write(m_fd.get(), line.data(), line.size());
    if (written == static_cast<ssize_t>(line.size()))
        return {};
    // On a full disk a partial line may remain; a line end makes readers skip it.
    if (written > 0)
        static_cast<void>(!write(m_fd.get(), "\n", 1));
    return notAdded(m_file);
}

std::vector<Json> LineFileReader::news()
{
    std::vector<Json> out;
    const Fd fd(open(m_file.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat state = {};
    if (fd.get() < 0 || fstat(fd.get(), &state) != 0)
        return out;
    if (state.st_ino != m_inode || state.st_size < m_offset) {
        m_inode = state.st_ino;
        m_offset = 0;
    }
    std::string text(
        std::min<std::size_t>(linesAtOnce, static_cast<std::size_t>(state.st_size - m_offset)),
        '\0');
    const ssize_t got = text.empty() ? 0 : pread(fd.get(), text.data(), text.size(), m_offset);
    if (got <= 0)
        return out;
    text.resize(static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', begin)) {
        auto json = parseJson(std::string_view(text).substr(begin, end - begin), m_file.string());
        if (m_offset == 0 && begin == 0)
            m_name = json && json->is_object() ? textAt(*json, "name") : std::string();
        else if (json && json->is_object())
            out.push_back(std::move(*json));
        begin = end + 1;
    }
    // No valid line is longer than one read; such a line is skipped.
    m_offset += static_cast<std::int64_t>(begin == 0 && text.size() == linesAtOnce ? text.size()
                                                                                   : begin);
    return out;
}

} // namespace loupe
