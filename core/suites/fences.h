// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suites/suitelayout.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Where a submission's text comes from; some suites treat the two differently.
enum class SubmissionForm { File, Field };

/// What the suite's own cleaning leaves of a submission (specifications, "text cleaning"), with its
/// quirks: KernelBench-X makes nothing of a bare fence, TritonBench keeps a closing one.
/// TritonBench-G also takes the result apart and prints its functions anew, which is not done here.
std::string textAsSuite(SuiteLayout layout, SubmissionForm form, const std::string &raw);

/// What our own cleaning leaves: of several fenced blocks the longest that defines one of
/// `entries`, otherwise the longest; without reasoning in <think>, end-of-text tokens, and a test
/// that follows a separator. A text without fences is taken whole.
std::string tolerantText(const std::string &raw, const std::vector<std::string> &entries);

/// Without the white space around it.
std::string trimmed(std::string_view text);

/// Without any of these tokens.
std::string without(std::string text, std::string_view token);

} // namespace loupe
