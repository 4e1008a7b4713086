// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/viewsbutton.h"

#include "core/base/clock.h"
#include "core/report/figures/scopejson.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"

#include <QInputDialog>
#include <QMenu>

#include <utility>

namespace loupe::ui {

ViewsButton::ViewsButton(const Workbench &bench, QWidget *parent)
    : QPushButton(tr("Views ▾"), parent)
    , m_bench(bench)
{
    setAccessibleName(tr("Saved views"));
    setToolTip(tr("Filters and scopes saved in the store"));
    auto *menu = new QMenu(this);
    menu->setAccessibleName(accessibleName());
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &ViewsButton::fill);
    const auto update = [this] { setEnabled(m_bench.session.isOpen()); };
    for (const auto signal : {&StoreSession::opened, &StoreSession::closed})
        connect(&bench.session, signal, this, update);
    update();
}

void ViewsButton::fill()
{
    m_bench.commands.refresh();
    menu()->clear();
    const auto &views = m_bench.session.runList().views;
    for (const SavedView &view : views) {
        const QString filter = exactQt(view.filter);
        QAction *action = menu()->addAction(toQt(view.name));
        action->setToolTip(filter);
        action->setCheckable(true);
        action->setChecked(
            filter == m_bench.session.filterText()
            && (view.scope.empty() || view.scope == savedText(m_bench.session.scope())));
        connect(action, &QAction::triggered, this, [this, view] { apply(view); });
    }
    if (views.empty())
        menu()->addAction(tr("No saved views in this store yet"))->setEnabled(false);
    menu()->addSeparator();
    menu()->addAction(m_bench.commands.action(QStringLiteral("views.save")));
    QMenu *removing = menu()->addMenu(tr("&Remove"));
    removing->setEnabled(!views.empty());
    for (const SavedView &view : views)
        connect(removing->addAction(toQt(view.name)), &QAction::triggered, this,
                [this, name = exactQt(view.name)] { remove(name); });
}

Status applyView(StoreSession &session, const SavedView &view)
{
    // Older views were saved without a scope.
    const Result<Scope> scope
        = view.scope.empty() ? Result<Scope>(session.scope()) : scopeFromSaved(view.scope);
    return scope ? session.setView(exactQt(view.filter), *scope) : Status(scope.error());
}

void ViewsButton::apply(const SavedView &view)
{
    if (const Status applied = applyView(m_bench.session, view); !applied)
        emit said(errorText(applied.error()));
}

void ViewsButton::askAndSave()
{
    const QString name = QInputDialog::getText(this, tr("Save filter and scope as a view"),
                                               tr("View name (replaces an existing one):"))
                             .trimmed();
    if (!name.isEmpty())
        save(name);
}

void ViewsButton::save(const QString &name)
{
    const SavedView view{toCore(name), toCore(m_bench.session.filterText()),
                         isoTime(systemClock().wallNow()), savedText(m_bench.session.scope())};
    write([save = m_bench.services.saveView, store = m_bench.session.file(),
           view] { return save(store, view); },
          tr("Saved filter and scope as “%1”").arg(name));
}

void ViewsButton::remove(const QString &name)
{
    write([remove = m_bench.services.removeView, store = m_bench.session.file(),
           name = toCore(name)] { return remove(store, name); },
          tr("Removed the view “%1”").arg(name));
}

void ViewsButton::write(std::function<Status()> change, const QString &done)
{
    if (m_job.isRunning()) {
        emit said(tr("The last view is still being written"));
        return;
    }
    m_job.start([work = std::move(change)](const std::stop_token &) { return work(); },
                [this, done](const Status &written) {
                    emit said(written ? done : errorText(written.error()));
                    m_bench.session.poll();
                });
}

} // namespace loupe::ui
