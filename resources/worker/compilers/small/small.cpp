// SPDX-License-Identifier: Apache-2.0
// Carries out with torch what abi.h says of tensors: compiled once for each environment, by
// prepare.py. It includes little of torch, because whoever links waits for it: operators without
// their shorthands, and nothing of autograd.
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like_ops.h>
#include <ATen/ops/empty_ops.h>
#include <ATen/ops/ones_like_ops.h>
#include <ATen/ops/ones_ops.h>
#include <ATen/ops/zeros_like_ops.h>
#include <ATen/ops/zeros_ops.h>

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

/// torch::autograd::make_variable for what requires no gradient.
at::Tensor variable(at::Tensor made)
{
    if (made.use_count() > 1 || !made.unsafeGetTensorImpl()->unique_version()) {
        const auto copy = made.unsafeGetTensorImpl()->shallow_copy_and_detach(
            c10::VariableVersion(0), /*allow_tensor_metadata_change=*/true);
        copy->set_autograd_meta(nullptr);
        return at::Tensor(copy);
    }
    made.unsafeGetTensorImpl()->set_allow_tensor_metadata_change(true);
    made.unsafeGetTensorImpl()->set_autograd_meta(nullptr);
    return made;
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
    const at::SymIntArrayRef sizes = c10::fromIntArrayRefSlow(at::IntArrayRef(shape, rank));
    const at::TensorOptions options = optionsOf(given);
    const auto type = c10::optTypeMetaToScalarType(options.dtype_opt());
    const auto layout = options.layout_opt();
    const auto device = options.device_opt();
    const auto pinned = options.pinned_memory_opt();
    const at::AutoDispatchBelowADInplaceOrView guard;
    if (what == 'z')
        return out(variable(at::_ops::zeros::call(sizes, type, layout, device, pinned)));
    if (what == 'o')
        return out(variable(at::_ops::ones::call(sizes, type, layout, device, pinned)));
    return out(variable(
        at::_ops::empty_memory_format::call(sizes, type, layout, device, pinned, std::nullopt)));
}
void *kloupe_small_make_like(void *tensor, char what)
{
    const at::Tensor given = in(tensor);
    const at::AutoDispatchBelowADInplaceOrView guard;
    const auto make = what == 'z' ? &at::_ops::zeros_like::call
        : what == 'o'             ? &at::_ops::ones_like::call
                                  : &at::_ops::empty_like::call;
    return out(variable(
        make(given, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt)));
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
