// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/openstore.h"

#include "core/base/printabletext.h"
#include "core/store/file/storefile.h"

#include <iostream>

namespace loupe::cli {

void warnOfForeignSchema(const std::filesystem::path &store)
{
    const auto foreign = foreignSchema(store);
    if (foreign && !foreign->empty())
        std::cerr << "warning: " << printableText(store.string()) << ": "
                  << printableText(foreign->front())
                  << ". Its results may be altered, and it is not written to; kloupe check lists "
                     "all such objects.\n";
}

Result<std::unique_ptr<StoreReader>> openStore(const std::filesystem::path &store)
{
    auto reader = StoreReader::open(store);
    if (reader)
        warnOfForeignSchema(store);
    return reader;
}

} // namespace loupe::cli
