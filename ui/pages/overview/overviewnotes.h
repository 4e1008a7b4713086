// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QStringList>
#include <QWidget>

class QFrame;
class QPushButton;

namespace loupe::ui {

struct Workbench;

/// Column of sentences next to an overview's numbers: the state of the audit, changes since the
/// last visit, and caveats.
class OverviewNotes final : public QWidget
{
    Q_OBJECT
public:
    explicit OverviewNotes(const Workbench &bench, QWidget *parent = nullptr);

    /// Without findings, the button below starts an audit.
    void setAudit(const QStringList &sentences, bool hasFindings);
    /// No sentences hide the section, because there was no earlier visit.
    void setChanges(const QString &since, const QStringList &sentences);
    void setCaveats(const QStringList &sentences);

    QString audit() const { return m_audit.text->text(); }
    QString changes() const { return m_changes.text->text(); }
    QString caveats() const { return m_caveats.text->text(); }

private:
    struct Section {
        QFrame *panel = nullptr;
        QLabel *about = nullptr;
        QLabel *text = nullptr;
    };
    static Section makeSection(const Workbench &bench, const QString &title);
    /// Shows short hashes, with the whole text as tooltip.
    static void setLines(const Section &section, const QStringList &lines,
                         const QString &separator);

    Section m_audit;
    Section m_changes;
    Section m_caveats;
    QPushButton *m_review;
    bool m_hasFindings = false;
};

} // namespace loupe::ui
