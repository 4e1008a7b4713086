// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/nativehost.h"
#include "core/platforms/python/pythonhost.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace loupe {

/// What a clock needs of a process that makes the calls it times, of whatever kind that is. The
/// process must outlive it.
struct ClockPort {
    struct Answer {
        CallOutcome outcome;
        Json body; ///< an object, always; untrusted
    };
    std::function<Answer(Json request, std::chrono::duration<double> deadline,
                         const std::stop_token &stop)>
        ask;
    std::function<Result<ActivityBatch>()> takeActivity;
    std::function<Status()> putAhead; ///< of everything else on the machine, for good

    // Implicit: a child is all that a clock asks for.
    ClockPort(PythonChild &child)
        : ask([&child](Json request, std::chrono::duration<double> deadline,
                       const std::stop_token &stop) {
            PythonChild::Answer answer = child.ask(std::move(request), nullptr, deadline, stop);
            return Answer{std::move(answer.outcome), std::move(answer.body)};
        })
        , takeActivity([&child] { return child.takeActivity(); })
        , putAhead([&child] { return child.putAhead(); })
    {
    }
    ClockPort(NativeSubject &subject)
        : ask([&subject](Json request, std::chrono::duration<double> deadline,
                         const std::stop_token &stop) {
            NativeSubject::TimeAnswer answer = subject.time(std::move(request), deadline, stop);
            return Answer{std::move(answer.outcome), std::move(answer.body)};
        })
        , takeActivity([&subject] { return subject.takeActivity(); })
        , putAhead([&subject] { return subject.putAhead(); })
    {
    }
};

} // namespace loupe
