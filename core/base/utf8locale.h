// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <locale.h>

namespace loupe {

/// Makes UTF-8 the character set of this thread, whatever LANG says, until the object dies. The
/// library for archives converts names by it, and fails on others under LANG=C.
class ScopedUtf8Locale
{
public:
    ScopedUtf8Locale();
    ScopedUtf8Locale(const ScopedUtf8Locale &) = delete;
    ScopedUtf8Locale &operator=(const ScopedUtf8Locale &) = delete;
    ~ScopedUtf8Locale();

private:
    locale_t m_locale; ///< null where the system has none: the thread keeps its own
    locale_t m_before = nullptr;
};

} // namespace loupe
