// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace loupe {

/// Buffer of a shared text.
class TextMemory
{
public:
    virtual ~TextMemory() = default;
    /// Frees memory that the system fills again from a file when the text is read.
    virtual void giveBack() const { }
};

/// Constant text with a shared buffer. It can be a part of a longer text, such as one line of a
/// file, and keeps that text alive. A file of records is thus in memory only once, and so is a
/// source that several runs have.
class SharedText
{
public:
    SharedText() = default;
    SharedText(std::string text) // NOLINT(google-explicit-constructor): stands for a string
    {
        auto whole = std::make_shared<const OwnedText>(std::move(text));
        m_text = whole->text;
        m_memory = std::move(whole);
    }
    SharedText(std::string_view text) : SharedText(std::string(text)) { }
    SharedText(const char *text) : SharedText(std::string(text)) { }
    /// Refers to text in this memory.
    SharedText(std::shared_ptr<const TextMemory> memory, std::string_view text)
        : m_memory(std::move(memory))
        , m_text(text)
    {
    }

    /// Returns `piece`, which lies in this text, without copying it.
    SharedText part(std::string_view piece) const
    {
        SharedText out = *this;
        out.m_text = piece;
        return out;
    }

    /// Gives the memory of the whole buffer back if the text lies in a file (MappedCopy). The text
    /// stays valid, also for other threads that are reading it.
    void giveBack() const
    {
        if (m_memory)
            m_memory->giveBack();
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
    struct OwnedText final : TextMemory {
        explicit OwnedText(std::string content) : text(std::move(content)) { }
        std::string text;
    };

    std::shared_ptr<const TextMemory> m_memory;
    std::string_view m_text;
};

/// Reads a text from its beginning to its end, and gives its memory back after every 16 MB and at
/// the end.
class ReadingWindow
{
public:
    explicit ReadingWindow(const SharedText &text) : m_text(text) { }
    ReadingWindow(const ReadingWindow &) = delete;
    ReadingWindow &operator=(const ReadingWindow &) = delete;
    ~ReadingWindow() { m_text.giveBack(); }

    /// Notes that this many more bytes were read.
    void advance(std::size_t bytes)
    {
        m_read += bytes;
        if (m_read < windowBytes)
            return;
        m_text.giveBack();
        m_read = 0;
    }

private:
    static constexpr std::size_t windowBytes = std::size_t{16} << 20;

    const SharedText &m_text;
    std::size_t m_read = 0;
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
