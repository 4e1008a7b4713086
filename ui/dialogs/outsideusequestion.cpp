// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/outsideusequestion.h"

#include "ui/text/words.h"

#include <QApplication>
#include <QCoreApplication>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace loupe::ui {

namespace {

/// Shared by the waiting thread and the answering window.
struct Answer {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::optional<bool> given;
    QPointer<QMessageBox> box; ///< used by the GUI thread only

    void give(bool yes)
    {
        const std::lock_guard lock(mutex);
        given = yes;
        changed.notify_all();
    }
};

void show(const std::shared_ptr<Answer> &answer, const std::string &source,
          const std::vector<OutsideUse> &uses)
{
    QString names;
    QString details;
    for (const OutsideUse &use : uses) {
        names += u"\n• " + toQt(use.what);
        if (!use.content.empty())
            details += toQt(use.what) + u":\n" + toQt(use.content) + u"\n";
    }
    auto *box
        = new QMessageBox(QMessageBox::Warning, QObject::tr("Run programs named in a file?"),
                          QObject::tr("%1 names programs that run outside the sandbox, with your "
                                      "rights:\n%2\n\nUse them on this machine, now and later?")
                              .arg(toQt(source), names),
                          QMessageBox::NoButton, QApplication::activeWindow());
    box->setObjectName(QStringLiteral("outsideUseQuestion"));
    box->setTextFormat(Qt::PlainText);
    box->setDetailedText(details);
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto *use = box->addButton(QObject::tr("&Use them"), QMessageBox::AcceptRole);
    auto *leave = box->addButton(QObject::tr("&Do not run"), QMessageBox::RejectRole);
    box->setDefaultButton(leave);
    box->setEscapeButton(leave);
    QObject::connect(box, &QMessageBox::finished, box,
                     [answer, box, use] { answer->give(box->clickedButton() == use); });
    answer->box = box;
    box->open();
}

} // namespace

bool mayUse(const std::string &source, const std::vector<OutsideUse> &uses,
            const std::stop_token &stop)
{
    const auto answer = std::make_shared<Answer>();
    QMetaObject::invokeMethod(
        qApp, [answer, source, uses] { show(answer, source, uses); }, Qt::QueuedConnection);
    std::unique_lock lock(answer->mutex);
    answer->changed.wait(lock, stop, [&] { return answer->given.has_value(); });
    if (answer->given)
        return *answer->given;
    QMetaObject::invokeMethod(
        qApp,
        [answer] {
            if (answer->box)
                answer->box->close();
        },
        Qt::QueuedConnection);
    return false;
}

} // namespace loupe::ui
