// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/linecompleter.h"

#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filterline.h"

namespace loupe::ui {

LineCompleter::LineCompleter(FilterLine &line, StoreSession &session)
    : QObject(&line)
    , m_line(line)
    , m_session(session)
{
    connect(&line, &FilterLine::completionWanted, this, &LineCompleter::complete);
}

void LineCompleter::complete(const QString &text, std::size_t cursor)
{
    const auto pool = m_session.pool();
    if (!pool) {
        m_line.offer(text, {});
        return;
    }
    m_completing.start(
        [pool, words = toCore(text), cursor,
         population = m_session.population().current()](const std::stop_token &) {
            return pool->with([&](StoreReader &reader) {
                return completeFilter(reader, words, cursor, population.get());
            });
        },
        [this, text](const Result<FilterCompletion> &completion) {
            m_line.offer(text, completion ? *completion : FilterCompletion());
        });
}

} // namespace loupe::ui
