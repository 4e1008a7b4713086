// SPDX-License-Identifier: Apache-2.0
//
// Lists the fields of kernel profiles as they are sent and stored, for core/base/fieldlisting.h.
#pragma once

#include "core/model/device/kernelprofile.h"

namespace loupe {

template <typename Fields>
void listFields(Fields &fields, KernelActivity &kernel)
{
    auto &[role, caseName, kind, name, launchesPerCall, deviceMsPerCall, share, bytesPerCall, grid,
           block, registers, staticSharedBytes, dynamicSharedBytes, localBytes, configurations,
           streams]
        = kernel;
    fields("role", role);
    fields("case", caseName);
    fields("kind", kind);
    fields("name", name);
    fields("launches_per_call", launchesPerCall);
    fields("device_ms_per_call", deviceMsPerCall);
    fields("share", share);
    fields("bytes_per_call", bytesPerCall);
    fields("grid", grid);
    fields("block", block);
    fields("registers", registers);
    fields("static_shared_bytes", staticSharedBytes);
    fields("dynamic_shared_bytes", dynamicSharedBytes);
    fields("local_bytes", localBytes);
    fields("configurations", configurations);
    fields("streams", streams);
}

template <typename Fields>
void listFields(Fields &fields, WorkRecord &work)
{
    auto &[caseName, flops, bytes, compulsoryBytes, peakName, peakFlops, bandwidth, cacheBytes,
           cacheBandwidth, evidence]
        = work;
    fields("case", caseName);
    fields("flops", flops);
    fields("bytes", bytes);
    fields("compulsory_bytes", compulsoryBytes);
    fields("peak_name", peakName);
    fields("peak_flops", peakFlops);
    fields("bandwidth", bandwidth);
    fields("cache_bytes", cacheBytes);
    fields("cache_bandwidth", cacheBandwidth);
    fields("evidence", evidence);
}

template <typename Fields>
void listFields(Fields &fields, CounterValue &whole)
{
    auto &[value, unit] = whole;
    fields("value", value);
    fields("unit", unit);
}

template <typename Fields>
void listFields(Fields &fields, KernelCounters &kernel)
{
    auto &[name, launch, grid, block, durationMs, dramReadBytes, dramWriteBytes, achievedOccupancy,
           smThroughput, memoryThroughput, tensorUse, metrics]
        = kernel;
    fields("name", name);
    fields("launch", launch);
    fields("grid", grid);
    fields("block", block);
    fields("duration_ms", durationMs);
    fields("dram_read_bytes", dramReadBytes);
    fields("dram_write_bytes", dramWriteBytes);
    fields("achieved_occupancy", achievedOccupancy);
    fields("sm_throughput", smThroughput);
    fields("memory_throughput", memoryThroughput);
    fields("tensor_use", tensorUse);
    fields("metrics", metrics);
}

template <typename Fields>
void listFields(Fields &fields, InstructionSamples &of)
{
    auto &[function, module, offset, reason, samples] = of;
    fields("function", function);
    fields("module", module);
    fields("offset", offset);
    fields("reason", reason);
    fields("samples", samples);
}

template <typename Fields>
void listFields(Fields &fields, CounterProfile &profile)
{
    auto &[source, tool, deviceName, takenAt, note, original, kernels, samples] = profile;
    fields("source", source);
    fields("tool", tool);
    fields("device_name", deviceName);
    fields("taken_at", takenAt);
    fields("note", note);
    fields("original", original);
    fields("kernels", kernels);
    fields("samples", samples);
}

} // namespace loupe
