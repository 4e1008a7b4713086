// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace loupe {

/// Random generator of a tensor's elements; tasks/README.md defines each kind.
struct Generator {
    std::string name; ///< name of a distribution: "spiky"; empty for an input's own generator
    std::string kind; ///< "normal", "spiky", "integers", "spd", …
    std::map<std::string, double> numbers;       ///< "mean", "probability", …
    std::map<std::string, std::string> formulas; ///< bounds given as formulas over the dims
    bool exact = false;                          ///< outputs must be equal under this distribution
};

} // namespace loupe
