// SPDX-License-Identifier: Apache-2.0
// Carries out abi.h with torch: compiled once for each environment, by prepare.py.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/csrc/utils/pybind.h>

#include "abi.h"

#ifdef KLOUPE_SMALL_CUDA
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>
#endif

#include <memory>
#include <new>
#include <string>
#include <vector>

namespace py = pybind11;

namespace {

c10::TensorImpl *implOf(void *tensor)
{
    return static_cast<c10::TensorImpl *>(tensor);
}

at::Tensor in(void *tensor)
{
    if (tensor == nullptr)
        return {};
    using Pointer = c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
    return at::Tensor(Pointer::reclaim_copy(implOf(tensor)));
}

void *out(at::Tensor tensor)
{
    return tensor.defined() ? tensor.unsafeReleaseTensorImpl() : nullptr;
}

at::TensorOptions optionsOf(const kloupe_small_options &given)
{
    at::TensorOptions options = at::TensorOptions().layout(static_cast<at::Layout>(given.layout));
    if (given.type >= 0)
        options = options.dtype(static_cast<at::ScalarType>(given.type));
    if (given.device >= 0)
        options
            = options.device(at::Device(static_cast<at::DeviceType>(given.device), given.index));
    return options;
}

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
    return at::Tensor(Pointer::reclaim(implOf(tensor)));
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

void *kloupe_small_retain(void *tensor) noexcept
{
    if (tensor != nullptr)
        c10::raw::intrusive_ptr::incref(implOf(tensor));
    return tensor;
}
void kloupe_small_release(void *tensor) noexcept
{
    if (tensor != nullptr)
        adopt(tensor);
}

std::int64_t kloupe_small_dim(void *tensor)
{
    return in(tensor).dim();
}
std::int64_t kloupe_small_numel(void *tensor)
{
    return in(tensor).numel();
}
std::int64_t kloupe_small_size(void *tensor, std::int64_t dimension)
{
    return in(tensor).size(dimension);
}
std::int64_t kloupe_small_stride(void *tensor, std::int64_t dimension)
{
    return in(tensor).stride(dimension);
}
const std::int64_t *kloupe_small_sizes(void *tensor)
{
    return in(tensor).sizes().data();
}
const std::int64_t *kloupe_small_strides(void *tensor)
{
    return in(tensor).strides().data();
}
kloupe_small_options kloupe_small_describe(void *tensor)
{
    const at::Tensor given = in(tensor);
    const at::Device device = given.device();
    return {static_cast<std::int8_t>(given.scalar_type()), static_cast<std::int8_t>(device.type()),
            device.index(), static_cast<std::int8_t>(given.layout())};
}
std::int64_t kloupe_small_get_device(void *tensor)
{
    return in(tensor).get_device();
}
bool kloupe_small_is_contiguous(void *tensor)
{
    return in(tensor).is_contiguous();
}

void *kloupe_small_data(void *tensor, std::int8_t type)
{
    const at::Tensor given = in(tensor);
    switch (static_cast<at::ScalarType>(type)) {
    case at::kByte:
        return given.data_ptr<std::uint8_t>();
    case at::kChar:
        return given.data_ptr<std::int8_t>();
    case at::kShort:
        return given.data_ptr<std::int16_t>();
    case at::kInt:
        return given.data_ptr<std::int32_t>();
    case at::kLong:
        return given.data_ptr<std::int64_t>();
    case at::kFloat:
        return given.data_ptr<float>();
    case at::kDouble:
        return given.data_ptr<double>();
    case at::kBool:
        return given.data_ptr<bool>();
    default:
        TORCH_CHECK(false, "no such element type");
    }
}

void *kloupe_small_contiguous(void *tensor)
{
    return out(in(tensor).contiguous());
}
void *kloupe_small_clone(void *tensor)
{
    return out(in(tensor).clone());
}
void *kloupe_small_view(void *tensor, const std::int64_t *shape, std::size_t rank)
{
    return out(in(tensor).view(at::IntArrayRef(shape, rank)));
}
void *kloupe_small_reshape(void *tensor, const std::int64_t *shape, std::size_t rank)
{
    return out(in(tensor).reshape(at::IntArrayRef(shape, rank)));
}
void *kloupe_small_transpose(void *tensor, std::int64_t a, std::int64_t b)
{
    return out(in(tensor).transpose(a, b));
}
void *kloupe_small_t(void *tensor)
{
    return out(in(tensor).t());
}
void *kloupe_small_to(void *tensor, std::int8_t type)
{
    return out(in(tensor).to(static_cast<at::ScalarType>(type)));
}

// As torch's own for C++ extensions (torch::empty), which tell autograd.
void *kloupe_small_make(const std::int64_t *shape, std::size_t rank, kloupe_small_options given,
                        char what)
{
    const at::IntArrayRef sizes(shape, rank);
    const at::TensorOptions options = optionsOf(given);
    const at::AutoDispatchBelowADInplaceOrView guard;
    at::Tensor made = what == 'z' ? at::zeros(sizes, options)
        : what == 'o'             ? at::ones(sizes, options)
                                  : at::empty(sizes, options);
    return out(torch::autograd::make_variable(std::move(made), false));
}
void *kloupe_small_make_like(void *tensor, char what)
{
    const at::Tensor given = in(tensor);
    const at::AutoDispatchBelowADInplaceOrView guard;
    at::Tensor made = what == 'z' ? at::zeros_like(given)
        : what == 'o'             ? at::ones_like(given)
                                  : at::empty_like(given);
    return out(torch::autograd::make_variable(std::move(made), false));
}

void kloupe_small_fail(const char *function, const char *file, std::uint32_t line,
                       const char *condition, const char *text)
{
    const std::string message = text != nullptr ? std::string(text)
                                                : std::string("Expected ") + condition
            + " to be true, but got false.  (Could this error message be improved?  If so, please "
              "report an enhancement request to PyTorch.)";
    throw c10::Error({function, file, line}, message);
}
void kloupe_small_not_implemented(const char *function, const char *file, std::uint32_t line,
                                  const char *name, std::int8_t type)
{
    throw c10::NotImplementedError({function, file, line},
                                   std::string("\"") + name + "\" not implemented for '"
                                       + c10::toString(static_cast<at::ScalarType>(type)) + "'");
}

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

#ifdef KLOUPE_SMALL_CUDA
void *kloupe_small_current_stream(std::int8_t device)
{
    return c10::cuda::getCurrentCUDAStream(device).stream();
}
void kloupe_small_check_cuda(int error, const char *file, const char *function, std::uint32_t line)
{
    c10::cuda::c10_cuda_check_implementation(error, file, function, line, true);
}
#endif
}
