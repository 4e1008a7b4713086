// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace loupe {

/// Constant text with a shared buffer. It can be a part of a longer text, such as one line of a
/// file, and keeps that text alive. A file of records is thus in memory only once, and so is a
/// source that several runs have.
class SharedText
{
public:
    SharedText() = default;
    SharedText(std::string text) // NOLINT(google-explicit-constructor): stands for a string
        : m_whole(std::make_shared<const std::string>(std::move(text)))
        , m_text(*m_whole)
    {
    }
    SharedText(std::string_view text) : SharedText(std::string(text)) { }
    SharedText(const char *text) : SharedText(std::string(text)) { }

    /// Returns `piece`, which lies in this text, without copying it.
    SharedText part(std::string_view piece) const
    {
        SharedText out = *this;
        out.m_text = piece;
        return out;
    }

    std::string_view view() const { return m_text; }
    operator std::string_view() const { return m_text; } // NOLINT(google-explicit-constructor)
    std::string toString() const { return std::string(m_text); }
    bool empty() const { return m_text.empty(); }
    std::size_t size() const { return m_text.size(); }

    friend bool operator==(const SharedText &a, const SharedText &b)
    {
        return a.m_text == b.m_text;
    }
    friend std::ostream &operator<<(std::ostream &out, const SharedText &text)
    {
        return out << text.m_text;
    }

private:
    std::shared_ptr<const std::string> m_whole;
    std::string_view m_text;
};

/// Texts that occur repeatedly: equal ones share one buffer.
class SharedTexts
{
public:
    /// Returns the text, with the buffer of the first equal one.
    SharedText shared(std::string text)
    {
        if (const auto known = m_texts.find(text); known != m_texts.end())
            return known->second;
        SharedText made(std::move(text));
        m_texts.emplace(made.view(), made);
        return made;
    }

private:
    std::unordered_map<std::string_view, SharedText> m_texts; ///< by their own content
};

} // namespace loupe
