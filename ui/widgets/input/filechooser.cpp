// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/filechooser.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileIconProvider>
#include <QFileInfo>
#include <QTemporaryDir>

namespace loupe::ui {

namespace {

/// Provides icons by name only. Qt's own provider reads the beginning of each displayed file with
/// an unknown name.
class NameOnlyIcons final : public QFileIconProvider
{
public:
    QIcon icon(IconType type) const override { return QFileIconProvider::icon(type); }
    QIcon icon(const QFileInfo &info) const override
    {
        return QFileIconProvider::icon(info.isDir() ? Folder : File);
    }
    QString type(const QFileInfo &info) const override
    {
        if (info.isDir())
            return QCoreApplication::translate("FileChooser", "Folder");
        return info.suffix().isEmpty()
            ? QCoreApplication::translate("FileChooser", "File")
            : QCoreApplication::translate("FileChooser", "%1 file").arg(info.suffix());
    }
};

/// Starts in an empty folder, because a dialog lists its first folder before its icon provider can
/// be set.
class Chooser
{
public:
    Chooser(QWidget *parent, const QString &title)
        : m_dialog(parent, title, m_empty.isValid() ? m_empty.path() : QDir::rootPath())
    {
        // The desktop's own dialog reads files for previews in this process.
        m_dialog.setOption(QFileDialog::DontUseNativeDialog);
        m_dialog.setOption(QFileDialog::DontUseCustomDirectoryIcons);
        m_dialog.setIconProvider(&m_icons);
    }

    QFileDialog &dialog() { return m_dialog; }

    QString ask(const QString &place, const QString &filter)
    {
        return askForAll(place, filter).value(0);
    }

    QStringList askForAll(const QString &place, const QString &filter)
    {
        if (!filter.isEmpty())
            m_dialog.setNameFilter(filter);
        const QFileInfo wanted(place.isEmpty() ? QDir::currentPath() : place);
        if (wanted.isDir()) {
            m_dialog.setDirectory(wanted.absoluteFilePath());
        } else {
            m_dialog.setDirectory(wanted.absolutePath());
            m_dialog.selectFile(wanted.fileName());
        }
        m_dialog.setHistory({});
        return m_dialog.exec() == QDialog::Accepted ? m_dialog.selectedFiles() : QStringList();
    }

private:
    QTemporaryDir m_empty;
    NameOnlyIcons m_icons;
    QFileDialog m_dialog; ///< destroyed before its icons
};

} // namespace

QString chooseFile(QWidget *parent, const QString &title, const QString &place,
                   const QString &filter)
{
    Chooser chooser(parent, title);
    chooser.dialog().setFileMode(QFileDialog::ExistingFile);
    return chooser.ask(place, filter);
}

QStringList chooseFiles(QWidget *parent, const QString &title, const QString &place,
                        const QString &filter)
{
    Chooser chooser(parent, title);
    chooser.dialog().setFileMode(QFileDialog::ExistingFiles);
    return chooser.askForAll(place, filter);
}

QString chooseTarget(QWidget *parent, const QString &title, const QString &place,
                     const QString &filter, Replacing replacing)
{
    Chooser chooser(parent, title);
    chooser.dialog().setAcceptMode(QFileDialog::AcceptSave);
    chooser.dialog().setFileMode(QFileDialog::AnyFile);
    chooser.dialog().setOption(QFileDialog::DontConfirmOverwrite,
                               replacing == Replacing::IsUpToCaller);
    return chooser.ask(place, filter);
}

QString chooseFolder(QWidget *parent, const QString &title, const QString &place)
{
    Chooser chooser(parent, title);
    chooser.dialog().setFileMode(QFileDialog::Directory);
    chooser.dialog().setOption(QFileDialog::ShowDirsOnly);
    return chooser.ask(place, {});
}

} // namespace loupe::ui
