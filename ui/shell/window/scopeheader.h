// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"

#include <QFrame>

namespace loupe::ui {

class MixtureBar;
class ScopeBar;

/// What stands above pages that count: the scope, and below it what the scope mixes. A side of the
/// window has one of its own, because its filter may be another; the scope is one for the window.
class ScopeHeader final : public QFrame
{
    Q_OBJECT
public:
    explicit ScopeHeader(const Workbench &bench, QWidget *parent = nullptr);

    ScopeBar *bar() const { return m_bar; }
    MixtureBar *mixture() const { return m_mixture; }
    /// The population of its side is being read for it.
    bool isLoading() const;

private:
    const Workbench m_bench;
    ScopeBar *m_bar;
    MixtureBar *m_mixture;
};

} // namespace loupe::ui
