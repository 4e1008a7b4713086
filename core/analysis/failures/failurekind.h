// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/errorlog.h"
#include "core/model/verdict/verdict.h"

#include <optional>
#include <string_view>

namespace loupe {

/// Kind of mistake that is the first cause of a failure. A closed list; ids are stored.
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

std::string_view name(FailureKind kind); ///< stable, lower case: "undefined_name"

/// Returns the kind that matches the text of a logged error.
FailureKind kindOf(const LoggedError &error);
/// Returns the kind that matches the text without its log; nullopt if no rule matches.
std::optional<FailureKind> kindOfWords(std::string_view words);
/// Returns the kind if only the verdict is known.
FailureKind kindOf(Verdict verdict);

} // namespace loupe
