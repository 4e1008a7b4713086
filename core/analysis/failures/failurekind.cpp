// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failurekind.h"

#include "core/base/asciicase.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace loupe {

namespace {

/// Names of the kinds, in the order of the enum.
constexpr std::array<std::string_view, static_cast<std::size_t>(FailureKind::Unexplained) + 1>
    kindNames{"syntax",
              "undefined_name",
              "missing_attribute",
              "missing_module",
              "wrong_arguments",
              "wrong_type",
              "link_undefined",
              "launch_resources",
              "launch_configuration",
              "illegal_address",
              "misaligned_address",
              "out_of_memory",
              "device_assertion",
              "data_race",
              "undefined_behaviour",
              "index_range",
              "shape_mismatch",
              "unsupported_type",
              "not_implemented",
              "assertion",
              "value_refused",
              "compiler_internal",
              "compile_other",
              "triton_compile",
              "cuda_other",
              "python_other",
              "cut_off",
              "wrong_value",
              "wrong_form",
              "signal",
              "timeout",
              "resources",
              "missing_entry",
              "empty_submission",
              "refused_text",
              "endpoint",
              "unexplained"};

struct WordRule {
    std::string_view words; ///< lower case
    FailureKind kind;
};

/// The first match in the lower-case text counts, so special rules precede general ones.
constexpr std::array wordRules{
    WordRule{"forget to add @triton.jit", FailureKind::TritonCompile},
    WordRule{"internal compiler error", FailureKind::CompilerInternal},
    WordRule{"out of resource", FailureKind::LaunchResources},
    WordRule{"too many resources requested", FailureKind::LaunchResources},
    WordRule{"uses too much shared data", FailureKind::LaunchResources},
    WordRule{"exceeds shared memory", FailureKind::LaunchResources},
    WordRule{"invalid configuration argument", FailureKind::LaunchConfiguration},
    WordRule{"out of memory", FailureKind::OutOfMemory},
    WordRule{"bad_alloc", FailureKind::OutOfMemory},
    WordRule{"memoryerror", FailureKind::OutOfMemory},
    WordRule{"misaligned address", FailureKind::MisalignedAddress},
    WordRule{"misaligned ", FailureKind::MisalignedAddress},
    WordRule{"illegal memory access", FailureKind::IllegalAddress},
    WordRule{"illegal address", FailureKind::IllegalAddress},
    WordRule{"heap-buffer-overflow", FailureKind::IllegalAddress},
    WordRule{"stack-buffer-overflow", FailureKind::IllegalAddress},
    WordRule{"global-buffer-overflow", FailureKind::IllegalAddress},
    WordRule{"use-after-free", FailureKind::IllegalAddress},
    WordRule{"invalid __global__", FailureKind::IllegalAddress},
    WordRule{"invalid __shared__", FailureKind::IllegalAddress},
    WordRule{"invalid __local__", FailureKind::IllegalAddress},
    WordRule{"segmentation fault", FailureKind::IllegalAddress},
    WordRule{"device-side assert", FailureKind::DeviceAssertion},
    WordRule{"data race", FailureKind::DataRace},
    WordRule{"race reported", FailureKind::DataRace},
    WordRule{"undefined reference", FailureKind::LinkUndefined},
    WordRule{"undefined symbol", FailureKind::LinkUndefined},
    WordRule{"multiple definition of", FailureKind::LinkUndefined},
    WordRule{"no such file or directory", FailureKind::MissingModule},
    WordRule{"modulenotfounderror", FailureKind::MissingModule},
    WordRule{"importerror", FailureKind::MissingModule},
    WordRule{"cannot open source file", FailureKind::MissingModule},
    WordRule{"cannot find -l", FailureKind::MissingModule},
    WordRule{"syntaxerror", FailureKind::Syntax},
    WordRule{"syntax error", FailureKind::Syntax},
    WordRule{"indentationerror", FailureKind::Syntax},
    WordRule{"taberror", FailureKind::Syntax},
    WordRule{"unterminated", FailureKind::Syntax},
    WordRule{"expected an expression", FailureKind::Syntax},
    WordRule{"expected a \"", FailureKind::Syntax},
    WordRule{"expected ';'", FailureKind::Syntax},
    WordRule{"expected unqualified-id", FailureKind::Syntax},
    WordRule{"expected primary-expression", FailureKind::Syntax},
    WordRule{"has no attribute", FailureKind::MissingAttribute},
    WordRule{"has no member", FailureKind::MissingAttribute},
    WordRule{"no member named", FailureKind::MissingAttribute},
    WordRule{"is not a member of", FailureKind::MissingAttribute},
    WordRule{"was not declared", FailureKind::UndefinedName},
    WordRule{"undeclared identifier", FailureKind::UndefinedName},
    WordRule{" is undefined", FailureKind::UndefinedName},
    WordRule{"is not defined", FailureKind::UndefinedName},
    WordRule{"nameerror", FailureKind::UndefinedName},
    WordRule{"unboundlocalerror", FailureKind::UndefinedName},
    WordRule{"does not name a type", FailureKind::UndefinedName},
    WordRule{"incompatible function arguments", FailureKind::WrongArguments},
    WordRule{"unexpected keyword argument", FailureKind::WrongArguments},
    WordRule{"missing a required argument", FailureKind::WrongArguments},
    WordRule{"positional argument", FailureKind::WrongArguments},
    WordRule{"no matching function", FailureKind::WrongArguments},
    WordRule{"no instance of", FailureKind::WrongArguments},
    WordRule{"too few arguments", FailureKind::WrongArguments},
    WordRule{"too many arguments", FailureKind::WrongArguments},
    WordRule{"dynamic_func() ", FailureKind::WrongArguments},
    WordRule{"out of range", FailureKind::IndexRange},
    WordRule{"out of bounds", FailureKind::IndexRange},
    WordRule{"indexerror", FailureKind::IndexRange},
    WordRule{"shapes cannot be multiplied", FailureKind::ShapeMismatch},
    WordRule{"size mismatch", FailureKind::ShapeMismatch},
    WordRule{"must match the size of tensor", FailureKind::ShapeMismatch},
    WordRule{"incompatible dimensions", FailureKind::ShapeMismatch},
    WordRule{"cannot make_shape_compatible", FailureKind::ShapeMismatch},
    WordRule{"shape", FailureKind::ShapeMismatch},
    WordRule{"-dimensional", FailureKind::ShapeMismatch},
    WordRule{"must be 1d", FailureKind::ShapeMismatch},
    WordRule{"not implemented for", FailureKind::UnsupportedType},
    WordRule{"unsupported dtype", FailureKind::UnsupportedType},
    WordRule{"unsupported data type", FailureKind::UnsupportedType},
    WordRule{"keyerror: 'complex", FailureKind::UnsupportedType},
    WordRule{"keyerror: 'float", FailureKind::UnsupportedType},
    WordRule{"keyerror: 'bfloat", FailureKind::UnsupportedType},
    WordRule{"keyerror: 'int", FailureKind::UnsupportedType},
    WordRule{"keyerror: 'bool", FailureKind::UnsupportedType},
    WordRule{"notimplementederror", FailureKind::NotImplemented},
    WordRule{"not supported", FailureKind::NotImplemented},
    WordRule{"unsupported", FailureKind::NotImplemented},
    WordRule{"incompatible with parameter of type", FailureKind::WrongType},
    WordRule{"cannot convert", FailureKind::WrongType},
    WordRule{"no suitable conversion", FailureKind::WrongType},
    WordRule{"invalid conversion", FailureKind::WrongType},
    WordRule{"typeerror", FailureKind::WrongType},
    WordRule{"incompatible type", FailureKind::WrongType},
    WordRule{"expected scalar type", FailureKind::WrongType},
    WordRule{"assertionerror", FailureKind::Assertion},
    WordRule{"assertion", FailureKind::Assertion},
    WordRule{"attributeerror", FailureKind::MissingAttribute},
    WordRule{"valueerror", FailureKind::ValueRefused},
    WordRule{"outside of the scope of a kernel", FailureKind::TritonCompile},
    WordRule{"of the following scalar types", FailureKind::WrongType},
    WordRule{"must be contiguous", FailureKind::ValueRefused},
    WordRule{"to be on the same device", FailureKind::ValueRefused},
    WordRule{", expected input[", FailureKind::ShapeMismatch},
    WordRule{"error building extension", FailureKind::CompileOther},
};

} // namespace

