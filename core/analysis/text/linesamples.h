// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/generatedcode.h"
#include "core/model/device/kernelprofile.h"
#include "core/model/record/candidate.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// Samples of the instructions on one line of a text.
struct LineSamples {
    std::int64_t samples = 0;
    double share = 0.0; ///< of all samples of the profile, 0 to 1
    std::map<std::string, std::int64_t> byReason;

    /// Returns the reason for which warps waited most often; "selected" if they never waited, and
    /// empty without samples.
    std::string mainReason() const;
};

/// Returns the last profile with samples of instructions; empty if there is none.
std::vector<InstructionSamples> lastSamples(const std::vector<CounterProfile> &profiles);

/// Returns for each generated text the samples by line; empty for texts without any. Samples are
/// placed by the name of the function and the addresses in machine code. Of kernels with one name,
/// a profile's module belongs to the one that ends soonest after its last sampled instruction.
/// Pure.
std::vector<std::vector<LineSamples>>
samplesByGeneratedLine(const std::vector<GeneratedCode> &code,
                       const std::vector<InstructionSamples> &samples);

/// Returns the samples by line (1-based) of the candidate's source, as far as machine code names
/// its line. Pure.
std::map<int, LineSamples> samplesBySourceLine(const std::vector<GeneratedCode> &code,
                                               const Candidate &candidate,
                                               const std::vector<InstructionSamples> &samples);

/// Does the same with what samplesByGeneratedLine() returned for them, which reads all machine
/// code. Pure.
std::map<int, LineSamples> samplesBySourceLine(const std::vector<GeneratedCode> &code,
                                               const Candidate &candidate,
                                               const std::vector<InstructionSamples> &samples,
                                               const std::vector<std::vector<LineSamples>> &byText);

LineSamples sumOf(const std::vector<LineSamples> &lines);

/// Returns the share and the main reason, "12.3 % long_scoreboard"; empty without samples.
std::string samplesText(const LineSamples &line);

} // namespace loupe
