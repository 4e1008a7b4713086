// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/kernel.h"

#include "app/kloupe-host/faults.h"

#include <array>
#include <cstring>
#include <new>
#include <system_error>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::int32_t maxAxes = 32;

/// Copies from any address through a pipe: for unmapped memory the system call fails instead of the
/// process. `bytes` must fit in a pipe's buffer.
bool copyFromAnywhere(const void *from, void *to, std::size_t bytes)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return false;
    const auto wanted = static_cast<ssize_t>(bytes);
    const bool isCopied
        = write(ends[1], from, bytes) == wanted && read(ends[0], to, bytes) == wanted;
    close(ends[0]);
    close(ends[1]);
    return isCopied;
}

/// Tensors of one call, as the candidate sees them. It may overwrite the copies of the shapes.
class CallTensors
{
public:
    CallTensors(std::span<const TensorSpec> specs, std::span<std::byte *const> data,
                DLDevice device)
        : m_specs(specs)
        , m_shapes(specs.size())
        , m_tensors(specs.size())
    {
        for (std::size_t i = 0; i < specs.size(); ++i) {
            const DeclaredDtype dtype = declaredDtype(specs[i].dtype);
            m_shapes[i] = specs[i].shape;
            DLTensor &tensor = m_tensors[i];
            tensor = {};
            tensor.data = data[i];
            tensor.device = device;
            tensor.ndim = static_cast<std::int32_t>(m_shapes[i].size());
            tensor.dtype
                = {static_cast<std::uint8_t>(dtype.code), static_cast<std::uint8_t>(dtype.bits), 1};
            tensor.shape = m_shapes[i].data();
        }
    }

    DLTensor *data() { return m_tensors.data(); }
    std::int32_t count() const { return static_cast<std::int32_t>(m_tensors.size()); }

    bool isChanged() const
    {
        for (std::size_t i = 0; i < m_tensors.size(); ++i) {
            const DLTensor &tensor = m_tensors[i];
            const DeclaredDtype dtype = declaredDtype(m_specs[i].dtype);
            if (tensor.dtype.code != dtype.code || tensor.dtype.bits != dtype.bits
                || tensor.dtype.lanes != 1 || tensor.shape != m_shapes[i].data()
                || tensor.ndim != static_cast<std::int32_t>(m_specs[i].shape.size())
                || m_shapes[i] != m_specs[i].shape)
                return true;
        }
        return false;
    }

    Json declared() const
    {
        Json list = Json::array();
        for (const DLTensor &tensor : m_tensors)
            list.push_back({{"dtype", {tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes}},
                            {"shape", declaredShape(tensor)}});
        return list;
    }

private:
    /// Copies the shape without faulting, because the candidate may have set the pointer to
    /// anything.
    static Json declaredShape(const DLTensor &tensor)
    {
        if (tensor.ndim < 0 || tensor.ndim > maxAxes)
            return Json{{}};
        std::vector<std::int64_t> shape(static_cast<std::size_t>(tensor.ndim));
        const std::size_t bytes = shape.size() * sizeof(std::int64_t);
        if (bytes > 0 && !copyFromAnywhere(tensor.shape, shape.data(), bytes))
            return Json{{}};
        return shape;
    }

    std::span<const TensorSpec> m_specs;
    std::vector<std::vector<std::int64_t>> m_shapes;
    std::vector<DLTensor> m_tensors;
};

Json exception(const char *kind, const char *what)
{
    return {{"exception", kind}, {"what", what}};
}

} // namespace

std::vector<std::byte *> placesOf(const TensorArena &arena)
{
    std::vector<std::byte *> places;
    for (std::size_t i = 0; i < arena.count(); ++i)
        places.push_back(const_cast<std::byte *>(arena.bytes(i).data()));
    return places;
}

Kernel Kernel::load(const char *library, Json &answer)
{
    Kernel kernel;
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char *why = dlerror(); // NOLINT(concurrency-mt-unsafe): no other thread yet
        answer = {{"load_error", why == nullptr ? "" : why}};
        return kernel;
    }
    kernel.m_entry = reinterpret_cast<Entry>(dlsym(handle, "loupe_kernel"));
    kernel.m_lastError = reinterpret_cast<int (*)()>(dlsym(handle, "loupe_last_cuda_error"));
    answer = kernel ? Json{{"ready", true}} : Json{{"missing_symbol", true}};
    return kernel;
}

Json Kernel::call(const HostTrial &trial, const TensorArena &inputs, TensorArena &outputs) const
{
    const std::vector<std::byte *> in = placesOf(inputs);
    const std::vector<std::byte *> out = placesOf(outputs);
    return call(trial, {{kDLCPU, 0}, nullptr, in, out});
}

Json Kernel::callOnSlots(const HostTrial &trial, std::span<std::byte *const> inputs,
                         std::span<std::byte *const> outputs, CallRange range) const
{
    const std::size_t in = trial.inputs.size();
    const std::size_t out = trial.outputs.size();
    const std::size_t slots = out == 0 ? 1 : outputs.size() / out;
    const Json good{{"returned", 0}};
    Json answer = good;
    for (std::size_t i = 0; i < range.count && answer == good; ++i) {
        const std::size_t slot = range.slot(i, slots);
        answer = call(trial,
                      {{kDLCPU, 0},
                       nullptr,
                       inputs.subspan(slot * in, in),
                       outputs.subspan(slot * out, out)});
    }
    return answer;
}

Json Kernel::call(const HostTrial &trial, const CallTarget &place) const
{
    try {
        CallTensors in(trial.inputs, place.inputs, place.device);
        CallTensors out(trial.outputs, place.outputs, place.device);
        const std::vector<double> attributes = trial.attributes;
        const LoupeCall call{LOUPE_ABI_VERSION, in.count(),
                             in.data(),         out.count(),
                             out.data(),        static_cast<std::int32_t>(attributes.size()),
                             attributes.data(), place.stream};
        const std::int32_t code = m_entry(&call);
        if (code == 0 && out.isChanged())
            return {{"returned", code}, {"declared", out.declared()}};
        return {{"returned", code}};
    } catch (const std::bad_alloc &error) {
        return exception("memory", error.what());
    } catch (const std::system_error &error) {
        const bool isLimit = error.code() == std::errc::resource_unavailable_try_again;
        return exception(isLimit ? "processes" : "other", error.what());
    } catch (const std::exception &error) {
        return exception("other", error.what());
    } catch (...) {
        return exception("other", "not a std::exception");
    }
}

} // namespace loupe
