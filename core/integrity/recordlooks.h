// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/recordfinding.h"

namespace loupe {

// Rules of the record layer, by the data that they compare; recordaudit.cpp describes their proofs.

// Rounds of one kernel (recordsteps.cpp).
std::vector<RecordFinding> lookForNoiseIncreases(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForFlakyOutcomes(std::span<const RecordedState> states);
// Averages and rates of rounds and runs (recordrounds.cpp).
std::vector<RecordFinding> lookForCompositionEffects(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForDifferentDenominators(std::span<const RecordedState> states);
// Baselines of speedups (recordbaselines.cpp).
std::vector<RecordFinding> lookForDifferentBaselines(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForForeignBaselines(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForCopiedBaselines(std::span<const RecordedState> states);
// Times alone and compared with others (recordtimes.cpp, recordoutliers.cpp).
std::vector<RecordFinding> lookForMissingTimes(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForImpossibleTimes(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForOutlyingTimes(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForOutlyingSpeedups(std::span<const RecordedState> states);
// Speedups compared with the times and other speedups of the same kernel (recordspeedups.cpp).
std::vector<RecordFinding> lookForSpeedupsOfOne(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForContradictingSpeedups(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForContradictingScores(std::span<const RecordedState> states);
// Remarks of harnesses and imports (recordflags.cpp).
std::vector<RecordFinding> lookForScoresWithoutCode(std::span<const RecordedState> states);
std::vector<RecordFinding> lookForExcessiveSpeedups(std::span<const RecordedState> states);
// Results that are in two runs (recordcopies.cpp).
std::vector<RecordFinding> lookForRepeatedRecords(const AuditedRecords &records);
// Golden records (recordgolden.cpp, recordwork.cpp).
std::vector<RecordFinding> lookForCopiedGolden(const AuditedRecords &records);
std::vector<RecordFinding> lookForImpossibleBandwidths(const AuditedRecords &records);
std::vector<RecordFinding> lookForOutlyingGolden(const AuditedRecords &records);
std::vector<RecordFinding> lookForDroppedWork(const AuditedRecords &records);

} // namespace loupe
