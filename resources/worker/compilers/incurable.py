# SPDX-License-Identifier: Apache-2.0
"""Errors of a compiler that more of torch's headers cannot mend.

A source that fails with the small interface or the thin headers is compiled again with more of torch,
up to the call as it was asked. That takes seconds, and is in vain where the error is the candidate's
own. It is, where every error of the attempt is of these kinds, which nothing undeclared can bring about
but in the last, where that is what is asked:

1. CUDA's own vector types and dim3, defined by CUDA alone, have no such member;
2. dim3 is made of other numbers than CUDA's three (all of them arithmetic types);
3. a "." or "->" is followed by an operator or a closing bracket, which is no expression in any context;
4. with the thin headers, whose classes are torch's: at::Tensor or a container of the standard library,
   both complete, has no such member;
5. the source declares a name twice in one scope, and adds nothing to torch's namespaces;
6. with the thin headers: x.type() is given to AT_DISPATCH_… of a torch that takes it no more;
7. a name is undefined that occurs in none of all those headers (undeclared.py), as no macro either; with
   the thin headers also one that a namespace does not have.

Why no header can change that. What compiles without error means the same with all of torch: that is
what the small interface and the thin headers promise, and a name they do not know is an error, of
another kind. As the attempt has no such error, all names and so the type before the "." are what they
would be. More headers could only (a) make a macro of the missing member's name: torch's macros have a
capital letter or begin with "_", and the few of the C library and CUDA that do not are not taken; or
(b) choose other code: sources with conditionals of the preprocessor, or which ask whether something
compiles, are not judged here, nor errors inside of an instantiated template.

Everything else is compiled again. The message is the compiler's, and names the candidate's own file and
line. Only nvcc's front end is read; it says at its end how many errors there were.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_ERROR = re.compile(
    r"^(?P<file>[^\n]+)\((?P<line>\d+)\): error(?: #\d+(?:-D)?)?: (?P<text>[^\n]*)\n"
    r"(?P<detail>(?: +argument types are: [^\n]*\n)?)(?P<echo>[^\n]*)\n(?P<caret> *)\^",
    re.MULTILINE,
)
_COUNT = re.compile(r'^(\d+) errors? detected in the compilation of "([^\n]*)"\.$', re.MULTILINE)
_CHOOSES = re.compile(
    r"^[ \t]*#[ \t]*(?:if|el)|\b(?:decltype|declval|enable_if(?:_t)?|requires|concept|void_t)\b"
    r"|\b__has_include\b",
    re.MULTILINE,
)

_NO_MEMBER = re.compile(r'(?:class|struct) "(?:const )?([^"]+)" has no member "([^"]+)"')
_OF_CUDA = re.compile(r"dim3|(?:u?char|u?short|u?int|u?long|u?longlong|float|double)[1-4]")
_COMPLETE = re.compile(r"at::Tensor|std::(?:tuple|pair|vector|array|optional)<.*>")
_PLAIN = re.compile(r"[a-z][a-z0-9_]*")
# Lower-case macros of the C library; CUDA's begin with "cu".
_MACROS = re.compile(
    r"cu.*|st_.*|va_.*|[bl]e\d+toh|hto[bl]e\d+|timer.*|pthread_.*|sched_.*|is[a-z]+|errno|std(?:in|out|err)"
    r"|alloca|assert.*|offsetof|math_errhandling|strn?dupa|major|minor|makedev|signbit|unix|linux"
)

_NO_DIM3 = 'no instance of constructor "dim3::dim3" matches the argument list'
_ARITHMETIC = re.compile(
    r"(?:const )?(?:bool|(?:signed |unsigned )?char|(?:unsigned )?(?:short|int|long|long long)"
    r"|float|double|(?:std::)?u?int(?:8|16|32|64)_t|(?:std::)?size_t)"
)
_NO_TYPE = (
    'no suitable conversion function from "const at::DeprecatedTypeProperties" to "c10::ScalarType" exists'
)
_TWICE = re.compile(r'"[A-Za-z_]\w*" has already been declared in the current scope')
_UNDEFINED = re.compile(r'identifier "([A-Za-z_]\w*)" is undefined')
_NOT_IN_NAMESPACE = re.compile(r'namespace "[\w:]+" has no member "([A-Za-z_]\w*)"')
_ADDS = re.compile(r"\bnamespace\s+(?:torch|at|c10)\b")
_NO_OPERAND = re.compile(r"(?:\.|->)\s*$")


def is_incurable(messages: str, source: str, path: str, is_torchs: bool,
                 no_header_knows: Callable[[set[str]], bool]) -> bool:  # fmt: skip
    """Whether every error of a failed attempt to compile `path` is the candidate's own. is_torchs:
    the classes of torch were torch's, not those of the small interface. no_header_knows: whether none
    of some names occurs in all that the source includes; asked last."""
    counts = _COUNT.findall(messages)
    if len(counts) != 1 or counts[0][1] != path:
        return False
    if _CHOOSES.search(source) or "detected during" in messages or "kloupe_small" in messages:
        return False  # the last would be another message than torch's
    found = list(_ERROR.finditer(messages))
    if len(found) != int(counts[0][0]) or any(each["file"] != path for each in found):
        return False
    unknown = {name for each in found for name in _undefined(each, is_torchs)}
    return all(
        _undefined(each, is_torchs) or _is_own(each, source, is_torchs) for each in found
    ) and (not unknown or no_header_knows(unknown))


def _undefined(error: re.Match[str], is_torchs: bool) -> list[str]:
    """The name that an error calls undefined."""
    match = _UNDEFINED.fullmatch(error["text"])
    if match is None and is_torchs:
        match = _NOT_IN_NAMESPACE.fullmatch(error["text"])
    return [match[1]] if match else []


def _is_own(error: re.Match[str], source: str, is_torchs: bool) -> bool:
    member = _NO_MEMBER.fullmatch(error["text"])
    if member:
        owner, name = member.groups()
        is_known = _OF_CUDA.fullmatch(owner) or (is_torchs and _COMPLETE.fullmatch(owner))
        is_macro = _MACROS.fullmatch(name) or not _PLAIN.fullmatch(name)
        return bool(is_known) and not is_macro
    if error["text"] == _NO_DIM3:
        types = re.fullmatch(r" +argument types are: \((.*)\)\n", error["detail"])
        return types is not None and all(
            _ARITHMETIC.fullmatch(each) for each in types[1].split(", ")
        )
    if error["text"] == _NO_TYPE:
        return is_torchs and error["echo"].strip().endswith("scalar_type(the_type); ;")
    if _TWICE.fullmatch(error["text"]):
        return _ADDS.search(source) is None
    column = len(error["caret"])
    return (
        error["text"] == "expected a member name"
        and error["echo"][column : column + 1] in tuple("+-/%=&|^,;)]}")
        and _NO_OPERAND.search(error["echo"][:column]) is not None
    )