std::string_view name(FailureKind kind)
{
    return kindNames[static_cast<std::size_t>(kind)];
}

std::optional<FailureKind> kindOfWords(std::string_view words)
{
    const std::string text = lowered(words);
    for (const WordRule &rule : wordRules) {
        if (text.find(rule.words) != std::string::npos)
            return rule.kind;
    }
    return std::nullopt;
}

FailureKind kindOf(const LoggedError &error)
{
    if (error.isCutOff)
        return FailureKind::CutOff;
    if (const auto kind = kindOfWords(error.diagnostic.message))
        return *kind;
    switch (error.voice) {
    case ErrorVoice::Compiler:
        return FailureKind::CompileOther;
    case ErrorVoice::Python:
        return FailureKind::PythonOther;
    case ErrorVoice::Triton:
        return FailureKind::TritonCompile;
    case ErrorVoice::CudaRuntime:
        return FailureKind::CudaOther;
    case ErrorVoice::Sanitizer:
        return FailureKind::UndefinedBehaviour;
    }
    return FailureKind::Unexplained;
}

FailureKind kindOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::WrongShape:
    case Verdict::WrongDtype:
    case Verdict::WrongStructure:
        return FailureKind::WrongForm;
    case Verdict::OutOfBounds:
        return FailureKind::IllegalAddress;
    case Verdict::OutOfMemory:
        return FailureKind::OutOfMemory;
    case Verdict::Crashed:
        return FailureKind::Signal;
    case Verdict::TooManyProcesses:
    case Verdict::OutputFlood:
        return FailureKind::Resources;
    case Verdict::EmptySubmission:
        return FailureKind::EmptySubmission;
    case Verdict::LinkError:
    case Verdict::MissingSymbol:
        return FailureKind::LinkUndefined;
    default:
        break;
    }
    switch (outcomeOf(verdict)) {
    case Outcome::Wrong:
        return FailureKind::WrongValue;
    case Outcome::Timeout:
        return FailureKind::Timeout;
    default:
        return FailureKind::Unexplained;
    }
}

} // namespace loupe
