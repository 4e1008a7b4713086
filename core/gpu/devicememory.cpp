// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/devicememory.h"

#include <cstdint>
#include <utility>

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime_api.h>

namespace loupe {

namespace {

/// Functions of the driver, looked up at run time: a program that links the driver does not start
/// without one.
struct Driver {
    PFN_cuDeviceGetAttribute_v2000 attribute = nullptr;
    PFN_cuMemGetAllocationGranularity_v10020 granularity = nullptr;
    PFN_cuMemImportFromShareableHandle_v10020 import = nullptr;
    PFN_cuMemAddressReserve_v10020 reserve = nullptr;
    PFN_cuMemAddressFree_v10020 unreserve = nullptr;
    PFN_cuMemMap_v10020 map = nullptr;
    PFN_cuMemUnmap_v10020 unmap = nullptr;
    PFN_cuMemSetAccess_v10020 setAccess = nullptr;
    PFN_cuMemRelease_v10020 release = nullptr;
    bool isWhole = false;
};

template <typename Function>
bool find(const char *name, unsigned version, Function &function)
{
    void *found = nullptr;
    cudaDriverEntryPointQueryResult state = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    const cudaError_t failed
        = cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, &state);
#else
    static_cast<void>(version);
    const cudaError_t failed = cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &state);
#endif
    function = reinterpret_cast<Function>(found);
    return failed == cudaSuccess && state == cudaDriverEntryPointSuccess && found != nullptr;
}

const Driver &driver()
{
    static const Driver found = [] {
        Driver out;
        out.isWhole = find("cuDeviceGetAttribute", 2000, out.attribute)
            && find("cuMemGetAllocationGranularity", 10020, out.granularity)
            && find("cuMemImportFromShareableHandle", 10020, out.import)
            && find("cuMemAddressReserve", 10020, out.reserve)
            && find("cuMemAddressFree", 10020, out.unreserve) && find("cuMemMap", 10020, out.map)
            && find("cuMemUnmap", 10020, out.unmap) && find("cuMemSetAccess", 10020, out.setAccess)
            && find("cuMemRelease", 10020, out.release);
        return out;
    }();
    return found;
}

CUmemAllocationProp propertiesOf(int ordinal)
{
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = ordinal;
    return properties;
}

Error notSuchMemory(CUresult code, const char *step)
{
    if (code == CUDA_ERROR_OUT_OF_MEMORY)
        return Error{Errc::Busy, "the GPU has too little memory left to map tensors"};
    return Error{.code = Errc::InvalidInput,
                 .message = "a descriptor is not the announced GPU memory",
                 .detail = std::string(step) + ": CUDA error " + std::to_string(code)};
}

} // namespace

Error cudaFailure(int code, const std::string &during)
{
    const auto status = static_cast<cudaError_t>(code);
    return Error{.code = status == cudaErrorMemoryAllocation ? Errc::Busy : Errc::Internal,
                 .message = "CUDA failed while " + during + ": " + cudaGetErrorString(status),
                 .detail = cudaGetErrorName(status)};
}

Result<DeviceBuffer> DeviceBuffer::allocate(std::size_t bytes)
{
    DeviceBuffer buffer;
    if (bytes == 0)
        return buffer;
    void *data = nullptr;
    if (const cudaError_t failed = cudaMalloc(&data, bytes); failed != cudaSuccess) {
        cudaGetLastError(); // clears the error, else the next launch would report it
        return cudaFailure(failed, "allocating " + std::to_string(bytes) + " bytes");
    }
    buffer.m_data = static_cast<std::byte *>(data);
    return buffer;
}

DeviceBuffer::DeviceBuffer(DeviceBuffer &&other) noexcept
    : m_data(std::exchange(other.m_data, nullptr))
{
}

DeviceBuffer &DeviceBuffer::operator=(DeviceBuffer &&other) noexcept
{
    std::swap(m_data, other.m_data);
    return *this;
}

DeviceBuffer::~DeviceBuffer()
{
    if (m_data != nullptr)
        cudaFree(m_data);
}

