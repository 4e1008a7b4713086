// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/filtercompletion.h"
#include "ui/async/latestjob.h"

#include <QObject>

namespace loupe::ui {

class FilterLine;
class StoreSession;

/// Answers a filter line's requests for completions from a store, in the background. Every request
/// is answered, on an error without completions.
class LineCompleter final : public QObject
{
    Q_OBJECT
public:
    /// Belongs to the line. The session must outlive it.
    LineCompleter(FilterLine &line, StoreSession &session);

private:
    void complete(const QString &text, std::size_t cursor);

    FilterLine &m_line;
    StoreSession &m_session;
    LatestJob<Result<FilterCompletion>> m_completing;
};

} // namespace loupe::ui
