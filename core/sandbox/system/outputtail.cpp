// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/outputtail.h"

#include <algorithm>

namespace loupe {

namespace {

/// Returns the length of the valid UTF-8 sequence at the start of `bytes`, or 0.
std::size_t sequenceLength(std::string_view bytes)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return lead == 0 ? 0 : 1;
    if (lead >= 0xC2 && lead <= 0xDF && bytes.size() >= 2 && continues(1))
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF && bytes.size() >= 3 && continues(1) && continues(2)) {
        const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4 && bytes.size() >= 4 && continues(1) && continues(2)
        && continues(3)) {
        const bool overlong = lead == 0xF0 && byte(1) < 0x90;
        const bool tooLarge = lead == 0xF4 && byte(1) >= 0x90;
        return overlong || tooLarge ? 0 : 4;
    }
    return 0;
}

} // namespace

void OutputTail::add(std::string_view bytes)
{
    m_total += bytes.size();
    const std::size_t toHead = std::min(bytes.size(), m_half - m_head.size());
    m_head.append(bytes.substr(0, toHead));
    bytes.remove_prefix(toHead);
    if (bytes.size() > m_half)
        bytes.remove_prefix(bytes.size() - m_half);
    m_tail.append(bytes);
    if (m_tail.size() > 2 * m_half)
        m_tail.erase(0, m_tail.size() - m_half);
}

std::string OutputTail::text() const
{
    std::string_view tail = m_tail;
    if (tail.size() > m_half)
        tail.remove_prefix(tail.size() - m_half);
    const std::size_t leftOut = m_total - m_head.size() - tail.size();
    if (leftOut == 0)
        return validUtf8(m_head + std::string(tail));
    return validUtf8(m_head) + "\n[" + std::to_string(leftOut) + " bytes left out]\n"
        + validUtf8(tail);
}

std::string validUtf8(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t length = sequenceLength(bytes);
        if (length == 0)
            out += "\xEF\xBF\xBD";
        else
            out.append(bytes.substr(0, length));
        bytes.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

} // namespace loupe
