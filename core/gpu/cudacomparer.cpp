// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/cudacomparer.h"

#include "core/gpu/devicecomparison.h"
#include "core/gpu/devicememory.h"
#include "core/judge/comparisonsummary.h"

#include <array>

#include <cuda_runtime_api.h>

namespace loupe {

namespace {

class OpenTensors final : public ReadableTensors
{
public:
    OpenTensors(std::vector<TensorSpec> specs, int ordinal, DeviceMapping mapping,
                DeviceBuffer copy)
        : m_specs(std::move(specs))
        , m_layout(deviceLayout(m_specs))
        , m_ordinal(ordinal)
        , m_mapping(std::move(mapping))
        , m_copy(std::move(copy))
    {
    }
    const std::vector<TensorSpec> &specs() const override { return m_specs; }
    int ordinal() const { return m_ordinal; }
    const std::byte *data(std::size_t i) const
    {
        const std::byte *all = m_copy.data() != nullptr ? m_copy.data() : m_mapping.data();
        return all + m_layout.offsets[i];
    }

private:
    std::vector<TensorSpec> m_specs;
    DeviceLayout m_layout;
    int m_ordinal;
    DeviceMapping m_mapping;
    DeviceBuffer m_copy;
};

Status fetchElement(DType dtype, const std::byte *tensor, std::int64_t i, std::byte *into)
{
    const auto size = static_cast<std::size_t>(byteSize(dtype));
    const cudaError_t failed
        = cudaMemcpy(into, tensor + i * byteSize(dtype), size, cudaMemcpyDeviceToHost);
    if (failed != cudaSuccess)
        return cudaFailure(failed, "fetching an element");
    return {};
}

/// Returns an element as a double; of a complex number the real part.
Result<double> elementAt(DType dtype, const std::byte *tensor, std::int64_t i)
{
    std::array<std::byte, 16> element{};
    if (Status fetched = fetchElement(dtype, tensor, i, element.data()); !fetched)
        return fetched.error();
    const auto size = static_cast<std::size_t>(byteSize(dtype));
    return widened(dtype, std::span(element).first(size)).front();
}

class CudaComparer final : public DeviceComparer
{
public:
    DeviceCapability capability(const std::string &device) override
    {
        DeviceCapability out;
        const std::optional<int> ordinal = cudaOrdinal(device);
        Status usable = ordinal
            ? canPassMemory(*ordinal)
            : Status(Error{Errc::Unsupported, device + " is not a GPU of NVIDIA's"});
        if (usable)
            usable = useDevice(*ordinal);
        std::size_t free = 0;
        std::size_t total = 0;
        cudaDeviceProp properties = {};
        if (usable
            && (cudaMemGetInfo(&free, &total) != cudaSuccess
                || cudaGetDeviceProperties(&properties, *ordinal) != cudaSuccess))
            usable = Error{Errc::Environment, "CUDA does not describe the GPU"};
        out.canCompare = static_cast<bool>(usable);
        if (!usable) {
            out.reason = usable.error().message;
            return out;
        }
        out.name = properties.name;
        out.computeCapability
            = std::to_string(properties.major) + "." + std::to_string(properties.minor);
        out.freeBytes = static_cast<std::int64_t>(free);
        out.totalBytes = static_cast<std::int64_t>(total);
        return out;
    }

