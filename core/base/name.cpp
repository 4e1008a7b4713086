// SPDX-License-Identifier: Apache-2.0
#include "core/base/name.h"

#include <mutex>
#include <unordered_set>

namespace loupe {

namespace {

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const
    {
        return std::hash<std::string_view>()(text);
    }
};

/// Elements of a node-based set keep their address.
struct NameTable {
    std::mutex mutex;
    std::unordered_set<std::string, TextHash, std::equal_to<>> texts;
};

const std::string *kept(std::string_view text)
{
    // Never destroyed: names may outlive every other static object.
    static auto *const table = new NameTable; // NOLINT(cppcoreguidelines-owning-memory)
    const std::scoped_lock lock(table->mutex);
    const auto known = table->texts.find(text);
    return known != table->texts.end() ? &*known : &*table->texts.emplace(text).first;
}

} // namespace

Name::Name()
{
    static const std::string *const none = kept({});
    m_text = none;
}

Name::Name(std::string_view text) : m_text(kept(text)) { }

} // namespace loupe
