// SPDX-License-Identifier: Apache-2.0
#include "core/executors/storeprefix.h"

#include "core/base/digest.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::int64_t rowsAtOnce = 50'000;

} // namespace

std::string cellText(const SqlCell &cell)
{
    if (const auto *number = std::get_if<std::int64_t>(&cell))
        return std::to_string(*number);
    const auto *text = std::get_if<std::string>(&cell);
    return text == nullptr ? std::string() : *text;
}

Result<StorePrefix> readPrefix(const std::filesystem::path &store, const std::string &uuid,
                               std::int64_t limit)
{
    StorePrefix out;
    out.digest = sha256Hex("");
    if (uuid.find_first_not_of("0123456789abcdef") != std::string::npos)
        return Error{Errc::InvalidInput, "this is no run's uuid", store.string()};
    while (out.count < limit) {
        const std::int64_t batch = std::min(rowsAtOnce, limit - out.count);
        const auto answer = queryReadOnly(
            store,
            fmt::format("SELECT e.id, t.name, m.name, e.sample, e.round, e.attempt, e.verdict FROM "
                        "evaluation e JOIN run r ON r.id = e.run_id JOIN task t ON t.id = "
                        "e.task_id JOIN method m ON m.id = e.method_id WHERE r.uuid = '{}' AND "
                        "e.id > {} ORDER BY e.id LIMIT {}",
                        uuid, out.lastId, batch),
            SqlLimits{static_cast<std::size_t>(batch), std::chrono::milliseconds(120'000)});
        if (!answer)
            return answer.error();
        for (const auto &row : answer->rows) {
            out.lastId = std::get<std::int64_t>(row[0]);
            std::string text = out.digest;
            for (std::size_t i = 1; i < row.size(); ++i)
                text += cellText(row[i]) + '\0';
            out.digest = sha256Hex(text);
            ++out.count;
        }
        if (static_cast<std::int64_t>(answer->rows.size()) < batch)
            break;
    }
    return out;
}

} // namespace loupe
