// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace loupe {

/// Why an operation failed. Callers branch on this; people read Error::message.
enum class Errc {
    Cancelled,    ///< stopped on request
    NotFound,     ///< the named thing does not exist
    InvalidInput, ///< the user's file or argument is wrong; Error::where says where
    Unsupported,  ///< valid, but not something this version or machine can do
    Corrupt,      ///< a file of ours is damaged
    Busy,         ///< somebody else holds it; trying again later may work
    Timeout,
    Io,          ///< the operating system refused a read or write
    Environment, ///< the machine lacks something; Error::hint says what adds it
    Internal,    ///< a defect of ours
};

/// The stable lower-case name of a code, as `--json` prints it ("invalid_input").
const char *name(Errc code);

struct Error {
    Errc code = Errc::Internal;
    std::string message; ///< one sentence: what failed
    std::string where;   ///< file:line:field, or empty
    std::string hint;    ///< what to do about it, or empty
    std::string detail;  ///< stderr, SQL or a list of further problems; may be long

    /// "where: message (hint)" on one line, for people.
    std::string text() const;
};

/// A value or the reason there is none. Core never throws across a room's border.
template <typename T>
class [[nodiscard]] Result
{
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) { }
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) { }

    explicit operator bool() const noexcept { return m_state.index() == 0; }
    const T &value() const & { return std::get<0>(m_state); }
    T &value() & { return std::get<0>(m_state); }
    T &&value() && { return std::get<0>(std::move(m_state)); }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }
    const Error &error() const & { return std::get<1>(m_state); }
    Error &&error() && { return std::get<1>(std::move(m_state)); }

private:
    std::variant<T, Error> m_state;
};

/// Success, or the reason there is none.
template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) { }

    explicit operator bool() const noexcept { return m_state.index() == 0; }
    const Error &error() const & { return std::get<1>(m_state); }
    Error &&error() && { return std::get<1>(std::move(m_state)); }

private:
    std::variant<std::monostate, Error> m_state;
};

using Status = Result<void>;

} // namespace loupe
