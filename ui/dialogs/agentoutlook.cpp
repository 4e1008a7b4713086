// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/agentoutlook.h"

#include "ui/text/words.h"

#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t namedTasks = 12;

QString taskList(const std::vector<std::string> &tasks)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(tasks.size(), namedTasks); ++i)
        names.append(lineText(tasks[i]));
    if (tasks.size() > namedTasks)
        names.append(QObject::tr("and %1 more")
                         .arg(countText(static_cast<std::int64_t>(tasks.size() - namedTasks))));
    return names.join(u", "_s);
}

} // namespace

AgentOutlook::AgentOutlook(const Theme &theme, QWidget *parent)
    : HeadedView(theme, tr("Preview for the agent"), parent)
{
    column()->addStretch(1);
    showNote({});
}

void AgentOutlook::showNote(const QString &note)
{
    say(tr("Preview for the agent"), note, note.startsWith(u'▲'));
}

void AgentOutlook::showTasks(const AgentRunRequest &request,
                             const Result<std::vector<std::string>> &tasks)
{
    if (!tasks) {
        showNote(u"▲ "_s + detailedErrorText(tasks.error()));
        return;
    }
    const AgentLimits &limits = request.limits;
    QStringList notes{taskList(*tasks)};
    notes.append(tr("At most %1 and %2 for each task.")
                     .arg(counted(limits.verdicts, tr("%1 verdict"), tr("%1 verdicts")),
                          durationText(limits.seconds)));
    notes.append(limits.dollars
                     ? tr("At most $%1 for each task, by the costs that the agent reports.")
                           .arg(*limits.dollars, 0, 'f', 2)
                     : tr("▲ No dollar limit: the agent pays for its own model requests."));
    notes.append(request.command.hasNetwork ? tr("Network access: yes.")
                                            : tr("Network access: no."));
    std::filesystem::path parent = request.folder;
    if (parent.empty())
        parent = request.run.store.string() + ".agents";
    notes.append(tr("Its files are kept in %1.").arg(pathText(parent)));
    say(counted(static_cast<std::int64_t>(tasks->size()), tr("%1 task, in a folder of its own"),
                tr("%1 tasks, each in a folder of its own")),
        notes.join(u"\n"_s));
}

} // namespace loupe::ui
