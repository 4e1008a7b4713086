// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

#include <vector>

namespace loupe::ui {

class Theme;

/// Frame of a page with kernels: a list as a drawer at the left, and the kernel chosen in it. The
/// kernel fills the page while the drawer is closed; Escape opens it again.
class KernelFrame final : public QSplitter
{
    Q_OBJECT
public:
    KernelFrame(QWidget *drawer, QWidget *kernel, const Theme &theme, QWidget *parent = nullptr);

    /// Also hides `part`, e.g. the head of the page, while the kernel fills the page.
    void hideWhenFilled(QWidget *part) { m_parts.push_back(part); }
    /// Returns true if a kernel is shown, in a page that can also show the list alone.
    bool hasKernel() const { return !m_kernel->isHidden(); }
    bool isFilled() const { return m_isFilled; }
    /// Closes the drawer. Does nothing without a kernel.
    void fill() { setFilled(true); }
    /// Opens the drawer again; left() follows.
    void leave();
    /// Opens or closes the drawer.
    void toggleDrawer() { setFilled(!m_isFilled); }

signals:
    /// Emitted when the drawer was opened or closed.
    void filledChanged(bool isFilled);
    /// Emitted when the user returns from the kernel to the list.
    void left();

protected:
    bool event(QEvent *event) override;

private:
    void setFilled(bool isFilled);

    QWidget *m_kernel;
    std::vector<QWidget *> m_parts; ///< hidden while the kernel fills the page
    bool m_isFilled = false;
    QList<int> m_sizes; ///< before the kernel filled the page; empty: one had no place yet
};

} // namespace loupe::ui
