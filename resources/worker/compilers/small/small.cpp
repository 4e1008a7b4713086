// SPDX-License-Identifier: Apache-2.0
// Carries out with torch what abi.h says of tensors: compiled once for each environment, by
// prepare.py.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/autograd/variable.h>

#include "abi.h"

#ifdef KLOUPE_SMALL_CUDA
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>
#endif

#include <string>

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

at::Tensor adopt(void *tensor)
{
    if (tensor == nullptr)
        return {};
    using Pointer = c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
    return at::Tensor(Pointer::reclaim(implOf(tensor)));
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
