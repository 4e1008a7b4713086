// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/selectedrows.h"

#include <fmt/format.h>

namespace loupe::cli {

std::string text(const LeftOut &leftOut)
{
    if (leftOut.count == 0)
        return {};
    return fmt::format(" {} of {} left out: suspicion not reviewed, or confirmed, or a proof "
                       "(--include-suspicious puts them in).",
                       leftOut.count, leftOut.of);
}

std::string print(const Table &table, const std::string &format)
{
    if (format == "csv")
        return toCsv(table);
    return format == "markdown" ? toMarkdown(table) : toText(table);
}

} // namespace loupe::cli
