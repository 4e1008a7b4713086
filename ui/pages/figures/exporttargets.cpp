// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/figures/exporttargets.h"

#include "core/base/digest.h"
#include "ui/text/words.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Uses a digest, because a path may contain characters with a meaning in INI files.
QString targetsGroup(const std::filesystem::path &store)
{
    const std::string path = std::filesystem::absolute(store).lexically_normal().string();
    return u"figures/"_s + toQt(sha256Hex(path));
}

} // namespace

QStringList exportFormats()
{
    return {u"pdf"_s, u"svg"_s, u"png"_s, u"pgf"_s, u"csv"_s, u"tex"_s};
}

ExportTargets ExportMemory::of(const std::filesystem::path &store) const
{
    ExportTargets out;
    if (m_settings.empty())
        return out;
    QSettings settings(exactPath(m_settings), QSettings::IniFormat);
    settings.beginGroup(targetsGroup(store));
    out.folder = settings.value("folder"_L1).toString();
    if (!settings.contains("formats"_L1))
        return out;
    // The order and the names of the file are not trusted.
    const QStringList saved = settings.value("formats"_L1).toStringList();
    out.formats.clear();
    for (const QString &format : exportFormats()) {
        if (saved.contains(format))
            out.formats.append(format);
    }
    return out;
}

void ExportMemory::keep(const ExportTargets &targets, const std::filesystem::path &store) const
{
    if (m_settings.empty())
        return;
    QSettings settings(exactPath(m_settings), QSettings::IniFormat);
    settings.beginGroup(targetsGroup(store));
    settings.setValue("folder"_L1, targets.folder);
    settings.setValue("formats"_L1, targets.formats);
}

} // namespace loupe::ui
