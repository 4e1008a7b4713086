// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One file of a submission that is a folder.
struct SourceFile {
    std::string path; ///< relative to the folder, with "/": "kernels/softmax.cu"
    std::string text;
    int firstLine = 1; ///< line of the joined text (1-based) at which the file begins
    friend bool operator==(const SourceFile &, const SourceFile &) = default;
};

/// Joins the files of a folder into one text, which is the candidate's source: it is stored, hashed
/// and sent like a single file. The entry comes first, the others in the given order. Each file has
/// a header line with its path and size. The paths must be accepted by pathProblem() and distinct.
std::string joinedFiles(const std::vector<SourceFile> &files);

/// Splits a text of joinedFiles(), entry first. Returns nothing for any other text, which is a
/// single file: also if a header, a size or a path is not exactly as joinedFiles() writes it.
std::optional<std::vector<SourceFile>> splitFiles(std::string_view source);

/// Returns why a path cannot name a file of a submission: "leads out of the folder"; empty if it
/// can.
std::string pathProblem(std::string_view path);

/// Returns whether a file of this name is source code: Python, C++, CUDA, or a header.
bool isSourceName(std::string_view path);

/// Returns the first name of a Python module: "utils" of "utils.check", "helper" of ".helper".
std::string_view firstModuleName(std::string_view module);

/// Returns the file that contains a line (1-based) of the joined text; null in front of the first.
const SourceFile *fileAtLine(const std::vector<SourceFile> &files, int line);

} // namespace loupe
