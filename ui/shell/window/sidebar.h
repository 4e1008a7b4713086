// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <cstdint>
#include <optional>
#include <vector>

class QAction;
class QPushButton;
class QVBoxLayout;

namespace loupe::ui {

class Theme;

/// List of the window's pages with their counts.
class SideBar final : public QFrame
{
    Q_OBJECT
public:
    explicit SideBar(const Theme &theme, QWidget *parent = nullptr);

    /// Adds a page by its command, so that button and shortcut do the same.
    void addPage(QAction *action);
    /// Adds a heading above the next pages.
    void addSection(const QString &name);
    void setCurrent(int page);
    /// Shows no count for nullopt.
    void setCount(int page, std::optional<std::int64_t> count);

private:
    void fitWidth();

    const Theme &m_theme;
    QVBoxLayout *m_column;
    std::vector<QPushButton *> m_buttons;
};

} // namespace loupe::ui
