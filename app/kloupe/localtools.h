// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/console.h"
#include "app/kloupe/interrupt.h"
#include "core/executors/executor.h"
#include "core/generation/loop/generationtools.h"

#include <memory>
#include <stop_token>

namespace loupe::cli {

/// What a generation evaluates with on this machine, and says what happens to the console; an
/// interrupt stops it. The console must outlive it.
class LocalTools
{
public:
    static Result<std::unique_ptr<LocalTools>> make(const Console &console);
    LocalTools(const LocalTools &) = delete;
    LocalTools &operator=(const LocalTools &) = delete;

    /// Without a program that asks; must not outlive this.
    GenerationTools tools();
    std::stop_token token() const { return m_interrupt.token(); }

private:
    explicit LocalTools(const Console &console);

    const Console &m_console;
    const InterruptGuard m_interrupt; ///< before whatever may begin a thread
    std::unique_ptr<Executor> m_executor;
    std::unique_ptr<RunObserver> m_printer;
};

} // namespace loupe::cli
