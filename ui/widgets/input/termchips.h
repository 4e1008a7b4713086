// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/filter.h"

#include <QScrollArea>

class QHBoxLayout;

namespace loupe::ui {

class Theme;

/// Terms of a filter side by side, each removable by a click.
class TermChips final : public QScrollArea
{
    Q_OBJECT
public:
    explicit TermChips(const Theme &theme, QWidget *parent = nullptr);

    void setFilter(const Filter &filter);

signals:
    void removeRequested(std::size_t place);

private:
    QHBoxLayout *m_row;
};

} // namespace loupe::ui
