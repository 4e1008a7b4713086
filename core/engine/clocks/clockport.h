// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/nativehost.h"
#include "core/platforms/python/pythonhost.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace loupe {

/// Interface of a clock to the process that makes the timed calls. The process must outlive it.
struct ClockPort {
    struct Answer {
        CallOutcome outcome;
        Json body; ///< always an object; untrusted
    };
    std::function<Answer(Json request, std::chrono::duration<double> deadline,
                         const std::stop_token &stop)>
        ask;
    std::function<Result<ActivityBatch>()> takeActivity;
    std::function<Status()> putAhead;         ///< gives it real-time priority until it ends
    std::function<void(bool isHeld)> setHeld; ///< stops it between requests, or resumes it

    // The conversions are implicit because a clock uses nothing else of a child.
    ClockPort(PythonChild &child)
        : ask([&child](Json request, std::chrono::duration<double> deadline,
                       const std::stop_token &stop) {
            PythonChild::Answer answer = child.ask(std::move(request), nullptr, deadline, stop);
            return Answer{std::move(answer.outcome), std::move(answer.body)};
        })
        , takeActivity([&child] { return child.takeActivity(); })
        , putAhead([&child] { return child.putAhead(); })
        , setHeld([&child](bool isHeld) { child.setHeld(isHeld); })
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
        , setHeld([](bool) {}) // its threads do not spin while they wait
    {
    }
};

} // namespace loupe