    Result<std::unique_ptr<ReadableTensors>> open(DeviceTensors tensors, Keep keep) override
    {
        const std::optional<int> ordinal = cudaOrdinal(tensors.device);
        if (!ordinal)
            return Error{Errc::Internal, "there is no device " + tensors.device};
        if (Status usable = canPassMemory(*ordinal); !usable)
            return usable.error();
        if (Status started = useDevice(*ordinal); !started)
            return started.error();
        const Result<std::size_t> page = devicePageBytes(*ordinal);
        if (!page)
            return page.error();
        const DeviceLayout layout = deviceLayout(tensors.specs);
        const auto bytes = static_cast<std::size_t>(layout.bytes(static_cast<std::int64_t>(*page)));
        Result<DeviceMapping> mapping = DeviceMapping::map(*ordinal, tensors.memory.get(), bytes);
        if (!mapping)
            return mapping.error();
        DeviceBuffer copy;
        if (keep == Keep::Copied) {
            const auto used = static_cast<std::size_t>(layout.dataBytes);
            Result<DeviceBuffer> allocated = DeviceBuffer::allocate(used);
            if (!allocated)
                return allocated.error();
            copy = std::move(allocated).value();
            if (const cudaError_t failed
                = cudaMemcpy(copy.data(), mapping->data(), used, cudaMemcpyDeviceToDevice);
                failed != cudaSuccess)
                return cudaFailure(failed, "copying a result");
        }
        return {std::make_unique<OpenTensors>(std::move(tensors.specs), *ordinal,
                                              std::move(mapping).value(), std::move(copy))};
    }

    Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                     const ReadableTensors &expected, std::size_t i,
                                     const ReadableTensors &actual, std::size_t j) override
    {
        // Only this class creates ReadableTensors.
        const auto &wanted = dynamic_cast<const OpenTensors &>(expected);
        const auto &got = dynamic_cast<const OpenTensors &>(actual);
        if (Status used = useDevice(wanted.ordinal()); !used)
            return used.error();
        const TensorSpec &wantedSpec = wanted.specs()[i];
        const TensorSpec &gotSpec = got.specs()[j];
        if (wantedSpec.dtype == gotSpec.dtype)
            return compareAlike(spec, rule, wanted.data(i), got.data(j));
        const Result<DeviceBuffer> wide = widenedCopy(wantedSpec, wanted.data(i));
        if (!wide)
            return wide.error();
        const Result<DeviceBuffer> other = widenedCopy(gotSpec, got.data(j));
        if (!other)
            return other.error();
        return compareAlike(spec, rule, wide->data(), other->data());
    }

    Result<std::vector<std::byte>> elements(const ReadableTensors &tensors, std::size_t i,
                                            std::span<const std::int64_t> places) override
    {
        const auto &opened = dynamic_cast<const OpenTensors &>(tensors);
        if (Status used = useDevice(opened.ordinal()); !used)
            return used.error();
        const DType dtype = opened.specs()[i].dtype;
        const auto size = static_cast<std::size_t>(byteSize(dtype));
        std::vector<std::byte> out(places.size() * size);
        for (std::size_t k = 0; k < places.size(); ++k) {
            if (Status fetched
                = fetchElement(dtype, opened.data(i), places[k], out.data() + k * size);
                !fetched)
                return fetched.error();
        }
        return out;
    }

private:
    static Result<DeviceBuffer> widenedCopy(const TensorSpec &spec, const std::byte *tensor)
    {
        const std::int64_t elements = spec.elements();
        Result<DeviceBuffer> wide
            = DeviceBuffer::allocate(static_cast<std::size_t>(elements) * sizeof(double));
        if (!wide)
            return wide;
        if (Status done
            = widenOnDevice(spec.dtype, elements, tensor, reinterpret_cast<double *>(wide->data()));
            !done)
            return done.error();
        return wide;
    }

    static Result<OutputComparison> compareAlike(const TensorSpec &spec, const ElementRule &rule,
                                                 const std::byte *expected, const std::byte *actual)
    {
        SquareSum squares;
        if (asksForRms(rule.tolerance)) {
            const Result<SquareSum> added = squaresOnDevice(spec.dtype, spec.elements(), expected);
            if (!added)
                return added.error();
            squares = *added;
        }
        const Tolerance tolerance = withRms(rule.tolerance, squares.rootMeanSquare());
        const Result<ElementTally> tally = tallyOnDevice(spec, rule, tolerance, expected, actual);
        if (!tally)
            return tally.error();
        MismatchGatherer mismatches(spec.shape);
        if (tally->mismatched > 0) {
            const auto mask = maskOnDevice(spec, rule, tolerance, expected, actual);
            if (!mask)
                return mask.error();
            mismatches = mismatchesFromMask(spec.shape, *mask);
        }
        std::optional<Error> failure;
        const auto valuesAt = [&](std::int64_t position) {
            std::pair<double, double> values;
            for (auto [side, value] :
                 {std::pair(expected, &values.first), std::pair(actual, &values.second)}) {
                const Result<double> element = elementAt(spec.dtype, side, position);
                if (element)
                    *value = *element;
                else
                    failure = element.error();
            }
            return values;
        };
        OutputComparison out
            = summary(spec, rule, {*tally, tolerance, std::move(mismatches)}, valuesAt);
        if (failure)
            return *failure;
        return out;
    }
};

} // namespace

std::unique_ptr<DeviceComparer> makeCudaComparer()
{
    return std::make_unique<CudaComparer>();
}

} // namespace loupe
