// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace loupe {

/// Numbers texts in the order of their first use. Keys of millions of records repeat few texts.
class TextNumbers
{
public:
    std::uint32_t of(const std::string &text)
    {
        return m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_numbers.size()))
            .first->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers;
};

} // namespace loupe
