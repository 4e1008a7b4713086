// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/realservices.h"

#include "core/engine/programs.h"
#include "core/engine/runner.h"
#include "core/store/storereader.h"
#include "ui/text/words.h"

#include <QStandardPaths>

namespace loupe::app {

ui::Services realServices(bool remembers)
{
    ui::Services services;
    services.openStore = [](const std::filesystem::path &file) { return StoreReader::open(file); };
    services.launch
        = [](const RunRequest &request, RunObserver &observer, const std::stop_token &stop) {
              return executeRun(request, observer, stop);
          };
    if (const auto suite = findNativeSuite())
        services.taskFolder = *suite;
    const auto folder = [](QStandardPaths::StandardLocation location) {
        return ui::toPath(QStandardPaths::writableLocation(location));
    };
    services.dataFolder = folder(QStandardPaths::AppDataLocation);
    if (remembers)
        services.settingsFile = folder(QStandardPaths::AppConfigLocation) / "window.ini";
    return services;
}

} // namespace loupe::app
