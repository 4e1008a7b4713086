// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/freshstore.h"

#include <system_error>

namespace loupe::ui {

std::filesystem::path freshStore(const std::filesystem::path &folder, const std::string &name)
{
    for (int i = 1;; ++i) {
        const std::string suffix = i == 1 ? std::string() : "-" + std::to_string(i);
        auto file = folder / (name + suffix + ".kloupe");
        std::error_code failed;
        if (!std::filesystem::exists(file, failed))
            return file;
    }
}

std::string storeNameFor(const std::filesystem::path &source)
{
    // A folder's path may end in "/".
    const std::string name
        = (source.has_filename() ? source : source.parent_path()).filename().string();
    return name.empty() ? "imported" : name.substr(0, name.find('.', 1));
}

} // namespace loupe::ui
