// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/judge/tensorcomparison.h"
#include "core/sandbox/channel/devicetensors.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Abilities of a checker for tensors in the memory of one GPU.
struct DeviceCapability {
    bool canCompare = false; ///< its memory can be shared between processes and compared there
    std::string reason;      ///< why not; empty if it can
    std::string name;        ///< "NVIDIA H200"
    std::int64_t freeBytes = 0;
    std::int64_t totalBytes = 0;
    std::string computeCapability = {}; ///< "9.0"
};

/// Converts a capability for a Channel.
Json toJson(const DeviceCapability &capability);
/// Reads what toJson() wrote; else Corrupt.
Result<DeviceCapability> deviceCapabilityFromJson(const Json &json);

/// Tensors of another process, readable until destruction.
class ReadableTensors
{
public:
    virtual ~ReadableTensors() = default;
    virtual const std::vector<TensorSpec> &specs() const = 0;
};

/// Interface for comparing tensors in a GPU's memory, in the arithmetic of compareTensors(). The
/// implementation is in core/gpu, which only kloupe-judge links. Not thread-safe.
class DeviceComparer
{
public:
    enum class Keep { Mapped, Copied };

    virtual ~DeviceComparer() = default;
    /// Tests a device; `device`: "cuda:0".
    virtual DeviceCapability capability(const std::string &device) = 0;
    /// Opens tensors of another process. InvalidInput means that the descriptor is not such memory,
    /// a fault of its sender; other errors are internal. With `Copied`, other holders of the memory
    /// can no longer change what is compared.
    virtual Result<std::unique_ptr<ReadableTensors>> open(DeviceTensors tensors, Keep keep) = 0;
    /// Compares the i-th expected with the j-th actual tensor, of one shape. Their types are equal,
    /// or `spec` is Float64 and both are widened. Sums are added in another fixed order than in
    /// compareTensors(). So the last bits may differ of mean errors, measures, a root mean square
    /// in a tolerance, and the modulus of a complex128.
    virtual Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                             const ReadableTensors &expected, std::size_t i,
                                             const ReadableTensors &actual, std::size_t j)
        = 0;
    /// Returns the bytes of the elements at these positions of the i-th tensor, which must exist.
    virtual Result<std::vector<std::byte>> elements(const ReadableTensors &tensors, std::size_t i,
                                                    std::span<const std::int64_t> places)
        = 0;
};

} // namespace loupe
