// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace loupe {

/// Request of the engine on a call line.
enum class LineRequest : std::uint32_t {
    Calls, ///< block of calls of the entry point on the prepared tensors
    Pause, ///< answer after linePause; measures the overhead of the line
    Talk,  ///< no answer; the subject returns to the message channel
};

/// Duration of a Pause, by the subject's clock.
inline constexpr std::chrono::microseconds linePause{500};

/// Memory shared by engine and subject: a request and its answer. A block of calls is a single
/// request, so that the subject is woken once per block. The subject can write every word, so its
/// answers are trusted only as far as the outputs confirm them.
struct CallLine {
    static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

    alignas(64) std::atomic<std::uint32_t> request{0};
    std::atomic<std::uint32_t> first{0}; ///< slot of the first call (CallRange)
    std::atomic<std::uint32_t> count{0}; ///< number of calls
    alignas(64) std::atomic<std::uint32_t> answer{0};
    alignas(64) std::atomic<std::uint32_t> isSubjectAsleep{0};
    alignas(64) std::atomic<std::uint32_t> isEngineAsleep{0};
};

// A request is its kind and a ticket. Its answer is the same word, plus this bit if a message on
// the channel has details.
inline constexpr std::uint32_t lineDetails = 1U << 31;
std::uint32_t lineWord(LineRequest kind, std::uint32_t ticket);
LineRequest lineKind(std::uint32_t word);

/// Posts a request of the engine; `word` must differ from the last.
void postRequest(CallLine &line, std::uint32_t word);
/// Sleeps until the answer differs from `before`, leaving the processors to the subject. Returns
/// false on timeout.
bool awaitAnswer(CallLine &line, std::uint32_t before, std::chrono::nanoseconds patience);

/// Waits in the subject for a request other than `last`, without a timeout.
std::uint32_t awaitRequest(CallLine &line, std::uint32_t last);
/// Posts the subject's answer. All earlier writes are visible to a reader of the answer.
void postAnswer(CallLine &line, std::uint32_t word);

} // namespace loupe
