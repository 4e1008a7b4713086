// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/savedview.h"
#include "ui/async/readerpool.h"
#include "ui/shell/annotationqueue.h"
#include "ui/shell/runlauncher.h"

#include <filesystem>
#include <functional>
#include <string>

namespace loupe::ui {

/// What the windows need from the rest of the program. app/kernelloupe fills it with the real
/// thing, tests with fakes.
struct Services {
    StoreOpener openStore;
    RunLauncher launch;
    Importer importRecords;
    Annotator annotate;
    /// Keep and remove a named filter of a store; blocking. Busy while another program writes it.
    std::function<Status(const std::filesystem::path &store, const SavedView &)> saveView;
    std::function<Status(const std::filesystem::path &store, const std::string &name)> removeView;
    std::string person; ///< whose name is with what is marked in the window
    RunChoices choices;
    std::filesystem::path taskFolder; ///< the native suite that is installed with the program
    std::filesystem::path dataFolder; ///< where demo stores are put
    /// Where the window's state is kept between sessions; empty: nowhere.
    std::filesystem::path settingsFile;
};

} // namespace loupe::ui
