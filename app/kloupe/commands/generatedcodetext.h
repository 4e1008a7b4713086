// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/text/linesamples.h"
#include "core/base/json.h"
#include "core/model/device/generatedcode.h"

#include <string>
#include <vector>

namespace loupe::cli {

/// Returns one line for each kernel: its registers, its memory and the kinds of texts. Reasons of
/// missing texts have lines of their own.
std::vector<std::string> generatedCodeLines(const std::vector<GeneratedCode> &code);

/// Returns the same data as a JSON array. Texts are included only for the kind `withText`.
Json generatedCodeJson(const std::vector<GeneratedCode> &code, const std::string &withText);

/// Returns the text with the samples before each line; the text itself if there are none.
std::string textWithSamples(const std::string &text, const std::vector<LineSamples> &samples);

} // namespace loupe::cli
