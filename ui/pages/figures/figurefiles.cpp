// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/figures/figurefiles.h"

#include "core/base/files.h"
#include "ui/figures/figureexport.h"

namespace loupe::ui {

namespace {

Result<FileState> compareFile(const std::filesystem::path &file, const std::string &bytes)
{
    const auto present = readFile(file);
    if (present)
        return *present == bytes ? FileState::Fresh : FileState::OutOfDate;
    if (present.error().code == Errc::NotFound)
        return FileState::Missing;
    return present.error();
}

} // namespace

std::filesystem::path figurePath(const std::filesystem::path &folder, const StoredFigure &figure,
                                 const std::string &format)
{
    return folder / (figure.name + "." + format);
}

Result<FileState> stateOfFile(const PaperFigure &figure, const std::filesystem::path &file)
{
    const auto bytes = figureFile(figure, formatOf(file));
    if (!bytes)
        return bytes.error();
    return compareFile(file, bytes->toStdString());
}

Result<FileState> updateFile(const PaperFigure &figure, const std::filesystem::path &file)
{
    const auto drawn = figureFile(figure, formatOf(file));
    if (!drawn)
        return drawn.error();
    const std::string bytes = drawn->toStdString();
    auto before = compareFile(file, bytes);
    if (!before || *before == FileState::Fresh)
        return before;
    if (const Status written = writeFileAtomic(file, bytes); !written)
        return written.error();
    return before;
}

} // namespace loupe::ui
