// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QObject>
#include <QString>

#include <vector>

namespace loupe::ui {

/// Evaluations selected in a chart, shared by all pages.
class Selection final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// `description` completes "37 selected: …", e.g. "Math, 1× to 1.4×".
    void set(std::vector<RowId> ids, const QString &description);
    void clear();

    /// Sets the displayed evaluation, which pages next to each other follow.
    void setCurrent(RowId id);
    RowId current() const { return m_current; }

    bool isEmpty() const { return m_ids.empty(); }
    const std::vector<RowId> &ids() const { return m_ids; }
    const QString &description() const { return m_description; }

signals:
    void changed();
    void currentChanged(loupe::RowId id);

private:
    std::vector<RowId> m_ids;
    QString m_description;
    RowId m_current;
};

} // namespace loupe::ui
