// SPDX-License-Identifier: Apache-2.0
#include "core/base/mappedcopy.h"

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Read-only mapping of an unlinked file, which no other process can open.
class MappedText final : public TextMemory
{
public:
    MappedText(void *begin, std::size_t size) : m_begin(begin), m_size(size) { }
    MappedText(const MappedText &) = delete;
    MappedText &operator=(const MappedText &) = delete;
    ~MappedText() override { ::munmap(m_begin, m_size); }

    void giveBack() const override { ::madvise(m_begin, m_size, MADV_DONTNEED); }
    std::string_view view() const { return {static_cast<const char *>(m_begin), m_size}; }

private:
    void *m_begin;
    std::size_t m_size;
};

Error copyError(const char *what)
{
    const int code = errno;
    std::error_code ignored;
    return Error{Errc::Io, std::string(what) + ": " + std::generic_category().message(code),
                 fs::temp_directory_path(ignored).string(),
                 "set TMPDIR to a folder on another disk"};
}

} // namespace

std::optional<MappedCopy> MappedCopy::begin(std::size_t bytes)
{
    auto fd = openUnnamedFile(bytes);
    // Without the reservation, a full disk would be noticed only after most of the text was copied.
    if (!fd || ::posix_fallocate(fd->get(), 0, static_cast<off_t>(bytes)) != 0)
        return std::nullopt;
    return MappedCopy(std::move(*fd));
}

Status MappedCopy::append(std::string_view piece)
{
    while (!piece.empty()) {
        const ssize_t written
            = ::pwrite(m_fd.get(), piece.data(), piece.size(), static_cast<off_t>(m_size));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return copyError("cannot write a temporary copy");
        m_size += static_cast<std::size_t>(written);
        piece.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<SharedText> MappedCopy::finish()
{
    if (m_size == 0)
        return SharedText();
    void *const begin = ::mmap(nullptr, m_size, PROT_READ, MAP_SHARED, m_fd.get(), 0);
    if (begin == MAP_FAILED)
        return copyError("cannot map a temporary copy");
    const auto mapped = std::make_shared<const MappedText>(begin, m_size);
    return SharedText(mapped, mapped->view());
}

bool hasRoomForTemporary(std::uintmax_t bytes)
{
    constexpr std::uintmax_t minThatFit = 4;
    std::error_code failed;
    const fs::path folder = fs::temp_directory_path(failed);
    if (failed)
        return false;
    const fs::space_info space = fs::space(folder, failed);
    return !failed && space.available / minThatFit >= bytes;
}

std::optional<Fd> openUnnamedFile(std::uintmax_t bytes)
{
    if (!hasRoomForTemporary(bytes))
        return std::nullopt;
    std::error_code failed;
    std::string name = (fs::temp_directory_path(failed) / "loupe-text.XXXXXX").string();
    Fd fd(::mkostemp(name.data(), O_CLOEXEC));
    if (!fd)
        return std::nullopt;
    ::unlink(name.c_str());
    return fd;
}

} // namespace loupe
