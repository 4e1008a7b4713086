// SPDX-License-Identifier: Apache-2.0
//
// Conversion of structs to bytes and back, from the listing of their fields (fieldlisting.h), for
// temporary files of one process. The bytes have no names and no version.
#pragma once

#include "core/base/sharedtext.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace loupe {

/// Appends the fields of structs to a text.
class FieldPacker
{
public:
    /// `keeps` returns true for a shared text that stays in memory: only its place among `kept` is
    /// written.
    FieldPacker(std::string &out, std::vector<SharedText> &kept,
                std::function<bool(const SharedText &)> keeps)
        : m_out(out)
        , m_kept(kept)
        , m_keeps(std::move(keeps))
    {
    }

    template <typename T>
    void operator()(const char * /*key*/, const T &value)
    {
        write(value);
    }
    template <typename T, typename ToName, typename FromName>
    void named(const char * /*key*/, const T &value, ToName toName, FromName /*fromName*/)
    {
        write(std::string(toName(value)));
    }
    void bytes(const char * /*key*/, const std::vector<std::uint8_t> &value) { write(value); }
    void problem(const std::string & /*key*/, const std::string & /*message*/) { }

private:
    template <typename T>
    requires std::is_arithmetic_v<T>
    void write(T value) { m_out.append(reinterpret_cast<const char *>(&value), sizeof value); }
    void write(const std::string &text) { writeText(text); }
    void write(const SharedText &text)
    {
        const bool isKept = m_keeps(text);
        write(isKept);
        if (isKept)
            m_kept.push_back(text);
        else
            writeText(text);
    }
    void writeText(std::string_view text)
    {
        write(text.size());
        m_out.append(text);
    }
    template <typename T>
    void write(const std::optional<T> &value)
    {
        write(value.has_value());
        if (value)
            write(*value);
    }
    template <typename T>
    void write(const std::vector<T> &values)
    {
        write(values.size());
        for (const T &each : values)
            write(each);
    }
    template <typename T, std::size_t count>
    void write(const std::array<T, count> &values)
    {
        for (const T &each : values)
            write(each);
    }
    template <typename T>
    void write(const std::map<std::string, T> &values)
    {
        write(values.size());
        for (const auto &[key, each] : values) {
            write(key);
            write(each);
        }
    }
    template <typename T>
    requires std::is_class_v<T>
    void write(const T &value)
    {
        listFields(*this, const_cast<T &>(value)); // a writer does not change it
    }

    std::string &m_out;
    std::vector<SharedText> &m_kept;
    std::function<bool(const SharedText &)> m_keeps;
};

/// Reads what a FieldPacker wrote, in the same order.
class FieldUnpacker
{
public:
    FieldUnpacker(std::string_view packed, const std::vector<SharedText> &kept)
        : m_rest(packed)
        , m_kept(kept)
    {
    }

    template <typename T>
    void operator()(const char * /*key*/, T &value)
    {
        read(value);
    }
    template <typename T, typename ToName, typename FromName>
    void named(const char * /*key*/, T &value, ToName /*toName*/, FromName fromName)
    {
        std::string id;
        read(id);
        if (const auto known = fromName(id))
            value = *known;
        else
            m_isDamaged = true;
    }
    void bytes(const char * /*key*/, std::vector<std::uint8_t> &value) { read(value); }
    void problem(const std::string & /*key*/, const std::string & /*message*/) { }

    /// Returns true if the bytes end too early. The values are incomplete then.
    bool isDamaged() const { return m_isDamaged; }

private:
    std::string_view take(std::size_t size)
    {
        m_isDamaged = m_isDamaged || size > m_rest.size();
        const std::string_view out = m_rest.substr(0, m_isDamaged ? 0 : size);
        m_rest.remove_prefix(out.size());
        return out;
    }
    /// Returns the length of a list; 0 if that many cannot follow.
    std::size_t takeLength()
    {
        std::size_t out = 0;
        read(out);
        m_isDamaged = m_isDamaged || out > m_rest.size();
        return m_isDamaged ? 0 : out;
    }
    template <typename T>
    requires std::is_arithmetic_v<T>
    void read(T &value)
    {
        const std::string_view bytes = take(sizeof value);
        if (!m_isDamaged)
            std::memcpy(&value, bytes.data(), sizeof value);
    }
    void read(std::string &text) { text = take(takeLength()); }
    void read(SharedText &text)
    {
        bool isKept = false;
        read(isKept);
        if (!isKept) {
            std::string own;
            read(own);
            text = own.empty() ? SharedText() : SharedText(std::move(own));
        } else if (m_nextKept < m_kept.size()) {
            text = m_kept[m_nextKept++];
        } else {
            m_isDamaged = true;
        }
    }
    template <typename T>
    void read(std::optional<T> &value)
    {
        bool hasValue = false;
        read(hasValue);
        if (hasValue)
            read(value.emplace());
    }
    template <typename T>
    void read(std::vector<T> &values)
    {
        const std::size_t length = takeLength();
        values.reserve(length);
        for (std::size_t i = 0; i < length; ++i)
            read(values.emplace_back());
    }
    template <typename T, std::size_t count>
    void read(std::array<T, count> &values)
    {
        for (T &each : values)
            read(each);
    }
    template <typename T>
    void read(std::map<std::string, T> &values)
    {
        const std::size_t length = takeLength();
        for (std::size_t i = 0; i < length; ++i) {
            std::string key;
            read(key);
            read(values[key]);
        }
    }
    template <typename T>
    requires std::is_class_v<T>
    void read(T &value) { listFields(*this, value); }

    std::string_view m_rest;
    const std::vector<SharedText> &m_kept;
    std::size_t m_nextKept = 0;
    bool m_isDamaged = false;
};

} // namespace loupe
