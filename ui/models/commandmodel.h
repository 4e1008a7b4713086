// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace loupe::ui {

class CommandRegistry;

/// The commands of the window that answer what was typed, the best first; without a word typed all
/// of them, in the order of the menus.
class CommandModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TextColumn, HelpColumn, KeysColumn, ColumnCount };

    /// `registry` must outlive the model.
    explicit CommandModel(const CommandRegistry &registry, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    /// The id of a row's command; empty where there is no such row.
    QString idAt(int row) const;
    int rowOf(const QString &id) const;
    /// Shortcuts or enablement changed.
    void update();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textOf(const QModelIndex &index) const;

    const CommandRegistry &m_registry;
    std::vector<std::size_t> m_rows; ///< places in the registry
};

} // namespace loupe::ui
