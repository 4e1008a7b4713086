// SPDX-License-Identifier: Apache-2.0
// A small interface to torch's tensors, in place of <torch/extension.h>: the part that extensions
// use most, with the same names and the same meaning, in a hundredth of the text. Everything is
// done by torch itself, behind the functions of abi.h. What is not here does not compile, and is
// then compiled with torch's own headers; nothing here may accept what those refuse.
#pragma once
#pragma GCC system_header

#include <initializer_list>
#include <type_traits>
#include <utility>
#ifdef KLOUPE_SMALL_LISTS // with std::vector, which costs more than all of this
#include <vector>
#endif

#include "abi.h"

namespace kloupe_small {

// --- element types, devices ------------------------------------------------------------------

enum class ScalarType : std::int8_t {
    Byte = 0,
    Char = 1,
    Short = 2,
    Int = 3,
    Long = 4,
    Half = 5,
    Float = 6,
    Double = 7,
    Bool = 11,
    BFloat16 = 15,
};
using Dtype = ScalarType;
constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char, kInt8 = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short, kInt16 = ScalarType::Short;
constexpr ScalarType kInt = ScalarType::Int, kInt32 = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long, kInt64 = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half, kFloat16 = ScalarType::Half;
constexpr ScalarType kFloat = ScalarType::Float, kFloat32 = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double, kFloat64 = ScalarType::Double;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;

template <typename T>
struct ScalarTypeOf;
template <>
struct ScalarTypeOf<std::uint8_t> {
    static constexpr auto value = kByte;
};
template <>
struct ScalarTypeOf<std::int8_t> {
    static constexpr auto value = kChar;
};
template <>
struct ScalarTypeOf<std::int16_t> {
    static constexpr auto value = kShort;
};
template <>
struct ScalarTypeOf<std::int32_t> {
    static constexpr auto value = kInt;
};
template <>
struct ScalarTypeOf<std::int64_t> {
    static constexpr auto value = kLong;
};
template <>
struct ScalarTypeOf<float> {
    static constexpr auto value = kFloat;
};
template <>
struct ScalarTypeOf<double> {
    static constexpr auto value = kDouble;
};
template <>
struct ScalarTypeOf<bool> {
    static constexpr auto value = kBool;
};

enum class DeviceType : std::int8_t { CPU = 0, CUDA = 1 };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;

class Device
{
public:
    Device(DeviceType type, std::int8_t index = -1) : m_type(type), m_index(index) { }
    DeviceType type() const { return m_type; }
    std::int8_t index() const { return m_index; }
    bool is_cuda() const { return m_type == kCUDA; }
    bool is_cpu() const { return m_type == kCPU; }
    bool operator==(const Device &other) const
    {
        return m_type == other.m_type && m_index == other.m_index;
    }
    bool operator!=(const Device &other) const { return !(*this == other); }

private:
    DeviceType m_type;
    std::int8_t m_index;
};

// --- lists -----------------------------------------------------------------------------------

/// As c10::IntArrayRef.
class IntArrayRef
{
public:
    IntArrayRef() = default;
    IntArrayRef(const std::int64_t *data, std::size_t size) : m_data(data), m_size(size) { }
    IntArrayRef(const std::initializer_list<std::int64_t> &list)
        : m_data(list.begin())
        , m_size(list.size())
    {
    }
    const std::int64_t *data() const { return m_data; }
    std::size_t size() const { return m_size; }
    const std::int64_t *begin() const { return m_data; }
    const std::int64_t *end() const { return m_data + m_size; }
    const std::int64_t &operator[](std::size_t i) const { return m_data[i]; }
#ifdef KLOUPE_SMALL_LISTS
    IntArrayRef(const std::vector<std::int64_t> &list) : IntArrayRef(list.data(), list.size()) { }
    std::vector<std::int64_t> vec() const
    {
        return {begin(), end()};
    }
#endif

private:
    const std::int64_t *m_data = nullptr;
    std::size_t m_size = 0;
};

// --- tensors ---------------------------------------------------------------------------------

/// What torch calls the type of a tensor: here only to ask where it lies and what it holds.
class DeprecatedType
{
public:
    DeprecatedType(ScalarType type, bool isCuda) : m_type(type), m_isCuda(isCuda) { }
    bool is_cuda() const { return m_isCuda; }
    ScalarType scalarType() const { return m_type; }

private:
    ScalarType m_type;
    bool m_isCuda;
};

/// As caffe2::TypeMeta: nothing but comparable with an element type.
class TypeMeta
{
public:
    explicit TypeMeta(ScalarType type) : m_type(type) { }
    ScalarType type() const { return m_type; }
    friend bool operator==(const TypeMeta &a, const TypeMeta &b) { return a.m_type == b.m_type; }
    friend bool operator==(const TypeMeta &a, ScalarType b) { return a.m_type == b; }
    friend bool operator!=(const TypeMeta &a, const TypeMeta &b) { return a.m_type != b.m_type; }
    friend bool operator!=(const TypeMeta &a, ScalarType b) { return a.m_type != b; }

private:
    ScalarType m_type;
};

class TensorOptions
{
public:
    TensorOptions() = default;
    TensorOptions(ScalarType type) { m_options.type = static_cast<std::int8_t>(type); }
    explicit TensorOptions(const kloupe_small_options &options) : m_options(options) { }
    TensorOptions dtype(ScalarType type) const
    {
        TensorOptions out = *this;
        out.m_options.type = static_cast<std::int8_t>(type);
        return out;
    }
    TensorOptions dtype(const TypeMeta &type) const { return dtype(type.type()); }
    TensorOptions device(Device device) const
    {
        TensorOptions out = *this;
        out.m_options.device = static_cast<std::int8_t>(device.type());
        out.m_options.index = device.index();
        return out;
    }
    TensorOptions device(DeviceType type, std::int8_t index = -1) const
    {
        return device(Device(type, index));
    }
    const kloupe_small_options &raw() const { return m_options; }

private:
    kloupe_small_options m_options{-1, -1, -1, 0};
};
inline TensorOptions dtype(ScalarType type)
{
    return TensorOptions().dtype(type);
}
inline TensorOptions device(Device where)
{
    return TensorOptions().device(where);
}

class Tensor
{
public:
    Tensor() = default;
    Tensor(const Tensor &other) : m_handle(kloupe_small_retain(other.m_handle)) { }
    Tensor(Tensor &&other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) { }
    ~Tensor() { kloupe_small_release(m_handle); }
    Tensor &operator=(const Tensor &other) &
    {
        Tensor(other).swap(*this);
        return *this;
    }
    Tensor &operator=(Tensor &&other) &noexcept
    {
        Tensor(std::move(other)).swap(*this);
        return *this;
    }
    static Tensor adopt(void *handle)
    {
        Tensor out;
        out.m_handle = handle;
        return out;
    }
    void *handle() const { return m_handle; }

