// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suites/layout/suitelayout.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Origin of a submission's text; some suites treat a file and a field of a record differently.
/// A folder (submissionfolder.h) is not cleaned.
enum class SubmissionForm { File, Field, Folder };

/// Applies the suite's own cleaning to a submission (specifications, "text cleaning"), including
/// its quirks: KernelBench-X ignores a bare fence, TritonBench keeps a closing one. TritonBench-G
/// also parses the result and reprints its functions, which is not reproduced here.
std::string textAsSuite(SuiteLayout layout, SubmissionForm form, const std::string &raw);

/// Applies our own cleaning. Of several fenced blocks it takes the longest that defines one of
/// `entries`, otherwise the longest. Removes reasoning in <think>, end-of-text tokens, and a test
/// after a separator. A text without fences is taken whole.
std::string tolerantText(const std::string &raw, const std::vector<std::string> &entries);

/// Returns the text without surrounding white space.
std::string_view trimmedView(std::string_view text);
std::string trimmed(std::string_view text);

/// Returns the text without any occurrence of `token`.
std::string without(std::string text, std::string_view token);

} // namespace loupe
