// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/annotation.h"
#include "ui/models/pagedrows.h"

#include <unordered_map>

namespace loupe::ui {

/// Failures of one cause with their review state.
class CandidateModel final : public PagedRows
{
    Q_OBJECT
public:
    enum Column { StateColumn, TaskColumn, AttemptColumn, MethodColumn, ColumnCount };
    using States = std::unordered_map<std::int64_t, TriageState>;

    explicit CandidateModel(QObject *parent = nullptr);

    /// Evaluations missing in `states` are new.
    void setStates(States states);
    void setState(RowId id, TriageState state);
    TriageState state(RowId id) const;

    /// Returns the next new row after `row`, wrapping around; -1 if there is none.
    int nextNew(int row) const;

private:
    States m_states;
};

/// Returns a shape with the word, such as "● explained", used wherever a state is shown.
QString stateText(TriageState state);
QString stateWord(TriageState state);

} // namespace loupe::ui