    bool defined() const { return m_handle != nullptr; }
    std::int64_t dim() const { return kloupe_small_dim(m_handle); }
    std::int64_t ndimension() const { return dim(); }
    std::int64_t numel() const { return kloupe_small_numel(m_handle); }
    std::int64_t size(std::int64_t d) const { return kloupe_small_size(m_handle, d); }
    std::int64_t stride(std::int64_t d) const { return kloupe_small_stride(m_handle, d); }
    IntArrayRef sizes() const
    {
        return {kloupe_small_sizes(m_handle), static_cast<std::size_t>(dim())};
    }
    IntArrayRef strides() const
    {
        return {kloupe_small_strides(m_handle), static_cast<std::size_t>(dim())};
    }
    ScalarType scalar_type() const
    {
        return static_cast<ScalarType>(kloupe_small_describe(m_handle).type);
    }
    TypeMeta dtype() const { return TypeMeta(scalar_type()); }
    Device device() const
    {
        const kloupe_small_options facts = kloupe_small_describe(m_handle);
        return {static_cast<DeviceType>(facts.device), facts.index};
    }
    std::int64_t get_device() const { return kloupe_small_get_device(m_handle); }
    bool is_cuda() const { return device().is_cuda(); }
    DeprecatedType type() const { return {scalar_type(), is_cuda()}; }
    bool is_contiguous() const { return kloupe_small_is_contiguous(m_handle); }
    TensorOptions options() const { return TensorOptions(kloupe_small_describe(m_handle)); }

