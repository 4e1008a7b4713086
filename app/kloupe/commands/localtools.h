// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/console.h"
#include "app/kloupe/output/interrupt.h"
#include "core/executors/executor.h"
#include "core/generation/loop/generationtools.h"

#include <memory>
#include <stop_token>

namespace loupe::cli {

/// Tools of a generation that evaluates on this machine. Progress goes to the console, which must
/// outlive them. An interrupt stops the generation.
class LocalTools
{
public:
    static std::unique_ptr<LocalTools> make(const Console &console);
    LocalTools(const LocalTools &) = delete;
    LocalTools &operator=(const LocalTools &) = delete;

    /// Returns the tools without a program that sends requests. They must not outlive this object.
    GenerationTools tools();
    std::stop_token token() const { return m_interrupt.token(); }

private:
    explicit LocalTools(const Console &console);

    const Console &m_console;
    const InterruptGuard m_interrupt; ///< first member: later ones may start threads
    std::unique_ptr<Executor> m_executor;
    std::unique_ptr<RunObserver> m_printer;
};

} // namespace loupe::cli
