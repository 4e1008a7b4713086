// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include "core/base/untrustedfile.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {
Error ioError(const char *what, const fs::path &path)
{
    const int code = errno;
    return Error{code == ENOENT ? Errc::NotFound : Errc::Io,
                 std::string(what) + ": " + std::system_category().message(code), path.string()};
}
} // namespace

Result<std::string> readFile(const fs::path &path, std::uintmax_t maxBytes)
{
    UntrustedLimits limits;
    limits.maxBytes = maxBytes;
    auto file = UntrustedFile::openNamed(path, std::move(limits));
    if (!file)
        return file.error();
    return file->read();
}

Status writeFileAtomic(const fs::path &path, std::string_view content)
{
    std::string temporary = path.string() + ".XXXXXX";
    const int fd = mkostemp(temporary.data(), O_CLOEXEC);
    if (fd < 0)
        return ioError("cannot create the file", path);
    std::size_t written = 0;
    while (written < content.size()) {
        const ssize_t n = ::write(fd, content.data() + written, content.size() - written);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            const Error error = ioError("cannot write the file", path);
            ::close(fd);
            ::unlink(temporary.c_str());
            return error;
        }
        written += static_cast<std::size_t>(n);
    }
    const bool synced = ::fsync(fd) == 0 && ::fchmod(fd, 0644) == 0;
    if (::close(fd) != 0 || !synced || ::rename(temporary.c_str(), path.c_str()) != 0) {
        const Error error = ioError("cannot finish the file", path);
        ::unlink(temporary.c_str());
        return error;
    }
    return {};
}

Result<TemporaryFolder> TemporaryFolder::create(std::string_view prefix)
{
    std::error_code failed;
    const fs::path base = fs::temp_directory_path(failed);
    std::string pattern = (base / (std::string(prefix) + ".XXXXXX")).string();
    if (failed || mkdtemp(pattern.data()) == nullptr)
        return ioError("cannot create a temporary folder", pattern);
    return TemporaryFolder(pattern);
}

TemporaryFolder::TemporaryFolder(fs::path path) : m_path(std::move(path)) { }
TemporaryFolder::TemporaryFolder(TemporaryFolder &&other) noexcept
    : m_path(std::exchange(other.m_path, {}))
{
}
TemporaryFolder &TemporaryFolder::operator=(TemporaryFolder &&other) noexcept
{
    std::swap(m_path, other.m_path);
    return *this;
}
TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        fs::remove_all(m_path, ignored);
}

} // namespace loupe
