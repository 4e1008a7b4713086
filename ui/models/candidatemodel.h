// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/annotation.h"
#include "ui/models/pagedrows.h"

#include <unordered_map>

namespace loupe::ui {

/// The failures of one cause with what people made of each.
class CandidateModel final : public PagedRows
{
    Q_OBJECT
public:
    enum Column { StateColumn, TaskColumn, AttemptColumn, MethodColumn, ColumnCount };
    using States = std::unordered_map<std::int64_t, TriageState>;

    explicit CandidateModel(QObject *parent = nullptr);

    /// Where an evaluation is missing, it is new.
    void setStates(States states);
    void setState(RowId id, TriageState state);
    TriageState state(RowId id) const;

    /// The next row after `row`, around the end, that nobody has looked at; -1: there is none.
    int nextNew(int row) const;

private:
    Columns columns() const;

    States m_states;
};

/// "● explained": a shape and the word, the same wherever a state is shown.
QString stateText(TriageState state);
QString stateWord(TriageState state);

} // namespace loupe::ui
