// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/suitereading.h"

#include "core/engine/machine/programs.h"
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/layout/suiteregistry.h"

#include <optional>
#include <utility>

namespace loupe::cli {

namespace {

template <typename T>
Result<AnySuite> wrapped(Result<T> suite)
{
    if (!suite)
        return suite.error();
    return AnySuite(std::move(*suite));
}

} // namespace

Result<AnySuite> readSuite(const std::string &suite, const std::string &layoutName)
{
    if (suite.empty()) {
        const auto shipped = findNativeSuite();
        return shipped ? wrapped(readNativeSuite(*shipped)) : Result<AnySuite>(shipped.error());
    }
    const auto registry = SuiteRegistry::load(SuiteRegistry::defaultFile());
    if (!registry)
        return registry.error();
    const auto place = resolveSuite(suite);
    if (!place)
        return place.error();
    std::optional<SuiteLayout> layout = suiteLayoutFromName(layoutName);
    if (!layout && registry->find(suite) != nullptr)
        layout = place->layout;
    if (layout.value_or(place->layout) == SuiteLayout::Native)
        return wrapped(readNativeSuite(place->folder));
    return wrapped(readBenchmarks(place->folder, layout));
}

} // namespace loupe::cli
