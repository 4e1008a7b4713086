// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace loupe::test {

/// Sets every field of a listing (core/base/fieldlisting.h) to a unique value other than the
/// default. A lost or exchanged field then shows.
class DistinctFields
{
public:
    template <typename T>
    void operator()(const char * /*key*/, T &value)
    {
        fill(value);
    }
    template <typename T, typename ToName, typename FromName>
    void named(const char * /*key*/, T &value, ToName /*toName*/, FromName /*fromName*/)
    {
        value = static_cast<T>(1 + next() % 2);
    }
    void bytes(const char * /*key*/, std::vector<std::uint8_t> &value)
    {
        value = {static_cast<std::uint8_t>(next()), 0, 255};
    }
    void problem(const std::string & /*key*/, const std::string & /*message*/) { }

private:
    int next() { return ++m_last; }

    static void fill(bool &value) { value = true; }
    void fill(double &value) { value = next() + 0.125; }
    void fill(std::string &value) { value = "text " + std::to_string(next()); }
    void fill(SharedText &value) { value = "text " + std::to_string(next()); }
    template <typename T>
    requires std::is_integral_v<T>
    void fill(T &value) { value = static_cast<T>(next()); }
    template <typename T>
    void fill(std::optional<T> &value)
    {
        fill(value.emplace());
    }
    template <typename T>
    void fill(std::vector<T> &values)
    {
        values.resize(2);
        for (T &each : values)
            fill(each);
    }
    template <typename T, std::size_t count>
    void fill(std::array<T, count> &values)
    {
        for (T &each : values)
            fill(each);
    }
    template <typename T>
    void fill(std::map<std::string, T> &values)
    {
        fill(values["key " + std::to_string(next())]);
    }
    template <typename T>
    requires std::is_class_v<T>
    void fill(T &value) { listFields(*this, value); }

    int m_last = 0;
};

} // namespace loupe::test
