// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <memory>
#include <string>
#include <utility>

namespace loupe::test {

/// Memory of a text that counts how often it is released.
class CountedMemory final : public TextMemory
{
public:
    explicit CountedMemory(std::string content) : m_content(std::move(content)) { }

    /// Returns the whole text in this memory.
    static SharedText textIn(const std::shared_ptr<const CountedMemory> &memory)
    {
        return {memory, memory->m_content};
    }

    void giveBack() const override { ++m_count; }
    int count() const { return m_count; }

private:
    std::string m_content;
    mutable int m_count = 0;
};

} // namespace loupe::test
