// SPDX-License-Identifier: Apache-2.0
// PYBIND11_MODULE and m.def() for functions of tensors and numbers; see small.h.
#pragma once
#pragma GCC system_header

#include <optional>
#include <tuple>

#include "small.h"

namespace kloupe_small {

template <typename T>
struct Slot; ///< no member: a type that is not offered here
template <>
struct Slot<Tensor> {
    static constexpr char kind = 'T';
    static Tensor in(const kloupe_small_value &value)
    {
        return Tensor::adopt(kloupe_small_retain(value.handle));
    }
    static void out(kloupe_small_value &value, const Tensor &tensor)
    {
        value.handle = kloupe_small_retain(tensor.handle());
    }
};
template <>
struct Slot<std::optional<Tensor>> {
    static constexpr char kind = 'O';
    static std::optional<Tensor> in(const kloupe_small_value &value)
    {
        return value.has ? std::optional<Tensor>(Slot<Tensor>::in(value)) : std::nullopt;
    }
};
#ifdef KLOUPE_SMALL_LISTS
template <>
struct Slot<std::vector<Tensor>> {
    static constexpr char kind = 'V';
    static std::vector<Tensor> in(const kloupe_small_value &value)
    {
        std::vector<Tensor> out;
        for (std::size_t i = 0; i < value.count; ++i)
            out.push_back(Tensor::adopt(kloupe_small_retain(value.handles[i])));
        return out;
    }
    static void out(kloupe_small_value &value, const std::vector<Tensor> &list)
    {
        value.handles = kloupe_small_allocate(list.size());
        value.count = list.size();
        for (std::size_t i = 0; i < list.size(); ++i)
            value.handles[i] = kloupe_small_retain(list[i].handle());
    }
};
#endif
template <typename T, char Kind>
struct IntegerSlot {
    static constexpr char kind = Kind;
    static T in(const kloupe_small_value &value) { return static_cast<T>(value.integer); }
    static void out(kloupe_small_value &value, T given) { value.integer = given; }
};
template <typename T, char Kind>
struct NumberSlot {
    static constexpr char kind = Kind;
    static T in(const kloupe_small_value &value) { return static_cast<T>(value.number); }
    static void out(kloupe_small_value &value, T given) { value.number = given; }
};
template <>
struct Slot<int> : IntegerSlot<int, 'i'> {
};
template <>
struct Slot<std::int64_t> : IntegerSlot<std::int64_t, 'l'> {
};
template <>
struct Slot<bool> : IntegerSlot<bool, 'b'> {
};
template <>
struct Slot<float> : NumberSlot<float, 'f'> {
};
template <>
struct Slot<double> : NumberSlot<double, 'd'> {
};
template <>
struct Slot<void> {
    static constexpr char kind = 'v';
};

template <typename T>
using SlotOf = Slot<std::remove_cv_t<std::remove_reference_t<T>>>;

template <typename R, typename... A>
struct Caller {
    static constexpr char kinds[] = {SlotOf<R>::kind, SlotOf<A>::kind..., '\0'};
    using Function = R (*)(A...);

    template <std::size_t... I>
    static void call(Function function, const kloupe_small_value *given, kloupe_small_value *result,
                     std::index_sequence<I...>)
    {
        // References are to these, as they would be to what a binding holds.
        std::tuple<std::remove_cv_t<std::remove_reference_t<A>>...> values{
            SlotOf<A>::in(given[I])...};
        if constexpr (std::is_void_v<R>)
            function(static_cast<A>(std::get<I>(values))...);
        else
            SlotOf<R>::out(*result, function(static_cast<A>(std::get<I>(values))...));
        (void)values;
        (void)given;
        (void)result;
    }
    static void thunk(void (*function)(), const kloupe_small_value *given,
                      kloupe_small_value *result)
    {
        call(reinterpret_cast<Function>(function), given, result,
             std::make_index_sequence<sizeof...(A)>{});
    }
};

template <typename R, typename... A>
struct Wrapped {
    R (*function)(A...);
};
template <typename R, typename... A>
Wrapped<R, A...> wrap_pybind_function(R (*function)(A...))
{
    return {function};
}

class Module
{
public:
    explicit Module(void *module) : m_module(module) { }
    template <typename R, typename... A>
    Module &def(const char *name, R (*function)(A...), const char *text = "")
    {
        kloupe_small_def(m_module, name, text, Caller<R, A...>::kinds,
                         reinterpret_cast<void (*)()>(function), &Caller<R, A...>::thunk, false);
        return *this;
    }
    template <typename R, typename... A>
    Module &def(const char *name, Wrapped<R, A...> wrapped, const char *text = "")
    {
        kloupe_small_def(m_module, name, text, Caller<R, A...>::kinds,
                         reinterpret_cast<void (*)()>(wrapped.function), &Caller<R, A...>::thunk,
                         true);
        return *this;
    }

private:
    void *m_module;
};

} // namespace kloupe_small

#define KLOUPE_SMALL_MODULE(name, variable)                                                        \
    static void kloupe_small_bind_##name(kloupe_small::Module &variable);                          \
    extern "C" __attribute__((visibility("default"))) void *PyInit_##name()                        \
    {                                                                                              \
        return kloupe_small_module(#name, [](void *module) {                                       \
            kloupe_small::Module given(module);                                                    \
            kloupe_small_bind_##name(given);                                                       \
        });                                                                                        \
    }                                                                                              \
    static void kloupe_small_bind_##name(kloupe_small::Module &variable)
#define KLOUPE_SMALL_EXPANDED(name, variable) KLOUPE_SMALL_MODULE(name, variable)
#define PYBIND11_MODULE(name, variable) KLOUPE_SMALL_EXPANDED(name, variable)
