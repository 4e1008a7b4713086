// SPDX-License-Identifier: Apache-2.0
// Carries out what abi.h says of Python: apart from small.cpp, so that both are compiled at once.
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/utils/pybind.h>

#include "abi.h"

namespace py = pybind11;

namespace {

template <typename T>
bool load(py::handle given, T &value)
{
    py::detail::make_caster<T> caster;
    if (!caster.load(given, true))
        return false;
    value = py::detail::cast_op<T>(caster);
    return true;
}

/// The arguments of one call, with what they hold on to.
struct Arguments {
    std::vector<kloupe_small_value> values;
    std::vector<at::Tensor> tensors;
    std::vector<std::unique_ptr<std::vector<void *>>> lists;

    void *hold(at::Tensor tensor)
    {
        void *handle = tensor.defined() ? tensor.unsafeGetTensorImpl() : nullptr;
        tensors.push_back(std::move(tensor));
        return handle;
    }
    bool take(char kind, py::handle given)
    {
        kloupe_small_value value{};
        bool fits = false;
        switch (kind) {
        case 'O':
            if (given.is_none()) {
                fits = true;
                break;
            }
            [[fallthrough]];
        case 'T': {
            at::Tensor tensor;
            fits = load(given, tensor);
            value.has = fits;
            value.handle = hold(std::move(tensor));
            break;
        }
        case 'V': {
            std::vector<at::Tensor> list;
            fits = load(given, list);
            auto handles = std::make_unique<std::vector<void *>>();
            for (at::Tensor &tensor : list)
                handles->push_back(hold(std::move(tensor)));
            value.handles = handles->data();
            value.count = handles->size();
            lists.push_back(std::move(handles));
            break;
        }
        case 'i': {
            int number = 0;
            fits = load(given, number);
            value.integer = number;
            break;
        }
        case 'l':
            fits = load(given, value.integer);
            break;
        case 'b': {
            bool truth = false;
            fits = load(given, truth);
            value.integer = truth ? 1 : 0;
            break;
        }
        case 'f': {
            float number = 0;
            fits = load(given, number);
            value.number = number;
            break;
        }
        case 'd':
            fits = load(given, value.number);
            break;
        default:
            break;
        }
        values.push_back(value);
        return fits;
    }
};

at::Tensor adopt(void *tensor)
{
    if (tensor == nullptr)
        return {};
    using Pointer = c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
    return at::Tensor(Pointer::reclaim(static_cast<c10::TensorImpl *>(tensor)));
}

py::object toPython(char kind, const kloupe_small_value &value)
{
    switch (kind) {
    case 'T':
        return py::cast(adopt(value.handle));
    case 'V': {
        std::vector<at::Tensor> list;
        for (std::size_t i = 0; i < value.count; ++i)
            list.push_back(adopt(value.handles[i]));
        delete[] value.handles;
        return py::cast(std::move(list));
    }
    case 'i':
    case 'l':
        return py::cast(value.integer);
    case 'b':
        return py::cast(value.integer != 0);
    case 'f':
        return py::cast(static_cast<float>(value.number));
    case 'd':
        return py::cast(value.number);
    default:
        return py::none();
    }
}

} // namespace

extern "C" {

void **kloupe_small_allocate(std::size_t count)
{
    return new void *[count];
}

void kloupe_small_def(void *module, const char *name, const char *text, const char *kinds,
                      void (*function)(), kloupe_small_thunk thunk, bool wrapped)
{
    const std::string signature(kinds);
    const auto perform = [signature, function, thunk](const py::args &given) {
        Arguments arguments;
        bool fits = given.size() + 1 == signature.size();
        for (std::size_t i = 0; fits && i < given.size(); ++i)
            fits = arguments.take(signature[i + 1], given[i]);
        if (!fits)
            throw py::reference_cast_error(); // pybind's own message for arguments that do not fit
        kloupe_small_value result{};
        thunk(function, arguments.values.data(), &result);
        return toPython(signature.front(), result);
    };
    auto *target = static_cast<py::module_ *>(module);
    if (wrapped) {
        target->def(
            name,
            [perform](const py::args &given) -> py::object {
                HANDLE_TH_ERRORS
                return perform(given);
                END_HANDLE_TH_ERRORS_PYBIND
            },
            text);
    } else {
        target->def(name, perform, text);
    }
}

void *kloupe_small_module(const char *name, void (*bind)(void *module))
{
    try {
        py::module_ module
            = py::module_::create_extension_module(name, nullptr, new py::module_::module_def);
        bind(&module);
        return module.release().ptr();
    } catch (py::error_already_set &error) {
        error.restore();
    } catch (const std::exception &error) {
        PyErr_SetString(PyExc_ImportError, error.what());
    }
    return nullptr;
}
}
