// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/ceilings.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/base/environment.h"
#include "core/base/files.h"
#include "core/base/processors.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/machine.h"
#include "core/sandbox/child/childprocess.h"
#include "core/timing/cpuceilings.h"

#include <chrono>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr auto patience = std::chrono::seconds(120);

/// Name, UUID and driver of a device as far as known.
struct Identity {
    std::string name;
    std::string uuid;
    std::string driver;
};

std::optional<Identity> identityOf(const std::string &device)
{
    if (device == "cpu") {
        std::string system = kernelVersion();
        system += ", " + std::to_string(usableProcessors()) + " threads";
        return Identity{processorName(), {}, std::move(system)};
    }
    const auto gpu = gpuDevice(device);
    const std::string driver = gpuDriverVersion();
    if (!gpu || gpu->uuid.empty() || driver.empty())
        return std::nullopt;
    return Identity{gpu->name, gpu->uuid, driver};
}

fs::path fileOf(const Identity &identity, const fs::path &folder)
{
    const std::string whole = identity.name + "\n" + identity.uuid + "\n" + identity.driver;
    return folder / (sha256Hex(whole).substr(0, 16) + ".json");
}

Error judgeFailed(const ChildEnd &end)
{
    return Error{Errc::Internal, "the device could not be measured", "kloupe-judge --calibrate",
                 "see the detail; kloupe doctor --gpu says what is missing", end.output};
}

/// Measures in a process of its own: only kloupe-judge links CUDA.
Result<DeviceCeilings> measureGpu(const std::string &device, const ProgramPaths &programs,
                                  const std::stop_token &stop)
{
    ChildSpec spec;
    spec.argv = {programs.judge.string(), "--calibrate", device};
    spec.mode = SandboxMode::None; // our own program, which runs no foreign code
    passVariables({"CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"}, spec.environment);
    const auto child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    const ChildEnd end = (*child)->wait(std::chrono::steady_clock::now() + patience, stop);
    if (end.kind == ChildEnd::Kind::Cancelled)
        return Error{Errc::Cancelled, "the calibration was cancelled"};
    const std::size_t last = end.output.find_last_of('\n', end.output.size() - 2);
    const std::string line = end.output.substr(last == std::string::npos ? 0 : last + 1);
    const auto answer = parseJson(line, "kloupe-judge");
    if (!answer || !answer->is_object())
        return judgeFailed(end);
    if (answer->contains("error"))
        return Error{Errc::Environment, answer->value("error", std::string()), device,
                     "kloupe doctor --gpu says what is missing"};
    return ceilingsFromJson(*answer, "kloupe-judge");
}

} // namespace

fs::path ceilingsFolder()
{
    fs::path data = environmentVariable("KLOUPE_DATA");
    if (data.empty()) {
        data = environmentVariable("XDG_DATA_HOME");
        if (data.empty() && !environmentVariable("HOME").empty())
            data = fs::path(environmentVariable("HOME")) / ".local/share";
        if (!data.empty())
            data /= "kernelloupe";
    }
    return data.empty() ? data : data / "ceilings";
}

Result<DeviceCeilings> measureCeilings(const std::string &device, const ProgramPaths &programs,
                                       const std::stop_token &stop)
{
    auto measured = device == "cpu" ? measureProcessors(usableProcessors(), stop)
                                    : measureGpu(device, programs, stop);
    if (!measured)
        return measured;
    measured->device = device;
    measured->takenAt = isoTime(systemClock().wallNow());
    if (const auto gpu = device == "cpu" ? std::nullopt : gpuDevice(device)) {
        measured->facts["power_limit_w"] = orNull(gpu->powerLimitW);
        measured->facts["max_sm_mhz"] = orNull(gpu->maxSmClockMhz);
        measured->facts["memory_mhz"] = orNull(gpu->memoryClockMhz);
        measured->facts["sm_mhz_after"] = orNull(gpu->smClockMhz);
    }
    if (const auto identity = identityOf(device)) {
        measured->deviceName = identity->name;
        measured->driver = identity->driver;
        // CUDA and NVML use the same UUID for a device; a MIG slice has its own in NVML.
        measured->uuid = identity->uuid;
    } else {
        measured->driver = "unknown";
    }
    return measured;
}

Result<KeptCeilings> calibrateDevice(const std::string &device, const std::stop_token &stop)
{
    const auto programs = findPrograms();
    if (!programs)
        return programs.error();
    auto ceilings = measureCeilings(device, *programs, stop);
    if (!ceilings)
        return ceilings.error();
    auto file = keepCeilings(*ceilings, ceilingsFolder());
    if (!file)
        return file.error();
    return KeptCeilings{std::move(*ceilings), std::move(*file)};
}

Result<fs::path> keepCeilings(const DeviceCeilings &ceilings, const fs::path &folder)
{
    if (folder.empty())
        return Error{.code = Errc::Environment,
                     .message = "there is no folder for measured ceilings",
                     .hint = "set HOME, XDG_DATA_HOME or KLOUPE_DATA"};
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return Error{Errc::Io, "cannot create the folder: " + failed.message(), folder.string(),
                     "set KLOUPE_DATA to a folder you may write"};
    fs::path file = fileOf({ceilings.deviceName, ceilings.uuid, ceilings.driver}, folder);
    if (Status written = writeFileAtomic(file, toJson(ceilings).dump(2) + "\n"); !written)
        return written.error();
    return file;
}

Result<std::optional<DeviceCeilings>> keptCeilings(const std::string &device,
                                                   const fs::path &folder)
{
    using Kept = std::optional<DeviceCeilings>;
    const auto identity = folder.empty() ? std::nullopt : identityOf(device);
    if (!identity)
        return Kept();
    const fs::path file = fileOf(*identity, folder);
    const auto text = readFile(file);
    if (!text)
        return text.error().code == Errc::NotFound ? Result<Kept>(Kept()) : text.error();
    const auto json = parseJson(*text, file.string());
    if (!json)
        return json.error();
    auto ceilings = ceilingsFromJson(*json, file.string());
    if (!ceilings)
        return ceilings.error();
    // The file name is only a digest, so the contents are compared.
    if (ceilings->deviceName != identity->name || ceilings->uuid != identity->uuid
        || ceilings->driver != identity->driver)
        return Kept();
    return Kept(std::move(*ceilings));
}

} // namespace loupe
