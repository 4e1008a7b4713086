// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/suitereading.h"

#include "app/kloupe/output/console.h"
#include "core/engine/machine/programs.h"
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/layout/suiteregistry.h"

#include <optional>

namespace loupe::cli {

AnySuite readSuite(const std::string &suite, const std::string &layoutName)
{
    if (suite.empty())
        return orFail(readNativeSuite(orFail(findNativeSuite())));
    const auto registry = orFail(SuiteRegistry::load(SuiteRegistry::defaultFile()));
    const auto place = orFail(resolveSuite(suite));
    std::optional<SuiteLayout> layout = suiteLayoutFromName(layoutName);
    if (!layout && registry.find(suite) != nullptr)
        layout = place.layout;
    if (layout.value_or(place.layout) == SuiteLayout::Native)
        return orFail(readNativeSuite(place.folder));
    return orFail(readBenchmarks(place.folder, layout));
}

} // namespace loupe::cli
