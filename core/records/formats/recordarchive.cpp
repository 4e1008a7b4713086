// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordarchive.h"

#include "core/base/asciicase.h"
#include "core/base/untrustedfile.h"
#include "core/base/utf8locale.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <archive.h>
#include <archive_entry.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxUnpackedBytes = std::uintmax_t{2} << 30;
constexpr int maxUnpackedFiles = 200'000;
constexpr std::size_t unpackedAtOnce = std::size_t{1} << 20;

constexpr std::array<std::string_view, 10> folderEndings{
    ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz", ".tbz2", ".txz", ".tzst", ".tar", ".zip"};
constexpr std::array<std::string_view, 4> fileEndings{".gz", ".bz2", ".xz", ".zst"};

std::string lowerName(const fs::path &file)
{
    return lowered(file.filename().string());
}

/// Returns the archive's file extension; empty for other files.
template <std::size_t count>
std::string_view endingIn(const std::array<std::string_view, count> &endings, std::string_view name)
{
    const auto at = std::find_if(endings.begin(), endings.end(), [&](std::string_view ending) {
        return name.size() > ending.size() && name.ends_with(ending);
    });
    return at == endings.end() ? std::string_view() : *at;
}

struct FreeReader {
    void operator()(archive *one) const { archive_read_free(one); }
};

/// Input of libarchive: the file that was checked when it was opened.
struct ArchiveInput {
    UntrustedFile file;
    std::string part;
};

la_ssize_t readPart(archive *reader, void *context, const void **bytes)
{
    auto *input = static_cast<ArchiveInput *>(context);
    auto part = input->file.readSome(unpackedAtOnce);
    if (!part) {
        archive_set_error(reader, ARCHIVE_FATAL, "%s", part.error().message.c_str());
        return -1;
    }
    input->part = std::move(*part);
    *bytes = input->part.data();
    return static_cast<la_ssize_t>(input->part.size());
}

class ArchiveUnpacker
{
public:
    ArchiveUnpacker(const fs::path &file, const ReadOptions &options)
        : m_file(file)
        , m_options(options)
    {
    }

    Result<UnpackedRecords> unpack()
    {
        auto opened = UntrustedFile::openNamed(m_file, {.stop = m_options.stop});
        if (!opened)
            return std::move(opened).error();
        auto folder = TemporaryFolder::create("kloupe-import");
        if (!folder)
            return std::move(folder).error();
        const std::string name = lowerName(m_file);
        const std::string_view ending = endingIn(folderEndings, name);
        const bool isOneFile = ending.empty();
        const std::size_t left
            = name.size() - (isOneFile ? endingIn(fileEndings, name) : ending).size();
        m_root = folder->path() / m_file.filename().string().substr(0, left);
        const ScopedUtf8Locale utf8;
        ArchiveInput input{std::move(*opened), {}};
        const std::unique_ptr<archive, FreeReader> reader(archive_read_new());
        archive_read_support_filter_gzip(reader.get());
        archive_read_support_filter_bzip2(reader.get());
        archive_read_support_filter_xz(reader.get());
        archive_read_support_filter_zstd(reader.get());
        if (isOneFile) {
            archive_read_support_format_raw(reader.get());
        } else {
            archive_read_support_format_tar(reader.get());
            archive_read_support_format_zip_streamable(reader.get());
        }
        if (archive_read_open(reader.get(), &input, nullptr, readPart, nullptr) != ARCHIVE_OK)
            return unreadable(*reader);
        if (Status done = isOneFile ? readOne(*reader) : readAll(*reader); !done)
            return std::move(done).error();
        return UnpackedRecords{std::move(*folder), m_root};
    }

private:
    Error refused(const std::string &message, const std::string &hint) const
    {
        return Error{Errc::InvalidInput, message, m_file.string(), hint};
    }

    Error cancelled() const
    {
        return Error{Errc::Cancelled, "the import was cancelled", m_file.string()};
    }

    Error unreadable(archive &reader) const
    {
        if (m_options.stop.stop_requested()) // its next part was not read
            return cancelled();
        const char *why = archive_error_string(&reader);
        return refused("the archive cannot be read: "
                           + std::string(why == nullptr ? "it is damaged" : why),
                       "unpack it yourself and import the folder");
    }

    Status readOne(archive &reader)
    {
        archive_entry *entry = nullptr;
        if (archive_read_next_header(&reader, &entry) != ARCHIVE_OK)
            return unreadable(reader);
        return write(reader, m_root);
    }

    Status readAll(archive &reader)
    {
        std::error_code failed;
        fs::create_directories(m_root, failed);
        archive_entry *entry = nullptr;
        int files = 0;
        for (;;) {
            if (m_options.stop.stop_requested())
                return cancelled();
            const int next = archive_read_next_header(&reader, &entry);
            if (next == ARCHIVE_EOF)
                return {};
            if (next != ARCHIVE_OK && next != ARCHIVE_WARN)
                return unreadable(reader);
            if (archive_entry_filetype(entry) != AE_IFREG
                || archive_entry_hardlink(entry) != nullptr)
                continue; // links and devices are never read
            if (++files > maxUnpackedFiles)
                return refused("the archive holds more files than can be imported at once",
                               "unpack it yourself and import its parts");
            const char *named = archive_entry_pathname(entry);
            if (named == nullptr)
                return refused("the name of a file in the archive cannot be read as text",
                               "unpack it yourself and import the folder");
            const fs::path name = fs::path(named).lexically_normal();
            if (name.empty() || name.is_absolute() || *name.begin() == "..")
                return refused("the archive names a file outside of itself: \"" + name.string()
                                   + "\"",
                               "do not trust it");
            fs::create_directories((m_root / name).parent_path(), failed);
            if (Status written = write(reader, m_root / name); !written)
                return written;
        }
    }

    Status write(archive &reader, const fs::path &place)
    {
        std::ofstream out(place, std::ios::binary | std::ios::trunc);
        std::vector<char> bytes(unpackedAtOnce);
        for (;;) {
            const la_ssize_t count = archive_read_data(&reader, bytes.data(), bytes.size());
            if (count < 0)
                return unreadable(reader);
            if (count == 0)
                break;
            m_bytes += static_cast<std::uintmax_t>(count);
            if (m_bytes > maxUnpackedBytes)
                return refused("the archive unpacks to more than 2 GiB",
                               "unpack it yourself and import its parts");
            out.write(bytes.data(), count);
        }
        out.close();
        if (!out)
            return Error{Errc::Io, "cannot unpack a file of the archive", place.string(),
                         "check the free space of the temporary folder"};
        return {};
    }

    fs::path m_file;
    const ReadOptions &m_options;
    fs::path m_root;
    std::uintmax_t m_bytes = 0;
};

} // namespace

bool isRecordArchive(const fs::path &file)
{
    const std::string name = lowerName(file);
    std::error_code ignored;
    return (!endingIn(folderEndings, name).empty() || !endingIn(fileEndings, name).empty())
        && fs::is_regular_file(file, ignored);
}

Result<UnpackedRecords> unpackRecordArchive(const fs::path &file, const ReadOptions &options)
{
    return ArchiveUnpacker(file, options).unpack();
}

} // namespace loupe
