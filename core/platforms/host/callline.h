// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace loupe {

/// What the engine asks for on a call line.
enum class LineRequest : std::uint32_t {
    Call,    ///< one call of the entry point on the prepared tensors
    Nothing, ///< an answer: what the line itself costs
    Pause,   ///< an answer after linePause, for which the engine falls asleep
    Talk,    ///< no answer: back to the channel of messages
};

/// How long a Pause lasts by the clock of whoever answers.
inline constexpr std::chrono::microseconds linePause{500};

/// Two words in memory that engine and subject share: a request and its answer, within a fraction
/// of a microsecond where both run. Each call is one request; nothing here counts calls. The
/// subject can write both words: what it answers is believed as far as the outputs bear it out.
struct CallLine {
    static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

    alignas(64) std::atomic<std::uint32_t> request{0};
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
/// What became of waiting for an answer.
struct LineWait {
    bool hasAnswered = false; ///< false: not within the patience
    bool hasSlept = false;    ///< the waiting thread gave up its processor
};
/// Waits until the answer is no longer `before`: spins for a moment, then sleeps.
LineWait awaitAnswer(CallLine &line, std::uint32_t before, std::chrono::nanoseconds patience);

/// The subject's end: waits for a request other than `last`, for ever. Without `spins` it sleeps at
/// once, for whoever was just woken may need its processor.
std::uint32_t awaitRequest(CallLine &line, std::uint32_t last, bool spins);
/// Everything that was written before is seen by whoever sees the answer. Whether the engine had to
/// be woken.
bool postAnswer(CallLine &line, std::uint32_t word);

} // namespace loupe
