// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/countednote.h"

#include "core/base/counted.h"

#include <fmt/format.h>

namespace loupe {

void addNote(std::size_t count, const CountedNote &note, std::vector<std::string> &notes)
{
    if (count > 0)
        notes.push_back(fmt::format("{} {}", counted(count, note.what), note.text));
}

} // namespace loupe
