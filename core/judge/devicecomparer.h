// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/judge/tensorcomparison.h"
#include "core/sandbox/devicetensors.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// What a judge can do with tensors in the memory of one GPU.
struct DeviceCapability {
    bool canCompare = false; ///< memory of it can be passed between processes and compared there
    std::string reason;      ///< why not; empty where it can
    std::string name;        ///< "NVIDIA H200"
    std::int64_t freeBytes = 0;
    std::int64_t totalBytes = 0;
    std::string computeCapability = {}; ///< "9.0"
};

/// Over a Channel.
Json toJson(const DeviceCapability &capability);
/// Corrupt when it is not what toJson wrote.
Result<DeviceCapability> deviceCapabilityFromJson(const Json &json);

/// Tensors of another process, readable here until destruction.
class ReadableTensors
{
public:
    virtual ~ReadableTensors() = default;
    virtual const std::vector<TensorSpec> &specs() const = 0;
};

/// Compares tensors where they are, in the memory of a GPU, in the arithmetic of compareTensors.
/// What makes one is in a room below this one, which only kloupe-judge links. Not thread-safe.
class DeviceComparer
{
public:
    enum class Keep { Mapped, Copied };

    virtual ~DeviceComparer() = default;
    /// `device`: "cuda:0".
    virtual DeviceCapability capability(const std::string &device) = 0;
    /// InvalidInput when the descriptor is not the memory of such tensors: whoever sent it is to
    /// blame; other errors are the machinery's. `Copied`: whoever else holds the memory can no
    /// longer change what is compared.
    virtual Result<std::unique_ptr<ReadableTensors>> open(DeviceTensors tensors, Keep keep) = 0;
    /// Compares the i-th expected with the j-th actual tensor, of one shape; of one type too,
    /// unless both are to be taken as Float64, which `spec` then says. The sums behind mean errors
    /// and measures are added in a fixed order, but another than compareTensors', so that their
    /// last bits may differ; so may those of a root mean square that sets a tolerance, and the
    /// modulus of a complex128.
    virtual Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                             const ReadableTensors &expected, std::size_t i,
                                             const ReadableTensors &actual, std::size_t j)
        = 0;
};

} // namespace loupe
