// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/updatejob.h"

#include "core/store/file/storefile.h"
#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

UpdateJob::UpdateJob(std::filesystem::path store, QObject *parent)
    : OutcomeJob([store](const std::stop_token &stop) { return updateStore(store, stop); }, parent)
    , m_store(std::move(store))
{
}

QString UpdateJob::title() const
{
    return tr("Update of %1").arg(pathText(m_store.filename()));
}

QString UpdateJob::progressText() const
{
    return tr("making a backup, then updating…");
}

} // namespace loupe::ui
