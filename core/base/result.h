// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace loupe {

/// Reason of a failure. Callers branch on it; users read Error::message.
enum class Errc {
    Cancelled,    ///< stopped on request
    NotFound,     ///< the named thing does not exist
    InvalidInput, ///< the user's file or argument is wrong; Error::where locates it
    Unsupported,  ///< valid, but not something this version or machine can do
    Corrupt,      ///< a file of ours is damaged
    Busy,         ///< held by another process or user; a later retry may work
    Timeout,
    Io,          ///< the operating system refused a read or write
    Environment, ///< the machine lacks something; Error::hint names the remedy
    Internal,    ///< a defect of this program
};

/// Returns the stable lower-case name of a code, as printed by `--json` ("invalid_input").
const char *name(Errc code);

/// Failure with its remedy. Constructions leave out empty fields at the end, and name the fields if
/// one between is empty: `Error{.code = Errc::Io, .message = text, .hint = "try again"}`.
struct Error {
    Errc code = Errc::Internal;
    std::string message = {}; ///< one sentence about the failure
    std::string where = {};   ///< file:line:field, or empty
    std::string hint = {};    ///< remedy, or empty
    std::string detail = {};  ///< stderr, SQL or a list of further problems; may be long

    /// Returns "where: message (hint)" on one line.
    std::string text() const;
};

/// A value or an error. Core never throws across a module's boundary.
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

/// Success or an error.
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
