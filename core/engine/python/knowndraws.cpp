// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/knowndraws.h"

#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"

#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxDrawsFileBytes = std::size_t{16} << 20;
constexpr std::size_t maxDraws = 100'000;

} // namespace

KnownDraws::KnownDraws(std::filesystem::path file, std::string with)
    : m_file(std::move(file))
    , m_with(std::move(with))
{
    const Result<std::string> text = readFile(m_file, maxDrawsFileBytes);
    const Result<Json> json = text ? parseJson(*text, "draws") : Result<Json>(text.error());
    if (!json || !json->is_array())
        return;
    for (const Json &key : *json) {
        if (key.is_string())
            m_keys.insert(key.get<std::string>());
    }
}

KnownDraws::~KnownDraws()
{
    if (m_isChanged && m_keys.size() <= maxDraws)
        static_cast<void>(writeFileAtomic(m_file, Json(m_keys).dump()));
}

bool KnownDraws::has(const std::string &part, const std::string &reference) const
{
    const std::lock_guard lock(m_mutex);
    return m_keys.contains(keyOf(part, reference));
}

void KnownDraws::note(const std::string &part, const std::string &reference)
{
    const std::lock_guard lock(m_mutex);
    m_isChanged = m_keys.insert(keyOf(part, reference)).second || m_isChanged;
}

std::string KnownDraws::keyOf(const std::string &part, const std::string &reference) const
{
    return sha256Hex(m_with + "\n" + part + "\n" + reference);
}

} // namespace loupe
