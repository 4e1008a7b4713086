// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace loupe::ui {

// Dialogs for files and folders that show names only and never open a file. A process that opens
// and closes a database it already has open loses all its locks on it (POSIX). Other programs could
// then delete its log. No other code of the windows creates a QFileDialog. All return an empty text
// if the user cancels.

QString chooseFile(QWidget *parent, const QString &title, const QString &place = {},
                   const QString &filter = {});

/// Chooses any number of files.
QStringList chooseFiles(QWidget *parent, const QString &title, const QString &place = {},
                        const QString &filter = {});

/// Confirmation before an existing file is chosen.
enum class Replacing { IsAsked, IsUpToCaller };

QString chooseTarget(QWidget *parent, const QString &title, const QString &place = {},
                     const QString &filter = {}, Replacing replacing = Replacing::IsAsked);

QString chooseFolder(QWidget *parent, const QString &title, const QString &place = {});

} // namespace loupe::ui
