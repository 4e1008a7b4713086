// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"

#include <QFrame>

namespace loupe::ui {

class MixtureBar;
class ScopeBar;

/// Header of pages that count: the scope, and below it the conditions with mixed values. Each side
/// of the window has its own, because filters may differ; the scope is shared.
class ScopeHeader final : public QFrame
{
    Q_OBJECT
public:
    explicit ScopeHeader(const Workbench &bench, QWidget *parent = nullptr);

    ScopeBar *bar() const { return m_bar; }
    MixtureBar *mixture() const { return m_mixture; }
    /// Returns true while the population of its side is being read for it.
    bool isLoading() const;

private:
    const Workbench m_bench;
    ScopeBar *m_bar;
    MixtureBar *m_mixture;
};

} // namespace loupe::ui
