// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/droppedfiles.h"

#include "ui/text/words.h"

#include <QMimeData>
#include <QUrl>

namespace loupe::ui {

std::vector<std::filesystem::path> droppedFiles(const QMimeData *data)
{
    std::vector<std::filesystem::path> files;
    for (const QUrl &url : data->urls()) {
        if (url.isLocalFile())
            files.push_back(toPath(url.toLocalFile()));
    }
    return files;
}

} // namespace loupe::ui
