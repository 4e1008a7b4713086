// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/visitmemory.h"

#include "core/base/digest.h"
#include "ui/text/words.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Uses a digest, because a path may contain characters with a meaning in INI files.
QString groupOf(const std::filesystem::path &store)
{
    const std::string path = std::filesystem::absolute(store).lexically_normal().string();
    return u"visits/"_s + toQt(sha256Hex(path));
}

} // namespace

std::optional<StudyVisit> VisitMemory::last(const std::filesystem::path &store) const
{
    if (m_settings.empty())
        return std::nullopt;
    QSettings settings(exactPath(m_settings), QSettings::IniFormat);
    settings.beginGroup(groupOf(store));
    if (!settings.contains("left"_L1))
        return std::nullopt;
    StudyVisit out;
    out.leftAt = toCore(settings.value("left"_L1).toString());
    out.evaluations = settings.value("evaluations"_L1).toLongLong();
    out.lastRun = settings.value("run"_L1).toLongLong();
    out.tasks = settings.value("tasks"_L1).toLongLong();
    out.solved = settings.value("solved"_L1).toLongLong();
    out.headline = toCore(settings.value("headline"_L1).toString());
    return out;
}

void VisitMemory::keep(const std::filesystem::path &store, const StudyVisit &visit) const
{
    if (m_settings.empty())
        return;
    QSettings settings(exactPath(m_settings), QSettings::IniFormat);
    settings.beginGroup(groupOf(store));
    settings.setValue("left"_L1, exactQt(visit.leftAt));
    settings.setValue("evaluations"_L1, qlonglong(visit.evaluations));
    settings.setValue("run"_L1, qlonglong(visit.lastRun));
    settings.setValue("tasks"_L1, qlonglong(visit.tasks));
    settings.setValue("solved"_L1, qlonglong(visit.solved));
    settings.setValue("headline"_L1, exactQt(visit.headline));
}

} // namespace loupe::ui
