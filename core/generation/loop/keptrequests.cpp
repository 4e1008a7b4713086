// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/keptrequests.h"

#include "core/base/digest.h"
#include "core/base/untrustedfile.h"
#include "core/endpoints/spool/spoolwriter.h"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxRequestBytes = std::uintmax_t{4} << 20;
constexpr std::size_t digestDigits = 16;

} // namespace

std::string wholePath(const fs::path &path)
{
    std::error_code failed;
    return path.empty() ? std::string() : fs::absolute(path, failed).string();
}

fs::path spoolsOf(const fs::path &store)
{
    return wholePath(store) + ".spool";
}

fs::path spoolFor(const fs::path &store, const std::string &prefix, const Json &place)
{
    const std::string digest
        = sha256Hex(place.dump(-1, ' ', false, Json::error_handler_t::replace));
    return spoolsOf(store) / (prefix + digest.substr(0, digestDigits));
}

Status makeSpoolsOf(const fs::path &spool)
{
    const fs::path folder = spool.parent_path();
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!failed)
        fs::permissions(folder, fs::perms::owner_all, failed);
    return failed
        ? Status(Error{Errc::Io, "cannot make the spool: " + failed.message(), folder.string()})
        : Status();
}

Result<std::vector<KeptRequest>>
keptRequests(const fs::path &store, const char *name,
             const std::function<bool(const fs::path &folder)> &isAtWork)
{
    std::error_code failed;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (fs::directory_iterator each(spoolsOf(store), failed), end; !failed && each != end;
         each.increment(failed)) {
        const fs::path file = each->path() / name;
        std::error_code none;
        const auto written = fs::last_write_time(file, none);
        if (!none && !(isAtWork && isAtWork(each->path())))
            files.emplace_back(written, file);
    }
    std::sort(files.begin(), files.end(), std::greater<>());
    std::vector<KeptRequest> out;
    for (const auto &[written, file] : files) {
        UntrustedLimits limits;
        limits.maxBytes = maxRequestBytes;
        auto opened = UntrustedFile::openNamed(file, limits);
        if (!opened)
            return opened.error();
        auto text = opened->read();
        if (!text)
            return text.error();
        out.push_back({file, std::move(*text)});
    }
    return out;
}

Status dropKeptRequest(const fs::path &folder, const char *name)
{
    std::error_code failed;
    fs::remove(folder / name, failed);
    if (failed)
        return Error{Errc::Io, "cannot remove the record of the ended run: " + failed.message(),
                     (folder / name).string()};
    removeEmptySpool(folder);
    return {};
}

} // namespace loupe
