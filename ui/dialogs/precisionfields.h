// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/request/runrequest.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace loupe::ui {

class FurtherChoices;
class Theme;

/// Choice of a run's precisions: the one that the submissions state, or one or several others.
class PrecisionFields final : public QWidget
{
    Q_OBJECT
public:
    explicit PrecisionFields(const Theme &theme, QWidget *parent = nullptr);

    /// Offers one precision only, for kernels that are asked for in one.
    void offerOne();
    void setRequest(const PythonRequest &python);
    void fill(PythonRequest &python) const;

    QComboBox *first() const { return m_first; }
    FurtherChoices *further() const { return m_further; }
    /// Says that a preset names several precisions where one is offered.
    QLabel *note() const { return m_note; }

signals:
    void changed();

private:
    /// Takes the first precision as the own one of the further ones. There are none if the
    /// submissions decide.
    void followFirst();

    QComboBox *m_first;
    FurtherChoices *m_further;
    QLabel *m_note;
    bool m_offersOne = false;
};

} // namespace loupe::ui
