// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/profilechoices.h"

#include <QLineEdit>
#include <QWidget>

class QComboBox;
class QSpinBox;

namespace loupe::ui {

class Theme;

/// Fields of a profile's endpoint and model. They name the location of a key, but never hold a key.
class ModelFields final : public QWidget
{
    Q_OBJECT
public:
    explicit ModelFields(const Theme &theme, QWidget *parent = nullptr);

    /// Returns the profile's file; empty if the fields define the profile.
    QString file() const { return m_file->text().trimmed(); }
    void setFile(const QString &file) { m_file->setText(file); }
    void setChoices(const ProfileChoices &choices);
    void fill(ProfileChoices &choices) const;
    /// Returns a sentence about the first missing field; empty if there is none.
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