    template <typename T>
    T *data_ptr() const
    {
        constexpr ScalarType type = ScalarTypeOf<T>::value;
        return static_cast<T *>(kloupe_small_data(m_handle, static_cast<std::int8_t>(type)));
    }
    Tensor contiguous() const { return adopt(kloupe_small_contiguous(m_handle)); }
    Tensor clone() const { return adopt(kloupe_small_clone(m_handle)); }
    Tensor view(IntArrayRef shape) const
    {
        return adopt(kloupe_small_view(m_handle, shape.data(), shape.size()));
    }
    Tensor reshape(IntArrayRef shape) const
    {
        return adopt(kloupe_small_reshape(m_handle, shape.data(), shape.size()));
    }
    Tensor transpose(std::int64_t a, std::int64_t b) const
    {
        return adopt(kloupe_small_transpose(m_handle, a, b));
    }
    Tensor t() const { return adopt(kloupe_small_t(m_handle)); }
    Tensor to(ScalarType type) const
    {
        return adopt(kloupe_small_to(m_handle, static_cast<std::int8_t>(type)));
    }

private:
    void swap(Tensor &other) { std::swap(m_handle, other.m_handle); }

    void *m_handle = nullptr;
};

inline Tensor empty(IntArrayRef shape, const TensorOptions &options = {})
{
    return Tensor::adopt(kloupe_small_make(shape.data(), shape.size(), options.raw(), 'e'));
}
inline Tensor zeros(IntArrayRef shape, const TensorOptions &options = {})
{
    return Tensor::adopt(kloupe_small_make(shape.data(), shape.size(), options.raw(), 'z'));
}
inline Tensor ones(IntArrayRef shape, const TensorOptions &options = {})
{
    return Tensor::adopt(kloupe_small_make(shape.data(), shape.size(), options.raw(), 'o'));
}
inline Tensor empty_like(const Tensor &tensor)
{
    return Tensor::adopt(kloupe_small_make_like(tensor.handle(), 'e'));
}
inline Tensor zeros_like(const Tensor &tensor)
{
    return Tensor::adopt(kloupe_small_make_like(tensor.handle(), 'z'));
}
inline Tensor ones_like(const Tensor &tensor)
{
    return Tensor::adopt(kloupe_small_make_like(tensor.handle(), 'o'));
}

} // namespace kloupe_small

// Aliases, so that whatever adds to torch's namespaces does not compile here.
namespace torch = kloupe_small;
namespace at = kloupe_small;
namespace c10 = kloupe_small;

// --- checks and dispatch ---------------------------------------------------------------------

inline const char *kloupe_small_text()
{
    return nullptr;
}
template <std::size_t N>
const char *kloupe_small_text(const char (&text)[N])
{
    return text;
}

#define TORCH_CHECK(condition, ...)                                                                \
    if (!(condition)) {                                                                            \
        kloupe_small_fail(__func__, __FILE__, static_cast<std::uint32_t>(__LINE__), #condition,    \
                          kloupe_small_text(__VA_ARGS__));                                         \
    }

#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                                                \
    [&] {                                                                                          \
        switch (kloupe_small::dispatched(TYPE)) {                                                  \
        case kloupe_small::ScalarType::Double: {                                                   \
            using scalar_t [[maybe_unused]] = double;                                              \
            return __VA_ARGS__();                                                                  \
        }                                                                                          \
        case kloupe_small::ScalarType::Float: {                                                    \
            using scalar_t [[maybe_unused]] = float;                                               \
            return __VA_ARGS__();                                                                  \
        }                                                                                          \
        default:                                                                                   \
            kloupe_small_not_implemented(                                                          \
                __func__, __FILE__, static_cast<std::uint32_t>(__LINE__), NAME,                    \
                static_cast<std::int8_t>(kloupe_small::dispatched(TYPE)));                         \
        }                                                                                          \
    }()

namespace kloupe_small {
inline ScalarType dispatched(ScalarType type)
{
    return type;
}
#ifdef KLOUPE_SMALL_TYPES // where torch's AT_DISPATCH_… take x.type()
inline ScalarType dispatched(const DeprecatedType &type)
{
    return type.scalarType();
}
#endif
} // namespace kloupe_small
