// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <filesystem>
#include <utility>

namespace loupe::ui {

/// Folder and formats of all exports of a store.
struct ExportTargets {
    QString folder; ///< empty: not chosen yet
    QStringList formats{QStringLiteral("pdf")};

    friend bool operator==(const ExportTargets &, const ExportTargets &) = default;
};

/// Returns the formats of figureFile(), in the order of the boxes.
QStringList exportFormats();

/// Targets of each store, saved in the window's settings file. Without one nothing is saved.
class ExportMemory
{
public:
    explicit ExportMemory(std::filesystem::path settings) : m_settings(std::move(settings)) { }

    ExportTargets of(const std::filesystem::path &store) const;
    void keep(const ExportTargets &targets, const std::filesystem::path &store) const;

private:
    std::filesystem::path m_settings;
};

} // namespace loupe::ui
