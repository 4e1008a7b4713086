// SPDX-License-Identifier: Apache-2.0
#include "torchpython.h"

#include <utility>

#include <ATen/core/Tensor.h>

#include "declarations.h" // of torch's own headers, cut by prepare.py

namespace kloupe_small_python {

namespace {

using Pointer = c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;

bool isTensor(PyObject *object)
{
    if (THPVariableClass == nullptr)
        return false;
    if (THPVariable_CheckExact(object))
        return true;
    const int is = PyObject_IsInstance(object, THPVariableClass);
    if (is < 0)
        throw ErrorIsSet();
    return is != 0;
}

} // namespace

bool take(PyObject *object, void **handle)
{
    if (!isTensor(object))
        return false;
    at::Tensor tensor = THPVariable_Unpack(object);
    *handle = tensor.defined() ? tensor.unsafeReleaseTensorImpl() : nullptr;
    return true;
}

PyObject *give(void *handle)
{
    at::Tensor tensor;
    if (handle != nullptr)
        tensor = at::Tensor(Pointer::reclaim(static_cast<c10::TensorImpl *>(handle)));
    PyObject *object = THPVariable_Wrap(std::as_const(tensor));
    if (object == nullptr)
        throw ErrorIsSet();
    return object;
}

void setError(const std::exception_ptr &error)
{
    torch::translate_exception_to_python(error);
}

void callKeepingWarnings(void (*function)(void *), void *argument)
{
    torch::PyWarningHandler warnings;
    try {
        function(argument);
    } catch (...) {
        warnings.set_in_exception();
        throw;
    }
}

} // namespace kloupe_small_python
