// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/verdict.h"

#include <array>

namespace loupe {

namespace {

constexpr std::array verdicts{
    VerdictFacts{Verdict::Correct, "correct", Outcome::Correct, Stage::None, "correct",
                 "Every trial agreed with the reference within the task's tolerance."},
    VerdictFacts{Verdict::WrongValue, "wrong_value", Outcome::Wrong, Stage::Verify, "wrong value",
                 "At least one output element is outside the task's tolerance."},
    VerdictFacts{Verdict::WrongTail, "wrong_tail", Outcome::Wrong, Stage::Verify, "wrong tail",
                 "Only the last block of an axis is wrong: the tail is not handled."},
    VerdictFacts{Verdict::NotANumber, "not_a_number", Outcome::Wrong, Stage::Verify, "NaN or Inf",
                 "An output holds NaN or infinity where the reference has a number."},
    VerdictFacts{Verdict::Unwritten, "unwritten", Outcome::Wrong, Stage::Verify, "unwritten output",
                 "Elements of an output still hold the poison the engine put there."},
    VerdictFacts{Verdict::WrongShape, "wrong_shape", Outcome::Wrong, Stage::Verify, "wrong shape",
                 "An output has another shape than the task asks for."},
    VerdictFacts{Verdict::WrongDtype, "wrong_dtype", Outcome::Wrong, Stage::Verify, "wrong dtype",
                 "An output has another element type than the task asks for."},
    VerdictFacts{Verdict::Nondeterministic, "nondeterministic", Outcome::Wrong, Stage::Verify,
                 "nondeterministic",
                 "The same inputs gave right results once and wrong ones another time."},
    VerdictFacts{Verdict::WrongAnswer, "wrong_answer", Outcome::Wrong, Stage::Verify,
                 "wrong result", "The imported record only says that it ran and was not correct."},
    VerdictFacts{Verdict::EmptySubmission, "empty_submission", Outcome::NoBuild, Stage::Submit,
                 "empty submission", "The submission holds no code."},
    VerdictFacts{Verdict::CompileError, "compile_error", Outcome::NoBuild, Stage::Build,
                 "compile error", "The compiler rejected the source."},
    VerdictFacts{Verdict::CompileTimeout, "compile_timeout", Outcome::NoBuild, Stage::Build,
                 "compile time-out", "The compiler did not finish within the build deadline."},
    VerdictFacts{Verdict::LinkError, "link_error", Outcome::NoBuild, Stage::Build, "link error",
                 "The source compiled, but did not link."},
    VerdictFacts{Verdict::LoadError, "load_error", Outcome::NoBuild, Stage::Load, "load error",
                 "The built library could not be loaded."},
    VerdictFacts{Verdict::MissingSymbol, "missing_symbol", Outcome::NoBuild, Stage::Load,
                 "missing symbol", "The library does not export the entry point."},
    VerdictFacts{Verdict::BuildFailed, "build_failed", Outcome::NoBuild, Stage::Build, "no build",
                 "The imported record only says that it did not compile or start."},
    VerdictFacts{Verdict::Crashed, "crashed", Outcome::Crash, Stage::Run, "crashed",
                 "The candidate's process died of a signal."},
    VerdictFacts{Verdict::OutOfBounds, "out_of_bounds", Outcome::Crash, Stage::Run, "out of bounds",
                 "The candidate accessed memory outside a tensor."},
    VerdictFacts{Verdict::WroteInput, "wrote_input", Outcome::Crash, Stage::Run, "wrote an input",
                 "The candidate wrote to an input, which is read-only."},
    VerdictFacts{Verdict::OutOfMemory, "out_of_memory", Outcome::Crash, Stage::Run, "out of memory",
                 "The candidate asked for more memory than its limit."},
    VerdictFacts{Verdict::TooManyProcesses, "too_many_processes", Outcome::Crash, Stage::Run,
                 "too many processes", "The candidate reached its limit of processes and threads."},
    VerdictFacts{Verdict::OutputFlood, "output_flood", Outcome::Crash, Stage::Run, "output flood",
                 "The candidate wrote more to its output or a file than its limit."},
    VerdictFacts{Verdict::ExitedEarly, "exited_early", Outcome::Crash, Stage::Run, "exited early",
                 "The candidate ended its process instead of returning."},
    VerdictFacts{Verdict::ReturnedError, "returned_error", Outcome::Crash, Stage::Run,
                 "returned an error", "The entry point returned a non-zero code."},
    VerdictFacts{Verdict::BrokeProtocol, "broke_protocol", Outcome::Crash, Stage::Run,
                 "broke the protocol",
                 "The process sent an answer that the engine did not request."},
    VerdictFacts{Verdict::RunTimeout, "run_timeout", Outcome::Timeout, Stage::Run, "time-out",
                 "The candidate did not return within the deadline."},
    VerdictFacts{Verdict::CpuTimeLimit, "cpu_time_limit", Outcome::Timeout, Stage::Run,
                 "CPU time limit", "The candidate used up its limit of CPU time."},
    VerdictFacts{Verdict::TooLargeForDevice, "too_large_for_device", Outcome::Skipped, Stage::None,
                 "skipped: too large", "The task needs more memory than this device has."},
    VerdictFacts{Verdict::NotRecorded, "not_recorded", Outcome::Unknown, Stage::None, "unknown",
                 "Nothing is recorded; this is not a failure."},
    VerdictFacts{Verdict::InfraError, "infra_error", Outcome::InfraError, Stage::None,
                 "infra error",
                 "The machine failed, not the candidate; it is retried and never counted."},
    VerdictFacts{
        Verdict::WrongStructure, "wrong_structure", Outcome::Wrong, Stage::Verify,
        "wrong structure",
        "The result is of another kind than the reference's, or has another length or other "
        "keys."},
    VerdictFacts{Verdict::ReferenceFailed, "reference_failed", Outcome::Skipped, Stage::None,
                 "skipped: reference fails",
                 "The task's own reference cannot be run here; no candidate is to blame."},
    VerdictFacts{Verdict::Flagged, "flagged", Outcome::Flagged, Stage::None, "flagged",
                 "Correct, but a finding of cheating is confirmed or not reviewed yet."},
};

constexpr bool ordered()
{
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        if (static_cast<std::size_t>(verdicts[i].verdict) != i)
            return false;
    }
    return static_cast<std::size_t>(Verdict::Flagged) + 1 == verdicts.size();
}
static_assert(ordered(), "the table must list every verdict in the order of the enum");

struct OutcomeFacts {
    Outcome outcome;
    std::string_view name;
    std::string_view label;
    std::string_view symbol;
};

constexpr std::array outcomes{
    OutcomeFacts{Outcome::Correct, "correct", "correct", "●"},
    OutcomeFacts{Outcome::Wrong, "wrong", "wrong result", "◆"},
    OutcomeFacts{Outcome::NoBuild, "no_build", "no build", "■"},
    OutcomeFacts{Outcome::Crash, "crash", "crash", "▲"},
    OutcomeFacts{Outcome::Timeout, "timeout", "time-out", "◷"},
    OutcomeFacts{Outcome::Skipped, "skipped", "skipped", "–"},
    OutcomeFacts{Outcome::Unknown, "unknown", "unknown", "○"},
    OutcomeFacts{Outcome::InfraError, "infra_error", "infra error", "◇"},
    OutcomeFacts{Outcome::Flagged, "flagged", "flagged", "⚑"},
};

constexpr std::array outcomeOrder{Outcome::Correct, Outcome::Flagged, Outcome::Wrong,
                                  Outcome::NoBuild, Outcome::Crash,   Outcome::Timeout,
                                  Outcome::Skipped, Outcome::Unknown, Outcome::InfraError};

} // namespace

