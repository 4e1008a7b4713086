// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/profilechoices.h"

#include <QWidget>

#include <array>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace loupe::ui {

class Theme;

/// Fields of a profile's rounds and budget: number of requests, feedback to the model, and limits.
class RoundFields final : public QWidget
{
    Q_OBJECT
public:
    explicit RoundFields(const Theme &theme, QWidget *parent = nullptr);

    void setChoices(const ProfileChoices &choices);
    void fill(ProfileChoices &choices) const;
    /// Returns a sentence about an invalid limit; empty if there is none.
    QString problem() const;

    QComboBox *prompts() const { return m_prompts; }
    QComboBox *strategy() const { return m_strategy; }
    QSpinBox *samples() const { return m_samples; }
    QSpinBox *rounds() const { return m_rounds; }
    QSpinBox *width() const { return m_width; }
    QSpinBox *children() const { return m_children; }
    QSpinBox *islands() const { return m_islands; }
    QLineEdit *dollars() const { return m_dollars; }

signals:
    void changed();

private:
    /// Part of the feedback to the model.
    struct Told {
        QCheckBox *box;
        bool ProfileChoices::*isChosen;
    };
    void fillLists();
    void connectFields();
    QWidget *makeNumbers(const Theme &theme);
    QWidget *makePlaces(const Theme &theme);
    QWidget *makeTold(const Theme &theme);
    QWidget *makeBudget(const Theme &theme);
    Strategy::Kind kind() const;
    bool hasWidth() const;
    bool isPooled() const;
    void updateDependent();
    void countPlaces();

    QComboBox *m_prompts;
    QComboBox *m_strategy;
    QSpinBox *m_samples;
    QSpinBox *m_rounds;
    QSpinBox *m_width;
    QSpinBox *m_children;
    QSpinBox *m_islands;
    QWidget *m_islandsLabel = nullptr;
    QWidget *m_places = nullptr; ///< row of the settings of Beam and Evolve
    QComboBox *m_parent;
    std::array<Told, 6> m_told; ///< in the order of the rows and columns of their grid
    QComboBox *m_history;
    QLineEdit *m_requests;
    QLineEdit *m_tokens;
    QLineEdit *m_dollars;
    QFormLayout *m_form = nullptr;
    std::vector<QWidget *> m_ofRounds; ///< disabled for independent samples
};

} // namespace loupe::ui
