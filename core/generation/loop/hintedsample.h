// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/dialogue.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// The sample that a hinted program belongs to, in the run of hinted programs.
struct HintedSample {
    std::string run;    ///< hintedName() of the program's
    std::string method; ///< the same
    bool isRunThere = false;
    /// What the run has of the method, of all tasks.
    std::vector<Candidate> earlier;
    /// The program that the hint is about, as it stands there.
    Candidate parent;
    /// Its dialogue so far, ready to go on; `sample` is where it stands.
    Dialogue dialogue;
    int round = 0; ///< of the program that is asked for
};

/// Finds the sample's place: where this program stands there already it goes on, else a sample of
/// its own begins with it, under its own number where that is free. `asked`: the conversation that
/// the program comes from.
Result<HintedSample> hintedSample(StoreReader &reader, const EvaluationDetail &detail,
                                  const Dialogue &asked);

} // namespace loupe
