// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace loupe {

/// A text that many rows share: of a task, a method, a category. Each distinct text is kept once
/// until the program ends, so that a row of a million holds a pointer. Not for texts that are as
/// many as the rows. Threads may make and read names at once.
class Name
{
public:
    Name();
    Name(std::string_view text);
    Name(const std::string &text) : Name(std::string_view(text)) { }
    Name(const char *text) : Name(std::string_view(text)) { }

    const std::string &text() const { return *m_text; }
    operator const std::string &() const { return *m_text; }
    operator std::string_view() const { return *m_text; }
    bool empty() const { return m_text->empty(); }

    friend bool operator==(Name a, Name b) { return a.m_text == b.m_text; }
    friend std::strong_ordering operator<=>(Name a, Name b)
    {
        return a == b ? std::strong_ordering::equal : a.m_text->compare(*b.m_text) <=> 0;
    }
    friend bool operator==(Name a, std::string_view b) { return *a.m_text == b; }
    friend bool operator==(Name a, const std::string &b) { return *a.m_text == b; }
    friend bool operator==(Name a, const char *b) { return *a.m_text == b; }
    friend std::string operator+(Name a, const char *b) { return *a.m_text + b; }
    friend std::string operator+(const char *a, Name b) { return a + *b.m_text; }
    friend std::string operator+(const std::string &a, Name b) { return a + *b.m_text; }
    friend std::string operator+(Name a, const std::string &b) { return *a.m_text + b; }
    friend std::ostream &operator<<(std::ostream &out, Name name) { return out << *name.m_text; }

private:
    friend struct std::hash<Name>;
    const std::string *m_text; ///< in the table of all names; never null
};

/// For fmt.
inline std::string_view format_as(Name name)
{
    return name;
}

} // namespace loupe

template <>
struct std::hash<loupe::Name> {
    std::size_t operator()(loupe::Name name) const noexcept
    {
        return std::hash<const std::string *>()(name.m_text);
    }
};
