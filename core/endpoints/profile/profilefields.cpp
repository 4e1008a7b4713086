// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/profile/profilefields.h"

#include <fmt/format.h>

namespace loupe {

void ProfileFields::number(std::string_view key, double least, double most,
                           std::optional<double> &value) const
{
    if (!m_object.has(key))
        return;
    const Json &found = m_object.json().at(std::string(key));
    if (!found.is_number() || found.get<double>() < least || found.get<double>() > most)
        m_object.problem(key, fmt::format("must be a number from {} to {}", least, most));
    else
        value = found.get<double>();
}

void ProfileFields::number(std::string_view key, double least, double most, double &value) const
{
    std::optional<double> found;
    number(key, least, most, found);
    value = found.value_or(value);
}

void ProfileFields::whole(std::string_view key, std::int64_t least, std::int64_t most,
                          std::optional<std::int64_t> &value) const
{
    if (!m_object.has(key))
        return;
    const Json &found = m_object.json().at(std::string(key));
    const bool fits = found.is_number_integer() && found.get<double>() >= static_cast<double>(least)
        && found.get<double>() <= static_cast<double>(most);
    if (!fits)
        m_object.problem(key, fmt::format("must be a whole number from {} to {}", least, most));
    else
        value = found.get<std::int64_t>();
}

void ProfileFields::whole(std::string_view key, std::int64_t least, std::int64_t most,
                          std::int64_t &value) const
{
    std::optional<std::int64_t> found;
    whole(key, least, most, found);
    value = found.value_or(value);
}

void ProfileFields::text(std::string_view key, std::string &value) const
{
    value = m_object.optionalString(key, value);
}

} // namespace loupe
