// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/knowndraws.h"

#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"

#include <exception>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxDrawsFileBytes = std::size_t{16} << 20;

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
            m_keys.try_emplace(key.get<std::string>(), m_keys.size());
    }
}

KnownDraws::~KnownDraws()
{
    try {
        save();
    } catch (const std::exception &) {
        m_isChanged = false; // without the file, the draws are compared again
    }
}

void KnownDraws::save() const
{
    if (!m_isChanged)
        return;
    std::map<std::size_t, std::string> byAge;
    for (const auto &[key, number] : m_keys)
        byAge[number] = key;
    Json json = Json::array();
    for (const auto &[number, key] : byAge) {
        if (number + maxDraws >= m_keys.size())
            json.push_back(key);
    }
    static_cast<void>(writeFileAtomic(m_file, json.dump()));
}

bool KnownDraws::has(const std::string &part, const std::string &reference) const
{
    const std::lock_guard lock(m_mutex);
    return m_keys.contains(keyOf(part, reference));
}

void KnownDraws::note(const std::string &part, const std::string &reference)
{
    const std::lock_guard lock(m_mutex);
    const bool isNew = m_keys.try_emplace(keyOf(part, reference), m_keys.size()).second;
    m_isChanged = isNew || m_isChanged;
}

std::string KnownDraws::keyOf(const std::string &part, const std::string &reference) const
{
    return sha256Hex(m_with + "\n" + part + "\n" + reference);
}

} // namespace loupe
