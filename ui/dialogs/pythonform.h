// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/machine/launchchoices.h"
#include "core/engine/request/runrequest.h"

#include <QObject>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QSpinBox;
class QWidget;

namespace loupe::ui {

class BaselineFields;
class PrecisionFields;
class ShapesField;
class Theme;

/// Fields that only runs of a Python benchmark have: rows at the end of a form, initially hidden. A
/// line in their place says when they appear.
class PythonForm final : public QObject
{
    Q_OBJECT
public:
    /// Source of the candidates; requested ones have fewer options.
    enum class Source { Submissions, Asked };

    /// `platforms`: names that a run may request. The form owns the rows.
    PythonForm(const Theme &theme, const std::vector<std::string> &platforms, QFormLayout *form,
               QObject *parent, Source source = Source::Submissions);

    void setShown(bool shown);
    bool isShown() const { return m_isShown; }

    /// Offers these interpreters and devices; the current choice stays.
    void setChoices(const LaunchChoices &choices);
    void setRequest(const RunRequest &request);
    /// Writes the fields into the request and leaves the rest of it unchanged.
    void fill(RunRequest &request) const;

    BaselineFields *baselines() const { return m_baselines; }
    PrecisionFields *precisions() const { return m_precisions; }
    ShapesField *shapes() const { return m_shapes; }

signals:
    void changed();

private:
    QWidget *makeInterpreterRow(const Theme &theme);

    QFormLayout *m_form;
    std::vector<QWidget *> m_rows;
    QLabel *m_note; ///< visible while the rows are hidden
    bool m_isShown = true;
    QLineEdit *m_interpreter;
    QPushButton *m_offer;
    QMenu *m_found; ///< interpreters found on this machine
    QComboBox *m_platform;
    QComboBox *m_device;
    PrecisionFields *m_precisions;
    BaselineFields *m_baselines;
    QCheckBox *m_backward;
    ShapesField *m_shapes;
    QComboBox *m_judgedBy;
    QComboBox *m_mode;
    QSpinBox *m_samples;
};

} // namespace loupe::ui
