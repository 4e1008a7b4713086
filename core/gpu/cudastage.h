// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/gpu/cudaclocks.h"
#include "core/gpu/guardedtensors.h"
#include "core/sandbox/channel/tensorarena.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Environment of native calls on a GPU: a stream, guarded tensors, and checks around each call. It
/// runs in the candidate's own process. Its answers may only worsen the verdict, because results
/// are compared elsewhere. Not thread-safe.
class CudaStage
{
public:
    /// Calls the candidate on these inputs. Returns the host's answer: the returned code or the
    /// exception.
    using Call = std::function<Json(std::span<std::byte *const> inputs)>;

    /// Starts the device. Returns Environment if CUDA cannot be used.
    static Result<std::unique_ptr<CudaStage>> start(int ordinal);
    ~CudaStage();
    CudaStage(const CudaStage &) = delete;
    CudaStage &operator=(const CudaStage &) = delete;

    /// Returns the cudaStream_t of the calls, which waits for no other stream.
    void *stream() const { return m_stream; }
    int ordinal() const { return m_ordinal; }
    /// Allocates the tensors of a trial and copies its inputs. `inputs` must live until the next
    /// prepare().
    Status prepare(std::span<const TensorSpec> inputSpecs, std::span<const TensorSpec> outputSpecs,
                   const TensorArena &inputs);
    /// Returns the addresses of the outputs on the device.
    std::span<std::byte *const> outputs() const { return m_outputs; }

    /// Poisons the outputs, calls once, and waits for the stream only. Then it copies the outputs
    /// to `results`, waits for the device, and checks guards and inputs. Returns the call's answer,
    /// with "cuda_error" {code, text}, "damage" {tensor, distance} (inputs come first) or
    /// "changed_input" {index, byte} if that happened (hostprotocol.h). `lastError` returns and
    /// clears the candidate's last launch error; 0 is none.
    Json verify(const Call &call, const std::function<int()> &lastError, TensorArena &results);

    /// Waits for the device and hands its records over. Returns a call's answer.
    Json settle();
    /// Copies the current inputs again and poisons the outputs. No timed call includes that work.
    /// Returns a call's answer, or "error".
    Json place();
    /// Copies the outputs of the last timed calls to `results`, and checks guards and inputs like
    /// verify().
    Json takeOutputs(TensorArena &results);

    /// Calls "calls" times, timed by "method" (timingpolicy.h). It flushes "flush_bytes" of cache
    /// before each call. Returns the last call's answer, with "host_ms", "events_ms" and "recorded"
    /// as far as the method provides them, or "cuda_error". "places" are relative positions in the
    /// first output with elements. With them, "glimpse" holds these elements as they were at the
    /// end of a single call.
    Json time(const Json &request, const Call &call);

private:
    CudaStage(int ordinal, void *stream, void *snapshotStream);
    Json inspect(Json answer) const;
    CudaClocks::Elements elementsAt(const Json &places) const;

    int m_ordinal;
    void *m_stream;
    void *m_snapshotStream; ///< highest priority on the device
    std::unique_ptr<CudaClocks> m_clocks;
    const TensorArena *m_given = nullptr;
    std::size_t m_inputCount = 0;
    std::optional<GuardedTensors> m_tensors;   ///< inputs, then outputs
    std::vector<std::uint64_t> m_fingerprints; ///< of the given inputs
    std::vector<std::byte *> m_outputs;
    std::vector<TensorSpec> m_outputSpecs;
    std::vector<DeviceBuffer> m_snapshots; ///< of each output
    std::vector<std::byte *> m_inputs;
};

} // namespace loupe
