// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace loupe {

/// Text shared by many rows, such as the name of a task, method or category. Each distinct text is
/// stored once until the program ends; a name holds only its number. Not for texts that differ in
/// every row. Thread-safe.
class Name
{
public:
    Name() = default;
    Name(std::string_view text);
    Name(const std::string &text) : Name(std::string_view(text)) { }
    Name(const char *text) : Name(std::string_view(text)) { }

    /// Returns the text; its address never changes.
    const std::string &text() const;
    operator const std::string &() const { return text(); }
    operator std::string_view() const { return text(); }
    bool empty() const { return m_number == 0; }

    friend bool operator==(Name a, Name b) { return a.m_number == b.m_number; }
    friend std::strong_ordering operator<=>(Name a, Name b)
    {
        return a == b ? std::strong_ordering::equal : a.text().compare(b.text()) <=> 0;
    }
    friend bool operator==(Name a, std::string_view b) { return a.text() == b; }
    friend bool operator==(Name a, const std::string &b) { return a.text() == b; }
    friend bool operator==(Name a, const char *b) { return a.text() == b; }
    friend std::string operator+(Name a, const char *b) { return a.text() + b; }
    friend std::string operator+(const char *a, Name b) { return a + b.text(); }
    friend std::string operator+(const std::string &a, Name b) { return a + b.text(); }
    friend std::string operator+(Name a, const std::string &b) { return a.text() + b; }
    friend std::ostream &operator<<(std::ostream &out, Name name) { return out << name.text(); }

private:
    friend struct std::hash<Name>;
    std::uint32_t m_number = 0; ///< index in the table of all names; 0 is the empty text
};

/// Formats a name with fmt.
inline std::string_view format_as(Name name)
{
    return name.text();
}

} // namespace loupe

template <>
struct std::hash<loupe::Name> {
    std::size_t operator()(loupe::Name name) const noexcept { return name.m_number; }
};
