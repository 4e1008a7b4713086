// SPDX-License-Identifier: Apache-2.0
// Values between Python and abi.h, by the rules of pybind11's casters.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <Python.h>

#include "abi.h"

namespace kloupe_small_python {

/// The arguments of one call, with the tensors that they hold on to.
class Arguments
{
public:
    Arguments() = default;
    ~Arguments();
    Arguments(const Arguments &) = delete;
    Arguments &operator=(const Arguments &) = delete;

    /// Adds an argument; false where it does not fit the kind (see abi.h). converts: also by way of
    /// __int__, __float__ and truth, as pybind11 does once no overload fits without. Throws
    /// ErrorIsSet.
    bool take(char kind, PyObject *given, bool converts);
    const kloupe_small_value *data() const { return m_values.data(); }

private:
    bool takeTensor(PyObject *given, void **handle);
    bool takeList(PyObject *given, kloupe_small_value &value);

    std::vector<kloupe_small_value> m_values;
    std::vector<void *> m_tensors;
    std::deque<std::vector<void *>> m_lists;
};

/// The result as an object of Python; takes over its handles. Null where Python's error is set;
/// throws ErrorIsSet.
PyObject *toPython(char kind, const kloupe_small_value &value);

/// As pybind11 names it in messages.
std::string nameOfArgument(char kind);
std::string nameOfResult(char kind);

} // namespace kloupe_small_python
