// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/visitchanges.h"

#include <filesystem>
#include <optional>
#include <utility>

namespace loupe::ui {

/// State of each store at the end of the last visit, saved in the window's settings file. Without
/// one nothing is saved.
class VisitMemory
{
public:
    explicit VisitMemory(std::filesystem::path settings) : m_settings(std::move(settings)) { }

    /// Returns the last visit to the store; nothing if there was none.
    std::optional<StudyVisit> last(const std::filesystem::path &store) const;
    void keep(const std::filesystem::path &store, const StudyVisit &visit) const;

private:
    std::filesystem::path m_settings;
};

} // namespace loupe::ui
