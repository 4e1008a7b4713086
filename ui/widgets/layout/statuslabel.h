// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/verdict/verdict.h"

#include <QString>
#include <QWidget>

namespace loupe::ui {

class Theme;

/// Label with shape, word and colour of a verdict or an outcome.
class StatusLabel final : public QWidget
{
    Q_OBJECT
public:
    explicit StatusLabel(const Theme &theme, QWidget *parent = nullptr);
    void setVerdict(Verdict verdict);
    void setOutcome(Outcome outcome);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void setShown(Outcome outcome, const QString &word);

    const Theme &m_theme;
    Outcome m_outcome = Outcome::Unknown;
    QString m_word;
};

} // namespace loupe::ui
