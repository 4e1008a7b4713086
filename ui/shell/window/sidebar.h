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

/// The pages of the window with their counts.
class SideBar final : public QFrame
{
    Q_OBJECT
public:
    explicit SideBar(const Theme &theme, QWidget *parent = nullptr);

    /// A page is reached through its command, so that key and button do the same.
    void addPage(QAction *action);
    /// A heading above the pages that are added next.
    void addSection(const QString &name);
    void setCurrent(int page);
    /// nullopt shows no count.
    void setCount(int page, std::optional<std::int64_t> count);

private:
    const Theme &m_theme;
    QVBoxLayout *m_column;
    std::vector<QPushButton *> m_buttons;
};

} // namespace loupe::ui
