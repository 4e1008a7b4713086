// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/secret.h"

#include <string>
#include <string_view>

namespace loupe {

/// Replaces each occurrence of a key by "[key]" and stars of the same length, so that offsets stay
/// valid. The key must outlive it. An empty key never matches.
class Redactor
{
public:
    explicit Redactor(const Secret &key) : m_key(key) { }

    bool finds(std::string_view text) const;
    std::string redacted(std::string text) const;
    const Secret &key() const { return m_key; }

private:
    const Secret &m_key;
};

/// Redactor for bytes that arrive in pieces; it also finds a key that spans pieces. Bytes that may
/// begin a key are held back until the next piece.
class RedactingStream
{
public:
    explicit RedactingStream(const Redactor &redactor) : m_redactor(redactor) { }

    /// Returns the bytes that are known to be clean.
    std::string push(std::string_view bytes);
    /// Returns the bytes that were held back. No push() may follow.
    std::string finish();

private:
    const Redactor &m_redactor;
    std::string m_held;
};

} // namespace loupe
