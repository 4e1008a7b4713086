// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/loadwords.h"

#include "core/engine/request/runload.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString loadWord(const char *text)
{
    return QCoreApplication::translate("loupe::ui::loadText", text);
}

QString boundText(RunBound bound)
{
    switch (bound) {
    case RunBound::Nothing:
        break;
    case RunBound::Builds:
        return loadWord("Limited by builds");
    case RunBound::Draws:
        return loadWord("Limited by input generation");
    case RunBound::Starts:
        return loadWord("Limited by process starts");
    case RunBound::Memory:
        return loadWord("Limited by memory");
    case RunBound::Device:
        return loadWord("Limited by the device");
    case RunBound::Timing:
        return loadWord("Limited by timing");
    }
    return loadWord("Idle");
}

QString occupationText(Occupation occupation, int count)
{
    switch (occupation) {
    case Occupation::Build:
        return loadWord("%1 building").arg(count);
    case Occupation::Draw:
        return loadWord("%1 generating inputs").arg(count);
    case Occupation::Start:
        return loadWord("%1 starting").arg(count);
    case Occupation::WaitForMemory:
        return loadWord("%1 waiting for memory").arg(count);
    case Occupation::WaitForTurn:
        return loadWord("%1 waiting for the device").arg(count);
    case Occupation::Device:
        return loadWord("%1 on the device").arg(count);
    case Occupation::WaitForTiming:
        return loadWord("%1 waiting to be timed").arg(count);
    case Occupation::Time:
        break;
    }
    return loadWord("%1 timed").arg(count);
}

} // namespace

QString loadText(const RunLoad &load)
{
    QStringList parts{boundText(load.bound)};
    for (std::size_t i = 0; i < occupations; ++i) {
        if (load.now[i] > 0)
            parts.append(occupationText(static_cast<Occupation>(i), load.now[i]));
    }
    parts.append(loadWord("device %1 %, timing %2 % of the last %3 s")
                     .arg(qRound(100 * load.recent.device))
                     .arg(qRound(100 * load.recent.timing))
                     .arg(qRound(recentLoadSeconds)));
    return parts.join(u" · "_s);
}

QString endedLoadText(const RunLoad &load)
{
    return boundText(load.boundSoFar) + u" · "_s
        + loadWord("device %1 %, timing %2 % of the time")
              .arg(qRound(100 * load.all.device))
              .arg(qRound(100 * load.all.timing));
}

} // namespace loupe::ui
