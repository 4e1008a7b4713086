// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace loupe {

/// What the engine asks for on a call line.
enum class LineRequest : std::uint32_t {
    Calls, ///< a block of calls of the entry point on the prepared tensors
    Touch, ///< the same tensors read and written once for each call, by the host itself
    Pause, ///< an answer after linePause: what the line itself costs
    Talk,  ///< no answer: back to the channel of messages
};

/// How long a Pause lasts by the clock of whoever answers.
inline constexpr std::chrono::microseconds linePause{500};

/// Words in memory that engine and subject share: a request and its answer. A block of calls is one
/// request, so that the subject is woken once for all of them. The subject can write every word:
/// what it answers is believed as far as the outputs bear it out.
struct CallLine {
    static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

    alignas(64) std::atomic<std::uint32_t> request{0};
    std::atomic<std::uint32_t> first{0}; ///< slot of the first call (CallRange)
    std::atomic<std::uint32_t> count{0}; ///< of calls
    std::atomic<std::uint32_t> repeats{0};
    alignas(64) std::atomic<std::uint32_t> answer{0};
    alignas(64) std::atomic<std::uint32_t> isSubjectAsleep{0};
    alignas(64) std::atomic<std::uint32_t> isEngineAsleep{0};
};

// A request is its kind and a ticket; its answer is the same word, with this bit where a message
// on the channel says more.
inline constexpr std::uint32_t lineDetails = 1U << 31;
std::uint32_t lineWord(LineRequest kind, std::uint32_t ticket);
LineRequest lineKind(std::uint32_t word);

/// The engine's end: asks; `word` differs from the last.
void postRequest(CallLine &line, std::uint32_t word);
/// Sleeps until the answer is no longer `before`: the processors are the subject's. False when the
/// patience is over.
bool awaitAnswer(CallLine &line, std::uint32_t before, std::chrono::nanoseconds patience);

/// The subject's end: waits for a request other than `last`, for ever.
std::uint32_t awaitRequest(CallLine &line, std::uint32_t last);
/// Everything that was written before is seen by whoever sees the answer.
void postAnswer(CallLine &line, std::uint32_t word);

} // namespace loupe