Status DeviceBuffer::write(std::size_t offset, std::span<const std::byte> bytes) const
{
    if (bytes.empty())
        return {};
    const cudaError_t failed
        = cudaMemcpy(m_data + offset, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
    if (failed != cudaSuccess)
        return cudaFailure(failed, "copying to the GPU");
    return {};
}

Result<DeviceMapping> DeviceMapping::map(int ordinal, int descriptor, std::size_t bytes)
{
    const Driver &cuda = driver();
    const Result<std::size_t> page = devicePageBytes(ordinal);
    if (!page)
        return page.error();
    CUmemGenericAllocationHandle handle = 0;
    void *shared = reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor));
    if (const CUresult failed
        = cuda.import(&handle, shared, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
        failed != CUDA_SUCCESS)
        return notSuchMemory(failed, "cuMemImportFromShareableHandle");
    DeviceMapping mapping;
    CUdeviceptr address = 0;
    CUresult failed = cuda.reserve(&address, bytes, *page, 0, 0);
    const char *step = "cuMemAddressReserve";
    if (failed == CUDA_SUCCESS) {
        mapping.m_address = address;
        mapping.m_bytes = bytes;
        step = "cuMemMap";
        failed = cuda.map(address, bytes, 0, handle, 0);
    }
    cuda.release(handle); // the mapping keeps the memory
    if (failed == CUDA_SUCCESS) {
        mapping.m_isMapped = true;
        step = "cuMemSetAccess";
        CUmemAccessDesc access = {};
        access.location = propertiesOf(ordinal).location;
        access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
        failed = cuda.setAccess(address, bytes, &access, 1);
    }
    if (failed != CUDA_SUCCESS)
        return notSuchMemory(failed, step);
    return mapping;
}

DeviceMapping::DeviceMapping(DeviceMapping &&other) noexcept
    : m_address(std::exchange(other.m_address, 0))
    , m_bytes(other.m_bytes)
    , m_isMapped(other.m_isMapped)
{
}

DeviceMapping &DeviceMapping::operator=(DeviceMapping &&other) noexcept
{
    std::swap(m_address, other.m_address);
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_isMapped, other.m_isMapped);
    return *this;
}

DeviceMapping::~DeviceMapping()
{
    release();
}

void DeviceMapping::release()
{
    if (m_address == 0)
        return;
    if (m_isMapped) {
        cudaDeviceSynchronize(); // a kernel may still read it
        driver().unmap(m_address, m_bytes);
    }
    driver().unreserve(m_address, m_bytes);
    m_address = 0;
}

const std::byte *DeviceMapping::data() const
{
    return reinterpret_cast<const std::byte *>(static_cast<std::uintptr_t>(m_address));
}

Result<std::size_t> devicePageBytes(int ordinal)
{
    if (!driver().isWhole)
        return Error{Errc::Unsupported, "the CUDA driver cannot share memory"};
    const CUmemAllocationProp properties = propertiesOf(ordinal);
    std::size_t bytes = 0;
    if (const CUresult failed
        = driver().granularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
        failed != CUDA_SUCCESS)
        return Error{.code = Errc::Internal,
                     .message = "the CUDA driver does not say the size of its pages",
                     .detail = "CUDA error " + std::to_string(failed)};
    return bytes;
}

Status canPassMemory(int ordinal)
{
    const auto refuse = [](const std::string &why) { return Error{Errc::Unsupported, why}; };
    int devices = 0;
    if (const cudaError_t failed = cudaGetDeviceCount(&devices); failed != cudaSuccess)
        return refuse(std::string("CUDA cannot be used: ") + cudaGetErrorString(failed));
    if (ordinal >= devices)
        return refuse("there is no GPU of that number");
    if (!driver().isWhole)
        return refuse("the CUDA driver is too old to share memory");
    for (const auto attribute : {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                                 CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED}) {
        int supported = 0;
        if (driver().attribute(&supported, attribute, ordinal) != CUDA_SUCCESS || supported == 0)
            return refuse("the driver cannot share this GPU's memory by a descriptor");
    }
    return {};
}

Status useDevice(int ordinal)
{
    cudaError_t failed = cudaSetDevice(ordinal);
    if (failed == cudaSuccess)
        failed = cudaFree(nullptr); // starts the device
    if (failed != cudaSuccess)
        return cudaFailure(failed, "starting the GPU");
    return {};
}

} // namespace loupe
