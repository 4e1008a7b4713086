// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/dialogue.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Sample of a hinted program in the run of hinted programs.
struct HintedSample {
    std::string run;    ///< name of the program's run, with ", hinted"
    std::string method; ///< name of the program's method, with ", hinted"
    bool isRunThere = false;
    /// All candidates of the method in that run.
    std::vector<Candidate> earlier;
    /// Program that the hint is about, as part of that run.
    Candidate parent;
    /// Its dialogue so far; `sample` is its number in that run.
    Dialogue dialogue;
    int round = 0; ///< of the requested program
};

/// Finds the sample: an existing one of this program, or else a new one that begins with it, with
/// the same number if that is free. `asked` is the conversation in which the program was written.
Result<HintedSample> hintedSample(StoreReader &reader, const EvaluationDetail &detail,
                                  const Dialogue &asked);

} // namespace loupe
