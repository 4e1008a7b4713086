// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8locale.h"

#include <initializer_list>

namespace loupe {

namespace {

locale_t utf8Locale()
{
    for (const char *name : {"C.UTF-8", "C.utf8", "en_US.UTF-8"}) {
        if (const locale_t found = ::newlocale(LC_CTYPE_MASK, name, nullptr); found != nullptr)
            return found;
    }
    return nullptr;
}

} // namespace

ScopedUtf8Locale::ScopedUtf8Locale() : m_locale(utf8Locale())
{
    if (m_locale != nullptr)
        m_before = ::uselocale(m_locale);
}

ScopedUtf8Locale::~ScopedUtf8Locale()
{
    if (m_locale == nullptr)
        return;
    ::uselocale(m_before);
    ::freelocale(m_locale);
}

} // namespace loupe
