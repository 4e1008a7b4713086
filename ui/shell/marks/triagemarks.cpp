// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/marks/triagemarks.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "ui/text/words.h"

#include <algorithm>
#include <limits>

namespace loupe::ui {

TriageMarks::TriageMarks(EventQueue<Annotation>::Writer annotate, std::string person,
                         QObject *parent)
    : QObject(parent)
    , m_person(std::move(person))
    , m_queue(std::move(annotate),
              [this](const std::filesystem::path &store, const std::vector<Annotation> &events) {
                  stored(store, events);
              })
    , m_history([this](RowId id, AnnotationKind kind) { return makeEvent(id, kind); })
{
    connect(&m_queue, &WriteQueue::changed, this, &TriageMarks::problemChanged);
    connect(&m_queue, &WriteQueue::refused, this,
            [this](const std::filesystem::path &store, int, const QString &problem) {
                if (store != m_store)
                    return;
                m_refusal = problem;
                m_history.clear(); // A rejected annotation cannot be undone.
                emit problemChanged();
            });
}

void TriageMarks::setStore(const std::filesystem::path &store)
{
    if (store != m_store) {
        m_history.clear();
        m_hasHistory = false;
    }
    m_store = store;
    m_events.clear();
    m_refusal.clear();
}

void TriageMarks::setHistory(const std::vector<Annotation> &events)
{
    m_history.restore(events);
    m_hasHistory = true;
}

Judgement TriageMarks::judgement(RowId id) const
{
    const auto known = m_events.find(id.value);
    return known == m_events.end() ? Judgement() : judgementFrom(known->second);
}

std::unordered_map<std::int64_t, TriageState> TriageMarks::states() const
{
    std::unordered_map<std::int64_t, TriageState> out;
    for (const auto &[id, events] : m_events)
        out[id] = judgementFrom(events).state;
    return out;
}

Annotation TriageMarks::makeEvent(RowId id, AnnotationKind kind) const
{
    constexpr int uuidBytes = 16;
    Annotation event;
    event.uuid = randomHex(uuidBytes);
    event.evaluation = id;
    event.kind = kind;
    event.person = m_person;
    event.madeAt = isoTime(systemClock().wallNow());
    return event;
}

void TriageMarks::mark(const std::vector<RowId> &ids, AnnotationKind kind, const std::string &value)
{
    std::vector<Annotation> events;
    const std::string madeAt = isoTime(systemClock().wallNow());
    for (const RowId id : ids) {
        Annotation event = makeEvent(id, kind);
        event.madeAt = madeAt; // all events of a step have the same time
        event.value = value;
        if (const Status fits = checkAnnotation(event); !fits) {
            m_refusal = errorText(fits.error());
            emit problemChanged();
            return;
        }
        events.push_back(std::move(event));
    }
    if (events.empty())
        return;
    m_history.add(events);
    store(events);
}

void TriageMarks::store(const std::vector<Annotation> &events)
{
    if (events.empty())
        return;
    m_refusal.clear();
    m_queue.add(m_store, events);
    emit problemChanged();
}

void TriageMarks::stored(const std::filesystem::path &store, const std::vector<Annotation> &events)
{
    if (store != m_store)
        return;
    std::vector<RowId> ids;
    for (const Annotation &event : events) {
        take(event);
        ids.push_back(event.evaluation);
    }
    emit marked(ids);
}

void TriageMarks::take(const Annotation &event)
{
    std::vector<Annotation> &known = m_events[event.evaluation.value];
    const bool isThere = std::ranges::any_of(
        known, [&](const Annotation &each) { return each.uuid == event.uuid; });
    if (isThere)
        return;
    known.push_back(event);
    // The store's id of a new event is unknown yet. This one sorts after all others.
    if (!event.id)
        known.back().id = {std::numeric_limits<std::int64_t>::max() / 2
                           + static_cast<std::int64_t>(known.size())};
}

QString TriageMarks::problem() const
{
    if (m_queue.waitingCount() == 0 || m_queue.problem().isEmpty())
        return m_refusal;
    return tr("%1 not saved yet; retrying: %2")
        .arg(counted(m_queue.waitingCount(), tr("%1 mark is"), tr("%1 marks are")),
             m_queue.problem());
}

} // namespace loupe::ui
