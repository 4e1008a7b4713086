// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/cudastage.h"

#include "core/base/environment.h"

#include <algorithm>

#include <cuda_runtime_api.h>

namespace loupe {

namespace {

Json errorJson(cudaError_t code)
{
    return {{"code", static_cast<int>(code)}, {"text", cudaGetErrorString(code)}};
}

/// Adds an error unless there is one already.
void addError(Json &answer, cudaError_t code)
{
    if (code != cudaSuccess && !answer.contains("cuda_error"))
        answer["cuda_error"] = errorJson(code);
}

bool isReturned(const Json &answer)
{
    return answer.contains("returned") && answer["returned"] == 0;
}

/// Returns the offset of the first difference.
std::size_t firstDifference(std::span<const std::byte> a, std::span<const std::byte> b)
{
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first
                                    - a.begin());
}

} // namespace

CudaStage::CudaStage(int ordinal, void *stream, void *snapshotStream)
    : m_ordinal(ordinal)
    , m_stream(stream)
    , m_snapshotStream(snapshotStream)
    , m_clocks(std::make_unique<CudaClocks>(stream))
{
}

CudaStage::~CudaStage()
{
    m_clocks.reset(); // it uses the stream
    cudaStreamDestroy(static_cast<cudaStream_t>(m_snapshotStream));
    cudaStreamDestroy(static_cast<cudaStream_t>(m_stream));
}

Result<std::unique_ptr<CudaStage>> CudaStage::start(int ordinal)
{
    if (Status used = useDevice(ordinal); !used)
        return used.error();
    cudaStream_t stream = nullptr;
    // The default stream waits for all others. On a non-blocking one, a candidate that works on its
    // own stream without waiting for it is found out.
    cudaError_t failed = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    // At equal priority, blocks of kernels queued earlier would run before the copy, and unfinished
    // work of a candidate would be done by then.
    int least = 0;
    int greatest = 0;
    cudaStream_t urgent = nullptr;
    if (failed == cudaSuccess)
        failed = cudaDeviceGetStreamPriorityRange(&least, &greatest);
    if (failed == cudaSuccess)
        failed = cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest);
    if (failed != cudaSuccess) {
        if (stream != nullptr)
            cudaStreamDestroy(stream);
        return cudaFailure(failed, "creating a stream");
    }
    return std::unique_ptr<CudaStage>(new CudaStage(ordinal, stream, urgent));
}

Status CudaStage::prepare(std::span<const TensorSpec> inputSpecs,
                          std::span<const TensorSpec> outputSpecs, const TensorArena &inputs)
{
    m_tensors.reset();
    m_inputs.clear();
    m_outputs.clear();
    m_outputSpecs.assign(outputSpecs.begin(), outputSpecs.end());
    m_snapshots.clear();
    m_fingerprints.clear();
    m_given = &inputs;
    m_inputCount = inputSpecs.size();
    std::vector<TensorSpec> all(inputSpecs.begin(), inputSpecs.end());
    all.insert(all.end(), outputSpecs.begin(), outputSpecs.end());
    auto tensors = environmentVariable(separateTensorsVariable).empty()
        ? GuardedTensors::create(all)
        : GuardedTensors::createSeparate(all);
    if (!tensors)
        return tensors.error();
    m_tensors = std::move(tensors).value();
    for (std::size_t i = 0; i < m_inputCount; ++i) {
        if (Status written = m_tensors->write(i, inputs.bytes(i)); !written)
            return written;
        const auto fingerprint = m_tensors->fingerprint(i);
        if (!fingerprint)
            return fingerprint.error();
        m_fingerprints.push_back(*fingerprint);
        m_inputs.push_back(m_tensors->data(i));
    }
    for (std::size_t i = m_inputCount; i < all.size(); ++i) {
        auto snapshot = DeviceBuffer::allocate(static_cast<std::size_t>(m_tensors->bytes(i)));
        if (!snapshot)
            return snapshot.error();
        m_snapshots.push_back(std::move(snapshot).value());
        m_outputs.push_back(m_tensors->data(i));
    }
    return {};
}