const VerdictFacts &facts(Verdict verdict)
{
    return verdicts[static_cast<std::size_t>(verdict)];
}

std::span<const VerdictFacts> allVerdicts()
{
    return std::span(verdicts).first<static_cast<std::size_t>(Verdict::Flagged)>();
}

std::optional<Verdict> verdictFromId(std::string_view id)
{
    for (const VerdictFacts &each : verdicts) {
        if (each.id == id)
            return each.verdict;
    }
    return std::nullopt;
}

std::string_view name(Outcome outcome)
{
    return outcomes[static_cast<std::size_t>(outcome)].name;
}

std::string_view label(Outcome outcome)
{
    return outcomes[static_cast<std::size_t>(outcome)].label;
}

std::string_view symbol(Outcome outcome)
{
    return outcomes[static_cast<std::size_t>(outcome)].symbol;
}

std::optional<Outcome> outcomeFromName(std::string_view text)
{
    for (const OutcomeFacts &each : outcomes) {
        if (each.name == text)
            return each.outcome;
    }
    return std::nullopt;
}

std::span<const Outcome> allOutcomes()
{
    return outcomeOrder;
}

std::string_view name(Stage stage)
{
    constexpr std::array<std::string_view, 7> names{"none", "submit", "build", "load",
                                                    "run",  "verify", "time"};
    return names[static_cast<std::size_t>(stage)];
}

bool isFailure(Outcome outcome)
{
    return outcome == Outcome::Wrong || outcome == Outcome::NoBuild || outcome == Outcome::Crash
        || outcome == Outcome::Timeout;
}

bool isJudged(Outcome outcome)
{
    return outcome == Outcome::Correct || outcome == Outcome::Flagged || isFailure(outcome);
}

} // namespace loupe
