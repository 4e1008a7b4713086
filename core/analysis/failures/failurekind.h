// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/errorlog.h"
#include "core/model/verdict.h"

#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// What kind of mistake the first cause of a failure is. A closed list; ids are stored.
enum class FailureKind {
    Syntax,
    UndefinedName,
    MissingAttribute,
    MissingModule,
    WrongArguments,
    WrongType,
    LinkUndefined,
    LaunchResources,
    LaunchConfiguration,
    IllegalAddress,
    MisalignedAddress,
    OutOfMemory,
    DeviceAssertion,
    DataRace,
    UndefinedBehaviour,
    IndexRange,
    ShapeMismatch,
    UnsupportedType,
    NotImplemented,
    Assertion,
    ValueRefused,
    CompilerInternal,
    CompileOther,
    TritonCompile,
    CudaOther,
    PythonOther,
    CutOff,
    WrongValue,
    WrongForm,
    Signal,
    Timeout,
    Resources,
    MissingEntry,
    EmptySubmission,
    RefusedText,
    Endpoint,
    Unexplained,
};

struct FailureKindFacts {
    FailureKind kind;
    std::string_view id;      ///< stable, lower case: "undefined_name"
    std::string_view meaning; ///< one sentence
};

std::span<const FailureKindFacts> allFailureKinds();
const FailureKindFacts &facts(FailureKind kind);

/// The kind that the words of a logged error say.
FailureKind kindOf(const LoggedError &error);
/// What the words alone say, without a log around them; nullopt where they say nothing known.
std::optional<FailureKind> kindOfWords(std::string_view words);
/// What is known where only the verdict is.
FailureKind kindOf(Verdict verdict);

} // namespace loupe
