// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/localtools.h"

#include "app/kloupe/output/runprogress.h"
#include "core/engine/clocks/timinglease.h"
#include "core/executors/makeexecutor.h"

#include <utility>

namespace loupe::cli {

std::unique_ptr<LocalTools> LocalTools::make(const Console &console)
{
    auto made = std::unique_ptr<LocalTools>(new LocalTools(console));
    made->m_executor = orFail(makeExecutor("local"));
    return made;
}

LocalTools::LocalTools(const Console &console)
    : m_console(console)
    , m_printer(makeProgressPrinter(console))
{
}

GenerationTools LocalTools::tools()
{
    GenerationTools out;
    out.say = [this](const std::string &line) { m_console.progress(line); };
    out.evaluate
        = [this](const RunRequest &run) { return m_executor->run(run, *m_printer, token()); };
    out.isTimed = &TimingLease::isAnybodyTiming;
    return out;
}

} // namespace loupe::cli
