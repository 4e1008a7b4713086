// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/profile/redactor.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {
constexpr std::string_view mark = "[key]";
} // namespace

bool Redactor::finds(std::string_view text) const
{
    return !m_key.empty() && text.find(m_key.view()) != std::string_view::npos;
}

std::string Redactor::redacted(std::string text) const
{
    if (m_key.empty())
        return text;
    for (std::size_t at = text.find(m_key.view()); at != std::string::npos;
         at = text.find(m_key.view(), at + m_key.size())) {
        for (std::size_t i = 0; i < m_key.size(); ++i)
            text[at + i] = i < mark.size() ? mark[i] : '*';
    }
    return text;
}

std::string RedactingStream::push(std::string_view bytes)
{
    std::string text = m_redactor.redacted(std::exchange(m_held, {}).append(bytes));
    const std::string_view key = m_redactor.key().view();
    std::size_t held = key.empty() ? 0 : std::min(key.size() - 1, text.size());
    while (held > 0 && !key.starts_with(std::string_view(text).substr(text.size() - held)))
        --held;
    const std::size_t known = text.size() - held;
    m_held = text.substr(known);
    text.erase(known);
    return text;
}

std::string RedactingStream::finish()
{
    return std::exchange(m_held, {});
}

} // namespace loupe
