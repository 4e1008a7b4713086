// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/visitchanges.h"

#include <filesystem>
#include <optional>
#include <utility>

namespace loupe::ui {

/// What a person saw of each store when they left it, kept beside the window's other settings.
/// Without a settings file nothing is remembered.
class VisitMemory
{
public:
    explicit VisitMemory(std::filesystem::path settings) : m_settings(std::move(settings)) { }

    /// Of the last visit to the store; nothing where there was none.
    std::optional<StudyVisit> last(const std::filesystem::path &store) const;
    void keep(const std::filesystem::path &store, const StudyVisit &visit) const;

private:
    std::filesystem::path m_settings;
};

} // namespace loupe::ui
