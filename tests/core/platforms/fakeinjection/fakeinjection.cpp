// SPDX-License-Identifier: Apache-2.0
//
// Fake libkernelloupe-injection.so for machines without a GPU, with the same entry points and ring.
// Its clock advances only by its own records. Call i has a kernel of (i + 1) * 5 µs on two streams
// that overlap by half.
#include "core/model/device/deviceactivity.h"
#include "core/sandbox/channel/activitywriter.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

using namespace loupe;

activityring::Writer &writer()
{
    static activityring::Writer only;
    return only;
}

std::uint64_t now = 1'000'000;

void write(ActivityKind kind, std::uint64_t start, std::uint64_t end, std::uint32_t detail,
           std::uint32_t number, const char *name)
{
    activityring::Slot slot = {};
    slot.kind = static_cast<std::uint32_t>(kind);
    slot.startNs = start;
    slot.endNs = end;
    slot.detail = detail;
    slot.correlation = number;
    writer().name(slot, name);
    writer().write(slot);
}

} // namespace

extern "C" {

int kloupeStart()
{
    if (!writer().attach())
        return 0;
    writer().setState(activityring::State::Recording);
    return 1;
}

int kloupeMark(std::uint32_t marker, std::uint32_t call)
{
    if (marker == static_cast<std::uint32_t>(ActivityMarker::CallEnd)) {
        const std::uint64_t length = (call + 1) * 5000;
        write(ActivityKind::Kernel, now + 100, now + 100 + length, 0, call, "fake(float*)");
        write(ActivityKind::Kernel, now + 100 + length / 2, now + 100 + length, 0, call, "side()");
        now += length + 500;
    }
    now += 100;
    write(ActivityKind::Marker, now, now, marker, call, "");
    return 1;
}

/// Reads from host memory, which stands in for device memory.
int kloupeEndAndRead(std::uint32_t call, const std::uint64_t *addresses, std::uint32_t count,
                     std::uint32_t size, unsigned char *out)
{
    kloupeMark(static_cast<std::uint32_t>(ActivityMarker::CallEnd), call);
    kloupeMark(static_cast<std::uint32_t>(ActivityMarker::BlockEnd), 0);
    for (std::uint32_t i = 0; i < count; ++i)
        std::memcpy(out + std::size_t{i} * size, reinterpret_cast<const void *>(addresses[i]),
                    size);
    return 1;
}

int kloupeFlush()
{
    return 1;
}

} // extern "C"
