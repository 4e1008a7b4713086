// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Range-checked reader of a profile's fields. Missing values keep their default; invalid ones too,
/// and are reported through `object`.
class ProfileFields
{
public:
    explicit ProfileFields(const JsonReader &object) : m_object(object) { }

    void number(std::string_view key, double least, double most, double &value) const;
    void number(std::string_view key, double least, double most,
                std::optional<double> &value) const;
    void whole(std::string_view key, std::int64_t least, std::int64_t most,
               std::int64_t &value) const;
    void whole(std::string_view key, std::int64_t least, std::int64_t most,
               std::optional<std::int64_t> &value) const;
    void text(std::string_view key, std::string &value) const;

private:
    const JsonReader &m_object;
};

} // namespace loupe
