// SPDX-License-Identifier: Apache-2.0
// What smallbind.cpp needs of torch's own Python module; carried out by torchpython.cpp, so that
// the one is compiled without torch's headers and the other without pybind11's.
#pragma once

#include <exception>

#include <Python.h>

namespace kloupe_small_python {

/// Thrown where Python's error is set already.
struct ErrorIsSet {
};

/// Whether it is a tensor of Python; `handle` then counts one reference more, see abi.h. Throws
/// ErrorIsSet.
bool take(PyObject *object, void **handle);
/// The tensor of Python for a handle, whose reference it takes over. Throws ErrorIsSet.
PyObject *give(void *handle);
/// Sets Python's error as torch's own functions do.
void setError(const std::exception_ptr &error);
/// Calls `function` where warnings of torch are kept until the call is through, and are then
/// warnings of Python; as torch::wrap_pybind_function. Throws what `function` throws, or
/// an exception for setError() where a warning is an error.
void callKeepingWarnings(void (*function)(void *), void *argument);

} // namespace kloupe_small_python
