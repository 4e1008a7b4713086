// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/annotation.h"
#include "core/store/rows/rowsource.h"
#include "ui/models/roles.h"

#include <QAbstractTableModel>
#include <QCache>

#include <memory>
#include <unordered_map>
#include <vector>

namespace loupe::ui {

/// The failures of one cause with what people made of each. Rows are read from the store as they
/// come on screen.
class CandidateModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { StateColumn, TaskColumn, AttemptColumn, MethodColumn, ColumnCount };
    using States = std::unordered_map<std::int64_t, TriageState>;

    explicit CandidateModel(QObject *parent = nullptr);
    ~CandidateModel() override;

    void setSource(std::shared_ptr<RowSource> source);
    void setIds(std::vector<RowId> ids);
    /// Where an evaluation is missing, it is new.
    void setStates(States states);
    void setState(RowId id, TriageState state);
    TriageState state(RowId id) const;

    const std::vector<RowId> &ids() const { return m_ids; }
    RowId idAt(int row) const;
    int rowOf(RowId id) const;
    /// The next row after `row`, around the end, that nobody has looked at; -1: there is none.
    int nextNew(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    using PageOfRows = std::vector<ResultRow>;
    const ResultRow *rowAt(int row) const;
    QString textOf(const QModelIndex &index) const;

    std::shared_ptr<RowSource> m_source;
    std::vector<RowId> m_ids;
    States m_states;
    mutable QCache<int, PageOfRows> m_pages;
};

/// "● explained": a shape and the word, the same wherever a state is shown.
QString stateText(TriageState state);
QString stateWord(TriageState state);

} // namespace loupe::ui