Json CudaStage::verify(const Call &call, const std::function<int()> &lastError,
                       TensorArena &results)
{
    for (std::size_t i = m_inputCount; i < m_tensors->count(); ++i) {
        if (const Status poisoned = m_tensors->fill(i, poisonByte); !poisoned)
            return {{"error", poisoned.error().message}};
    }
    Json answer = call(m_inputs);
    addError(answer, static_cast<cudaError_t>(lastError()));
    auto *stream = static_cast<cudaStream_t>(m_stream);
    addError(answer, cudaStreamSynchronize(stream));
    // The copy precedes the wait for the device, and stays on the device, which is fast: work
    // queued elsewhere comes too late.
    auto *urgent = static_cast<cudaStream_t>(m_snapshotStream);
    const auto sizeOf = [&](std::size_t i) { return results.bytes(i).size(); };
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        if (sizeOf(i) > 0)
            addError(answer,
                     cudaMemcpyAsync(m_snapshots[i].data(), m_outputs[i], sizeOf(i),
                                     cudaMemcpyDeviceToDevice, urgent));
    }
    addError(answer, cudaStreamSynchronize(urgent));
    addError(answer, cudaDeviceSynchronize());
    for (std::size_t i = 0; i < m_outputs.size() && isReturned(answer); ++i) {
        if (sizeOf(i) > 0)
            addError(answer,
                     cudaMemcpy(results.bytes(i).data(), m_snapshots[i].data(), sizeOf(i),
                                cudaMemcpyDeviceToHost));
    }
    if (answer.contains("cuda_error") || !isReturned(answer))
        return answer;
    return inspect(std::move(answer));
}

Json CudaStage::settle()
{
    Json answer{{"returned", 0}};
    addError(answer, cudaDeviceSynchronize());
    m_clocks->handOver();
    return answer;
}

Json CudaStage::place()
{
    for (std::size_t i = 0; i < m_inputCount; ++i) {
        if (const Status written = m_tensors->write(i, m_given->bytes(i)); !written)
            return {{"error", written.error().message}};
        const auto fingerprint = m_tensors->fingerprint(i);
        if (!fingerprint)
            return {{"error", fingerprint.error().message}};
        m_fingerprints[i] = *fingerprint;
    }
    for (std::size_t i = m_inputCount; i < m_tensors->count(); ++i) {
        if (const Status poisoned = m_tensors->fill(i, poisonByte); !poisoned)
            return {{"error", poisoned.error().message}};
    }
    return settle();
}

Json CudaStage::takeOutputs(TensorArena &results)
{
    Json answer{{"returned", 0}};
    addError(answer, cudaDeviceSynchronize());
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        const std::span<std::byte> place = results.bytes(i);
        if (!place.empty())
            addError(answer,
                     cudaMemcpy(place.data(), m_outputs[i], place.size(), cudaMemcpyDeviceToHost));
    }
    m_clocks->handOver();
    return answer.contains("cuda_error") ? answer : inspect(std::move(answer));
}

Json CudaStage::inspect(Json answer) const
{
    const auto damage = m_tensors->damage();
    if (!damage)
        return {{"error", damage.error().message}};
    if (*damage) {
        answer["damage"] = {{"tensor", (*damage)->tensor}, {"distance", (*damage)->distance}};
        return answer;
    }
    for (std::size_t i = 0; i < m_inputCount; ++i) {
        const auto fingerprint = m_tensors->fingerprint(i);
        if (!fingerprint)
            return {{"error", fingerprint.error().message}};
        if (*fingerprint == m_fingerprints[i])
            continue;
        const std::span<const std::byte> given = m_given->bytes(i);
        std::vector<std::byte> found(given.size());
        cudaMemcpy(found.data(), m_tensors->data(i), found.size(), cudaMemcpyDeviceToHost);
        answer["changed_input"] = {{"index", i}, {"byte", firstDifference(given, found)}};
        return answer;
    }
    return answer;
}

CudaClocks::Elements CudaStage::elementsAt(const Json &places) const
{
    std::size_t first = 0;
    while (first < m_outputSpecs.size() && m_outputSpecs[first].elements() == 0)
        ++first;
    CudaClocks::Elements found;
    if (first == m_outputSpecs.size())
        return found;
    const TensorSpec &spec = m_outputSpecs[first];
    found.bytes = static_cast<std::uint32_t>(byteSize(spec.dtype));
    for (const Json &place : places) {
        const auto at
            = static_cast<std::size_t>(place.get<double>() * static_cast<double>(spec.elements()));
        found.addresses.push_back(m_outputs[first] + at * found.bytes);
    }
    return found;
}

Json CudaStage::time(const Json &request, const Call &call)
{
    Json last{{"returned", 0}};
    const auto once = [&](std::int64_t) {
        last = call(m_inputs);
        return isReturned(last);
    };
    Json answer
        = m_clocks->measure(request, once, elementsAt(request.value("places", Json::array())));
    addError(last, cudaDeviceSynchronize());
    last.update(answer);
    return last;
}

} // namespace loupe
