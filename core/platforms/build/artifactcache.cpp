// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/artifactcache.h"

#include "core/base/digest.h"
#include "core/base/files.h"

#include <algorithm>
#include <cctype>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxArtifactsBytes = std::size_t{40} << 20;

bool isEncoded(const std::string &text)
{
    return std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '+' || c == '/' || c == '=';
    });
}

} // namespace

ArtifactCache::ArtifactCache(fs::path folder, const PythonEnvironment &environment,
                             const PythonSettings &settings)
    : m_folder(std::move(folder))
{
    std::map<std::string, std::string> variables = settings.variables;
    // Excluded because the devices of a run are alike, and compilers do not read language models.
    for (const char *other : {"CUDA_VISIBLE_DEVICES", "HF_HUB_CACHE", "HF_HUB_OFFLINE"})
        variables.erase(other);
    const Json setting{"artifacts 3",     environment.version, environment.packages,
                       environment.roots, environment.devices, environment.torchBuild,
                       settings.device,   settings.loader,     settings.thinHeaders,
                       variables};
    m_setting = setting.dump(-1, ' ', false, Json::error_handler_t::replace);
}

fs::path ArtifactCache::pathOf(const std::string &source) const
{
    const std::string key = sha256Hex(m_setting + sha256Hex(source));
    return m_folder / key.substr(0, 2) / (key + ".tgz64");
}

std::optional<std::string> ArtifactCache::find(const std::string &source) const
{
    Result<std::string> text = readFile(pathOf(source), maxArtifactsBytes);
    if (!text || text->empty() || !isEncoded(*text))
        return std::nullopt;
    return std::move(text).value();
}

Status ArtifactCache::keep(const std::string &source, const Json &artifacts) const
{
    if (!artifacts.is_string())
        return {};
    const auto &text = artifacts.get_ref<const std::string &>();
    if (text.empty() || text.size() > maxArtifactsBytes || !isEncoded(text))
        return {};
    const fs::path path = pathOf(source);
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    if (failed)
        return Error{Errc::Io, "cannot make the build cache: " + failed.message(),
                     path.parent_path().string(), "free space or choose another folder"};
    return writeFileAtomic(path, text);
}

} // namespace loupe
