// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/latestjob.h"
#include "ui/shell/session/runlauncher.h"

#include <QLabel>
#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QMenu;
class QPushButton;

namespace loupe::ui {

class ChoiceBox;
class Theme;

/// Run presets of the run's store. Selecting one fills the form. The form's content can be saved,
/// copied, exported and deleted under a name, in the background.
class PresetBar final : public QWidget
{
    Q_OBJECT
public:
    /// `present` returns the request in the form.
    PresetBar(const Theme &theme, PresetShelf shelf, std::function<RunRequest()> present,
              QWidget *parent = nullptr);

    /// Lists the presets of this store, which may not exist yet.
    void setStore(const std::filesystem::path &store);
    /// Notes that the form differs from the selected preset.
    void formChanged();

    /// Loads a preset by its name in the store, or from a file that ends in .json.
    void load(const QString &nameOrFile);
    /// Saves the form's content and replaces a preset of that name.
    void keepAs(const QString &name);
    void exportTo(const QString &file);
    void remove(const QString &name);

    /// Returns the buddy widget for a label.
    QWidget *choice() const;
    QStringList names() const;
    /// Returns the preset that filled the form; empty if there is none.
    QString chosen() const { return m_chosen; }
    QString note() const { return m_note->text(); }
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
