// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/buildcache.h"

#include "core/base/digest.h"
#include "core/base/fd.h"
#include "core/base/files.h"
#include "core/base/json.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int schema = 2; // schema 1 also stored failures of the machine
constexpr std::uintmax_t maxLibraryBytes = 256ULL << 20;

Json toJson(const Diagnostic &diagnostic)
{
    return {{"severity", static_cast<int>(diagnostic.severity)},
            {"file", diagnostic.file},
            {"line", diagnostic.line},
            {"column", diagnostic.column},
            {"message", diagnostic.message},
            {"first_cause", diagnostic.isFirstCause}};
}

Diagnostic diagnosticFromJson(const Json &json)
{
    const int severity = json.at("severity").get<int>();
    return {severity == 0       ? Severity::Note
                : severity == 1 ? Severity::Warning
                                : Severity::Error,
            json.at("file").get<std::string>(),
            json.at("line").get<int>(),
            json.at("column").get<int>(),
            json.at("message").get<std::string>(),
            json.at("first_cause").get<bool>()};
}

Json toJson(const NativeBuild &build, const std::string &libraryHash)
{
    Json diagnostics = Json::array();
    for (const Diagnostic &diagnostic : build.diagnostics)
        diagnostics.push_back(toJson(diagnostic));
    return {{"schema", schema},
            {"verdict", std::string(facts(build.verdict).id)},
            {"message", build.message},
            {"log", build.log},
            {"diagnostics", std::move(diagnostics)},
            {"milliseconds", build.milliseconds},
            {"library_sha256", libraryHash}};
}

std::optional<NativeBuild> fromJson(const Json &json, std::string &libraryHash)
{
    try {
        const auto verdict = verdictFromId(json.at("verdict").get<std::string>());
        if (json.at("schema") != schema || !verdict)
            return std::nullopt;
        NativeBuild build;
        build.verdict = *verdict;
        json.at("message").get_to(build.message);
        json.at("log").get_to(build.log);
        for (const Json &entry : json.at("diagnostics"))
            build.diagnostics.push_back(diagnosticFromJson(entry));
        json.at("milliseconds").get_to(build.milliseconds);
        json.at("library_sha256").get_to(libraryHash);
        return build;
    } catch (const Json::exception &) {
        return std::nullopt;
    }
}

} // namespace

fs::path BuildCache::path(const std::string &key, const char *extension) const
{
    return m_folder / key.substr(0, 2) / (key + extension);
}

std::optional<NativeBuild> BuildCache::find(const std::string &key) const
{
    const Result<std::string> text = readFile(path(key, ".json"));
    if (!text)
        return std::nullopt;
    const Result<Json> json = parseJson(*text, path(key, ".json").string());
    std::string hash;
    std::optional<NativeBuild> build = json ? fromJson(*json, hash) : std::nullopt;
    if (!build)
        return std::nullopt;
    if (build->verdict == Verdict::Correct) {
        const Result<std::string> library = readFile(path(key, ".so"), maxLibraryBytes);
        if (!library || sha256Hex(*library) != hash)
            return std::nullopt;
        build->library = path(key, ".so");
    }
    build->fromCache = true;
    return build;
}

Result<NativeBuild> BuildCache::keep(const std::string &key, NativeBuild build,
                                     const fs::path &builtLibrary) const
{
    std::error_code failed;
    fs::create_directories(path(key, "").parent_path(), failed);
    if (failed)
        return Error{Errc::Io, "cannot make the build cache: " + failed.message(),
                     path(key, "").parent_path().string(), "free space or choose another folder"};
    // A concurrent build of the same key may already be running from its stored library, which must
    // not be replaced.
    const Fd folder(
        ::open(path(key, "").parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() < 0 || flock(folder.get(), LOCK_EX) != 0)
        return Error{Errc::Io,
                     "cannot lock the build cache: "
                         + std::error_code(errno, std::generic_category()).message(),
                     path(key, "").parent_path().string(),
                     "choose a folder on a file system with locks"};
    if (std::optional<NativeBuild> kept = find(key)) {
        kept->fromCache = false; // it was built here, too
        return std::move(*kept);
    }
    std::string hash;
    if (!builtLibrary.empty()) {
        const Result<std::string> library = readFile(builtLibrary, maxLibraryBytes);
        if (!library)
            return library.error();
        hash = sha256Hex(*library);
        if (Status written = writeFileAtomic(path(key, ".so"), *library); !written)
            return written.error();
        build.library = path(key, ".so");
    }
    // The description is written last, so that its existence implies the library's.
    const std::string text
        = toJson(build, hash).dump(1, ' ', false, Json::error_handler_t::replace);
    if (Status written = writeFileAtomic(path(key, ".json"), text); !written)
        return written.error();
    return build;
}

} // namespace loupe
