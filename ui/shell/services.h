// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/readerpool.h"
#include "ui/shell/annotationqueue.h"
#include "ui/shell/runlauncher.h"

#include <filesystem>
#include <string>

namespace loupe::ui {

/// What the windows need from the rest of the program. app/kernelloupe fills it with the real
/// thing, tests with fakes.
struct Services {
    StoreOpener openStore;
    RunLauncher launch;
    Importer importRecords;
    Annotator annotate;
    std::string person; ///< whose name is with what is marked in the window
    RunChoices choices;
    std::filesystem::path taskFolder; ///< the native suite that is installed with the program
    std::filesystem::path dataFolder; ///< where demo stores are put
    /// Where the window's state is kept between sessions; empty: nowhere.
    std::filesystem::path settingsFile;
};

} // namespace loupe::ui
