// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/latestjob.h"
#include "ui/shell/session/runlauncher.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QLabel;
class QMenu;
class QPushButton;

namespace loupe::ui {

class ChoiceBox;
class Theme;

/// The run presets of the store that a run goes to: one is chosen to fill the form, and what the
/// form says is kept, copied, exported and removed under a name. All of it happens in the
/// background.
class PresetBar final : public QWidget
{
    Q_OBJECT
public:
    /// `present`: what the form says now.
    PresetBar(const Theme &theme, PresetShelf shelf, std::function<RunRequest()> present,
              QWidget *parent = nullptr);

    /// Lists the presets of this store, which need not be there yet.
    void setStore(const std::filesystem::path &store);
    /// The form says something else than the preset that was chosen.
    void formChanged();

    /// By a name of the store, or of a file that ends in .json.
    void load(const QString &nameOrFile);
    /// One of that name is replaced.
    void keepAs(const QString &name);
    void exportTo(const QString &file);
    void remove(const QString &name);

    /// What a label in front of the bar belongs to.
    QWidget *choice() const;
    QStringList names() const;
    /// The preset that the form was filled from; empty: none.
    QString chosen() const { return m_chosen; }
    QString note() const;
    bool isBusy() const { return m_listing.isRunning() || m_working.isRunning(); }

signals:
    void loaded(const loupe::RunRequest &request);

private:
    void buildLayout(const Theme &theme);
    void fillMenu();
    void list();
    void showNames(const std::vector<std::string> &names);
    void work(std::function<Status()> change, const QString &done, const QString &chosenThen);
    void say(const QString &note, bool isError = false);

    PresetShelf m_shelf;
    std::function<RunRequest()> m_present;
    std::filesystem::path m_store;
    QString m_chosen;
    ChoiceBox *m_choice;
    QPushButton *m_more;
    QMenu *m_menu;
    QLabel *m_note;
    LatestJob<Result<std::vector<std::string>>> m_listing;
    LatestJob<Status> m_working;
    LatestJob<Result<RunRequest>> m_loading;
};

} // namespace loupe::ui
