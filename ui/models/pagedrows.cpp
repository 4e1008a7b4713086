// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pagedrows.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace loupe::ui {

namespace {

/// Insertion of `count` ids, from `first` in the new order, before position `at` of the old one.
struct Insertion {
    std::size_t at = 0;
    std::size_t first = 0;
    std::size_t count = 0;
};

constexpr std::size_t maxInsertions = 64;

/// Returns the insertions that turn `before` into `now`, from the end to the front, so that earlier
/// positions stay valid. Returns nullopt if `now` is not a supersequence or is too scattered.
std::optional<std::vector<Insertion>> insertions(const std::vector<RowId> &before,
                                                 const std::vector<RowId> &now)
{
    std::vector<Insertion> out;
    std::size_t old = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (old < before.size() && now[i] == before[old]) {
            ++old;
            continue;
        }
        if (!out.empty() && out.back().at == old) {
            ++out.back().count;
            continue;
        }
        if (out.size() == maxInsertions)
            return std::nullopt;
        out.push_back({old, i, 1});
    }
    if (old != before.size())
        return std::nullopt;
    std::reverse(out.begin(), out.end());
    return out;
}

} // namespace

void PagedRows::setSource(std::shared_ptr<RowSource> source)
{
    beginResetModel();
    m_pages.clear();
    m_ids.clear();
    m_source = std::move(source);
    endResetModel();
}

void PagedRows::setIds(std::vector<RowId> ids)
{
    beginResetModel();
    m_pages.clear();
    m_ids = std::move(ids);
    endResetModel();
}

void PagedRows::setSpeedups(std::shared_ptr<const ListedSpeedups> speedups)
{
    m_speedups = std::move(speedups);
    m_pages.clear();
    announce(rowCount());
}

bool PagedRows::insertNewIds(const std::vector<RowId> &ids)
{
    const auto changes = insertions(m_ids, ids);
    if (!changes)
        return false;
    for (const Insertion &change : *changes) {
        const auto first = static_cast<int>(change.at);
        beginInsertRows({}, first, first + static_cast<int>(change.count) - 1);
        if (change.at == m_ids.size())
            m_pages.remove(first / pageSize); // The last page grows; the others stay valid.
        else
            m_pages.clear();
        const auto source = ids.begin() + static_cast<std::ptrdiff_t>(change.first);
        m_ids.insert(m_ids.begin() + first, source,
                     source + static_cast<std::ptrdiff_t>(change.count));
        endInsertRows();
    }
    return true;
}

RowId PagedRows::idAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_ids[static_cast<std::size_t>(row)] : RowId{};
}

int PagedRows::rowOf(RowId id) const
{
    const auto it = std::find(m_ids.begin(), m_ids.end(), id);
    return it == m_ids.end() ? -1 : static_cast<int>(it - m_ids.begin());
}

const ResultRow *PagedRows::read(int row) const
{
    if (!m_source)
        return nullptr;
    const int page = row / pageSize;
    if (!m_pages.contains(page)) {
        const auto first = static_cast<std::size_t>(page) * pageSize;
        const auto count = std::min<std::size_t>(pageSize, m_ids.size() - first);
        auto rows = std::make_unique<Page>(m_source->fetch(std::span(m_ids).subspan(first, count)));
        if (m_speedups)
            std::ranges::for_each(*rows, [this](ResultRow &each) { m_speedups->applyTo(each); });
        m_pages.insert(page, rows.release());
    }
    const Page *rows = m_pages.object(page);
    const auto offset = static_cast<std::size_t>(row % pageSize);
    if (!rows || offset >= rows->size() || (*rows)[offset].id != idAt(row)) {
        // Another program deleted a row, so the others have moved up within the page.
        const auto it = rows ? std::find_if(rows->begin(), rows->end(),
                                            [&](const ResultRow &r) { return r.id == idAt(row); })
                             : Page::const_iterator{};
        return rows && it != rows->end() ? &*it : nullptr;
    }
    return &(*rows)[offset];
}

PagedRows::Answer PagedRows::ofResult(std::function<QVariant(const ResultRow &)> answer)
{
    return [answer = std::move(answer)](const PagedRow &row) {
        const ResultRow *result = row.model->read(row.row);
        return result ? answer(*result) : QVariant();
    };
}

} // namespace loupe::ui
