// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/profilechoices.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace loupe::ui {

class Theme;

/// Who is asked: the part of a profile's choices that is about endpoint and model. It names the
/// place of a key and has no field for one.
class ModelFields final : public QWidget
{
    Q_OBJECT
public:
    explicit ModelFields(const Theme &theme, QWidget *parent = nullptr);

    /// The file that the profile is read from; empty: it is what the fields say.
    QString file() const;
    void setFile(const QString &file);
    void setChoices(const ProfileChoices &choices);
    void fill(ProfileChoices &choices) const;
    /// What is still missing; empty when nothing is.
    QString missing() const;

signals:
    void changed();
    void fileChosen(const QString &file);

private:
    QLineEdit *m_file;
    QLineEdit *m_name;
    QLineEdit *m_url;
    QComboBox *m_kind;
    QLineEdit *m_model;
    QLineEdit *m_key;
    QSpinBox *m_lanes;
    QSpinBox *m_longest;
};

} // namespace loupe::ui
