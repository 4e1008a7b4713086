// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/gpu/cudaclocks.h"
#include "core/gpu/guardedtensors.h"
#include "core/sandbox/tensorarena.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Where a native candidate is called on a GPU: a stream, guarded tensors, and what is looked at
/// around each call. In the candidate's own process: what it says may make the verdict on the
/// candidate worse, never a wrong result right, because results are compared elsewhere. Not
/// thread-safe.
class CudaStage
{
public:
    /// Calls the candidate on these inputs; what it returned, or what it threw, as the host
    /// answers.
    using Call = std::function<Json(std::span<std::byte *const> inputs)>;

    /// Starts the device. Environment when CUDA cannot be used.
    static Result<std::unique_ptr<CudaStage>> start(int ordinal);
    ~CudaStage();
    CudaStage(const CudaStage &) = delete;
    CudaStage &operator=(const CudaStage &) = delete;

    /// A stream that waits for no other; a cudaStream_t.
    void *stream() const { return m_stream; }
    int ordinal() const { return m_ordinal; }
    /// Makes room for a trial and copies its inputs over. `inputs` must live until the next one.
    Status prepare(std::span<const TensorSpec> inputSpecs, std::span<const TensorSpec> outputSpecs,
                   const TensorArena &inputs);
    /// The outputs' places on the device.
    std::span<std::byte *const> outputs() const { return m_outputs; }

    /// Poisons the outputs, calls once, waits for the stream alone, copies the outputs, waits for
    /// the device, looks at guards and inputs, and gives the copy in `results`. The call's answer,
    /// with "cuda_error" {code, text}, "damage" {tensor, distance} (inputs count first) or
    /// "changed_input" {index, byte} where that happened (hostprotocol.h). `lastError` gives and
    /// clears the error that a launch of the candidate left, 0 for none.
    Json verify(const Call &call, const std::function<int()> &lastError, TensorArena &results);

    /// Waits for the device, and hands over what is recorded of it. As a call's answer.
    Json settle();
    /// Copies the inputs over once more, which may be others now, and poisons the outputs. What the
    /// device did for it belongs to no timed call. As a call's answer, or "error".
    Json place();
    /// Gives a copy of what the last timed calls left in the outputs, and looks at guards and
    /// inputs, as verify().
    Json takeOutputs(TensorArena &results);

    /// Calls "calls" times by the clock "method" (timingmethod.h), each with the cache flushed by
    /// "flush_bytes", on "rotate" copies of the inputs in turn within "rotate_bytes". The last
    /// call's answer, with "copies", "host_ms", "events_ms" and "recorded" as far as the method
    /// knows them, or "cuda_error". With "places", shares of the way through the elements of the
    /// first output that has any, also "glimpse": these as they were when a single call had ended.
    Json time(const Json &request, const Call &call);

private:
    CudaStage(int ordinal, void *stream, void *snapshotStream);
    Status rotate(std::int64_t wanted, std::int64_t bytes);
    Json inspect(Json answer) const;
    CudaClocks::Elements elementsAt(const Json &places) const;

    int m_ordinal;
    void *m_stream;
    void *m_snapshotStream; ///< comes before whatever else the device has to do
    std::unique_ptr<CudaClocks> m_clocks;
    const TensorArena *m_given = nullptr;
    std::size_t m_inputCount = 0;
    std::optional<GuardedTensors> m_tensors;   ///< inputs, then outputs
    std::vector<std::uint64_t> m_fingerprints; ///< of the inputs as they were given
    std::vector<std::byte *> m_outputs;
    std::vector<TensorSpec> m_outputSpecs;
    std::vector<DeviceBuffer> m_snapshots;            ///< of each output
    std::vector<DeviceBuffer> m_copies;               ///< of all inputs, for rotation
    std::vector<std::vector<std::byte *>> m_inputsOf; ///< of each copy; the first: m_tensors'
};

} // namespace loupe
