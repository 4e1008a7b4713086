// SPDX-License-Identifier: GPL-3.0-or-later
// Warns about stores with foreign views or triggers. They run in every program that opens the
// store, and can falsify what it shows.
#include "core/base/printabletext.h"
#include "core/store/file/storeschema.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/text/words.h"

#include <QMessageBox>

namespace loupe::ui {

void MainWindow::lookForForeignObjects()
{
    m_foreignObjects.clear();
    m_findingForeign.start(
        [file = m_session.file()](const std::stop_token &) { return foreignSchema(file); },
        [this](const Result<std::vector<std::string>> &found) {
            // Readers of the store report it if it cannot be read.
            if (!found || found->empty())
                return;
            for (const std::string &each : *found)
                m_foreignObjects.append(toQt(printableText(each)));
            offer(counted(static_cast<std::int64_t>(found->size()),
                          tr("%2 has %1 database object that KernelLoupe did not create. The "
                             "results shown may be altered, and nothing is saved."),
                          tr("%2 has %1 database objects that KernelLoupe did not create. The "
                             "results shown may be altered, and nothing is saved."))
                      .arg(pathText(m_session.file().filename())),
                  tr("Show them"), [this] { showForeignObjects(); });
        });
}

void MainWindow::showForeignObjects()
{
    auto *box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setIcon(QMessageBox::Warning);
    box->setWindowTitle(tr("Objects that KernelLoupe did not create"));
    box->setText(m_foreignObjects.join(u'\n'));
    box->setInformativeText(tr("Import the records into a new store, or ask the author of this "
                               "one. kloupe check lists the objects, too."));
    box->open();
}

} // namespace loupe::ui
