// SPDX-License-Identifier: Apache-2.0
//
// Values of constants in Python sources, as far as their text says them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Number in Python: an int or a float.
struct PythonNumber {
    double value = 0;
    bool isInteger = false;

    friend bool operator==(const PythonNumber &, const PythonNumber &) = default;
};

/// Number, or a list or tuple of numbers.
struct PythonNumbers {
    std::vector<PythonNumber> numbers;
    bool isSequence = false;

    friend bool operator==(const PythonNumbers &, const PythonNumbers &) = default;
};

/// Evaluates "16", "64 * 1024", "(2 ** 4, n)" or "[1e-3]" as Python does, without running it.
/// `known` are the values of names. nullopt for texts with calls or other names, and for results
/// that are not finite or not exact.
std::optional<PythonNumbers> pythonNumbers(std::string_view text,
                                           const std::map<std::string, PythonNumbers> &known = {});

} // namespace loupe
