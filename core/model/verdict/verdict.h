// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// Step of an evaluation in which a verdict was reached.
enum class Stage : std::uint8_t { None, Submit, Build, Load, Run, Verify, Time };

/// Category of verdicts that statistics count. allOutcomes() has the order of tables and legends.
enum class Outcome : std::uint8_t {
    Correct,    ///< every trial within tolerance
    Wrong,      ///< ran, but values, shapes, types or repeats are wrong
    NoBuild,    ///< did not compile, link or load
    Crash,      ///< died, ran out of memory, or broke the rules of its process
    Timeout,    ///< a deadline passed
    Skipped,    ///< does not fit this device, or not selected
    Unknown,    ///< not recorded; never counted as a failure
    InfraError, ///< infrastructure failure; retried, never counted as the candidate's
    /// Correct, with a confirmed or unreviewed finding of cheating: in the denominator, not counted
    /// as correct. Set by a population from the stored verdict and the findings; see
    /// Verdict::Flagged.
    Flagged,
};

/// Verdict on one candidate for one task. Stored by its id.
enum class Verdict : std::uint8_t {
    Correct,
    // Wrong
    WrongValue,
    WrongTail,  ///< only the last block of some axis is wrong
    NotANumber, ///< NaN or infinity where the reference has none
    Unwritten,  ///< elements of an output were never written
    WrongShape,
    WrongDtype,
    Nondeterministic, ///< the same inputs gave right and wrong results
    WrongAnswer,      ///< an imported record says only "ran, not correct"
    // NoBuild
    EmptySubmission,
    CompileError,
    CompileTimeout,
    LinkError,
    LoadError,
    MissingSymbol,
    BuildFailed, ///< an imported record says only "did not compile or import"
    // Crash
    Crashed,     ///< died of a signal
    OutOfBounds, ///< accessed memory next to a tensor
    WroteInput,
    OutOfMemory,
    TooManyProcesses,
    OutputFlood,
    ExitedEarly,   ///< called exit() without answering
    ReturnedError, ///< the entry point returned a non-zero code
    BrokeProtocol, ///< sent an answer that the engine did not request
    // Timeout
    RunTimeout,
    CpuTimeLimit,
    // Neither good nor bad
    TooLargeForDevice,
    NotRecorded,
    InfraError,
    // Since version 2 of the store; the positions above are stored, so new ones come last.
    WrongStructure,  ///< Wrong: another kind of result, length or set of keys
    ReferenceFailed, ///< Skipped: the task's own reference cannot be run here
    /// Flagged. Never stored and not among allVerdicts(): a review changes it back to Correct.
    Flagged,
};

struct VerdictFacts {
    Verdict verdict;
    std::string_view id; ///< stable, lower case, stored and printed by --json ("wrong_value")
    Outcome outcome;
    Stage stage;
    std::string_view label;   ///< two or three words for tables ("wrong value")
    std::string_view meaning; ///< one sentence for tooltips and reports
};

const VerdictFacts &facts(Verdict verdict);
/// Returns the verdicts that a store holds.
std::span<const VerdictFacts> allVerdicts();
std::optional<Verdict> verdictFromId(std::string_view id);

inline Outcome outcomeOf(Verdict verdict)
{
    return facts(verdict).outcome;
}
std::string_view name(Outcome outcome);   ///< "correct", "wrong", "no_build", "infra_error" …
std::string_view label(Outcome outcome);  ///< "correct", "wrong result", "no build" …
std::string_view symbol(Outcome outcome); ///< ● ◆ ■ ▲ ◷ ○ ◇ (UTF-8)
std::optional<Outcome> outcomeFromName(std::string_view text);
std::span<const Outcome> allOutcomes();
std::string_view name(Stage stage);

/// Returns true for the outcomes that count as a candidate's failure: Wrong, NoBuild, Crash,
/// Timeout.
bool isFailure(Outcome outcome);
/// Returns true if the candidate was judged at all: correct, flagged or a failure.
bool isJudged(Outcome outcome);

} // namespace loupe
