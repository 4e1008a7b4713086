// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace loupe::ui {

// Dialogs that ask for files and folders. They show names alone and never look into a file: a
// program that opens and closes a database which it has open drops all its locks on it (POSIX), and
// other programs then delete the log under it. Nothing else in the windows makes a QFileDialog.
// Each returns an empty text where the person cancels.

QString chooseFile(QWidget *parent, const QString &title, const QString &place = {},
                   const QString &filter = {});

/// Whether a dialog asks before a file that exists is chosen.
enum class Replacing { IsAsked, IsUpToCaller };

QString chooseTarget(QWidget *parent, const QString &title, const QString &place = {},
                     const QString &filter = {}, Replacing replacing = Replacing::IsAsked);

QString chooseFolder(QWidget *parent, const QString &title, const QString &place = {});

} // namespace loupe::ui
