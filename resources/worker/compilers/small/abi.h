// SPDX-License-Identifier: Apache-2.0
// What stands between extensions compiled with small.h and torch: functions that small.cpp, which
// is compiled once for each environment, carries out with torch's own. A handle is a counted
// reference to a tensor; null stands for an undefined one. All but the first two throw what torch
// throws.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

/// Element type, kind of device and its index; -1 where it is not given; torch's layout.
struct kloupe_small_options {
    std::int8_t type;
    std::int8_t device;
    std::int8_t index;
    std::int8_t layout;
};

void *kloupe_small_retain(void *tensor) noexcept;
void kloupe_small_release(void *tensor) noexcept;

std::int64_t kloupe_small_dim(void *tensor);
std::int64_t kloupe_small_numel(void *tensor);
std::int64_t kloupe_small_size(void *tensor, std::int64_t dimension);
std::int64_t kloupe_small_stride(void *tensor, std::int64_t dimension);
const std::int64_t *kloupe_small_sizes(void *tensor);
const std::int64_t *kloupe_small_strides(void *tensor);
kloupe_small_options kloupe_small_describe(void *tensor);
std::int64_t kloupe_small_get_device(void *tensor);
bool kloupe_small_is_contiguous(void *tensor);
/// Refuses a tensor of another element type.
void *kloupe_small_data(void *tensor, std::int8_t type);

void *kloupe_small_contiguous(void *tensor);
void *kloupe_small_clone(void *tensor);
void *kloupe_small_view(void *tensor, const std::int64_t *shape, std::size_t rank);
void *kloupe_small_reshape(void *tensor, const std::int64_t *shape, std::size_t rank);
void *kloupe_small_transpose(void *tensor, std::int64_t a, std::int64_t b);
void *kloupe_small_t(void *tensor);
void *kloupe_small_to(void *tensor, std::int8_t type);
/// what: 'e' empty, 'z' zeros, 'o' ones.
void *kloupe_small_make(const std::int64_t *shape, std::size_t rank, kloupe_small_options options,
                        char what);
void *kloupe_small_make_like(void *tensor, char what);

/// text: null where the check has none.
[[noreturn]] void kloupe_small_fail(const char *function, const char *file, std::uint32_t line,
                                    const char *condition, const char *text);
[[noreturn]] void kloupe_small_not_implemented(const char *function, const char *file,
                                               std::uint32_t line, const char *name,
                                               std::int8_t type);

/// One argument or result. Kinds: 'T' tensor and 'O' optional tensor (handle, has), 'V' list of
/// tensors (handles, count), 'i' int, 'l' 64-bit integer (integer), 'f' float, 'd' double (number),
/// 'b' bool (integer), 'v' nothing.
struct kloupe_small_value {
    std::int64_t integer;
    double number;
    void *handle;
    void **handles;
    std::size_t count;
    bool has;
};

/// Calls `function` with arguments that the caller owns; the result's handles go to the caller,
/// who releases `handles` with kloupe_small_free.
typedef void (*kloupe_small_thunk)(void (*function)(), const kloupe_small_value *arguments,
                                   kloupe_small_value *result);
void **kloupe_small_allocate(std::size_t count);
/// kinds: the result's, then one for each argument. wrapped: as torch::wrap_pybind_function.
void kloupe_small_def(void *module, const char *name, const char *text, const char *kinds,
                      void (*function)(), kloupe_small_thunk thunk, bool wrapped);
/// What PyInit_… returns.
void *kloupe_small_module(const char *name, void (*bind)(void *module));

void *kloupe_small_current_stream(std::int8_t device);
void kloupe_small_check_cuda(int error, const char *file, const char *function, std::uint32_t line);
}
