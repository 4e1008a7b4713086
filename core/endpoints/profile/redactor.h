// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/secret.h"

#include <string>
#include <string_view>

namespace loupe {

/// Takes a key out of texts: each occurrence becomes "[key]" and stars, as long as the key was, so
/// that places in a text stay where they were. The key must outlive it. An empty key is nowhere.
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

/// The same for bytes that come in pieces: a key that lies across pieces is found, too. What may be
/// the beginning of one is held back until it is known.
class RedactingStream
{
public:
    explicit RedactingStream(const Redactor &redactor) : m_redactor(redactor) { }

    /// What is known to be clean by now.
    std::string push(std::string_view bytes);
    /// What was held back; nothing follows.
    std::string finish();

private:
    const Redactor &m_redactor;
    std::string m_held;
};

} // namespace loupe
