// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/pace/ratewindow.h"

#include <algorithm>

namespace loupe {

namespace {
constexpr std::chrono::seconds rateSpan{60};
} // namespace

RateWindow::TimePoint RateWindow::earliest(std::int64_t amount, TimePoint now) const
{
    if (!m_limit)
        return now;
    // Walks back from the newest entry, as long as the entries fit together with the new amount.
    std::int64_t sum = std::min(amount, *m_limit);
    // Clang 14 cannot read the views of this standard library.
    // NOLINTNEXTLINE(modernize-loop-convert)
    for (auto each = m_taken.rbegin(); each != m_taken.rend(); ++each) {
        if (each->at + rateSpan <= now)
            break;
        sum += each->amount;
        if (sum > *m_limit)
            return each->at + rateSpan;
    }
    return now;
}

void RateWindow::take(const std::string &id, std::int64_t amount, TimePoint now)
{
    while (!m_taken.empty() && m_taken.front().at + rateSpan <= now)
        m_taken.pop_front();
    m_taken.push_back({now, amount, id});
}

void RateWindow::correct(const std::string &id, std::int64_t amount)
{
    for (Taken &each : m_taken) {
        if (each.id == id)
            each.amount = std::min(each.amount, amount);
    }
}

void RateWindow::narrow(std::int64_t perMinute)
{
    if (perMinute >= 1)
        m_limit = std::min(m_limit.value_or(perMinute), perMinute);
}

} // namespace loupe
