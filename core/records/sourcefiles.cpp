// SPDX-License-Identifier: Apache-2.0
#include "core/records/sourcefiles.h"

#include <fstream>
#include <system_error>

namespace loupe {

std::string beginningOf(const std::filesystem::path &file, std::size_t bytes)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        return {};
    std::ifstream in(file, std::ios::binary);
    std::string out(bytes, '\0');
    in.read(out.data(), static_cast<std::streamsize>(bytes));
    out.resize(static_cast<std::size_t>(in.gcount()));
    return out;
}

} // namespace loupe
