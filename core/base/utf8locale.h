// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <locale.h>

namespace loupe {

/// Scoped UTF-8 locale of this thread, whatever LANG says. The archive library converts names by
/// the locale and would fail on others under LANG=C.
class ScopedUtf8Locale
{
public:
    ScopedUtf8Locale();
    ScopedUtf8Locale(const ScopedUtf8Locale &) = delete;
    ScopedUtf8Locale &operator=(const ScopedUtf8Locale &) = delete;
    ~ScopedUtf8Locale();

private:
    locale_t m_locale; ///< null if the system has none: the thread's locale stays
    locale_t m_before = nullptr;
};

} // namespace loupe
