// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/archive.h"

#include "core/base/files.h"
#include "core/base/utf8locale.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <archive.h>
#include <archive_entry.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

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
