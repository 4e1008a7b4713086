// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/integrity/rule.h"
#include "core/integrity/sourcefacts.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/kerneltraits.h"
#include "core/model/record/sourcefiles.h"
#include "core/platforms/python/pythoninspector.h"

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Returns for each file of a submission whether its code may run when the first one, the entry, is
/// loaded. In doubt it may. `facts` has the facts of each Python file that could be parsed.
///
/// A Python file is left out if no file that runs imports it, has its name as a word, or has a word
/// of functions that load code by a computed name ("exec"). A document (.md, .rst) is left out if
/// the files that run do not have its name as a word, nor read files that they search.
std::vector<bool> reachedFiles(const std::vector<SourceFile> &files,
                               const std::vector<std::optional<PythonFacts>> &facts);

/// Result of reading a candidate's source.
struct SourceReading {
    std::vector<Finding> findings;
    KernelTraits traits;
};

/// Inspection of a candidate's source by the rules. Python facts come from an inspector, C++ and
/// CUDA are read as tokens. All files of a submission that is a folder are read, and lines count in
/// its joined text (core/model/record/sourcefiles.h). Thread-safe: the inspector is shared.
class SourceInspection
{
public:
    /// `python` is empty if no source is Python.
    explicit SourceInspection(std::optional<PythonInspector::Settings> python = {});
    ~SourceInspection();

    /// Reads a source by the static rules. `language` is the candidate's ("python", "cpp", "cuda").
    /// Returns nothing for an invalid Python source, because building it reports the error.
    Result<SourceReading> read(const std::string &source, const std::string &language,
                               const std::string &entry, LibraryPolicy policy,
                               const std::stop_token &stop);

    /// Reads a recorded source, whose `language` may be the kernel's rather than the file's. Uses
    /// Python if it is valid Python, else C++ if it is not labelled Python. The judged entry is
    /// ModelNew if there is one, else whatever the source offers.
    Result<SourceReading> readRecorded(const std::string &source, const std::string &language,
                                       const std::stop_token &stop);

private:
    Result<PythonFacts> pythonFacts(const std::string &source, const std::string &entry,
                                    const std::stop_token &stop);
    Result<PythonFacts> factsOfFiles(const std::vector<SourceFile> &files, const std::string &entry,
                                     const std::stop_token &stop);
    Result<PythonFacts> factsOfOne(const std::string &source, const std::string &entry,
                                   const std::stop_token &stop);

    std::optional<PythonInspector::Settings> m_python;
    std::mutex m_mutex;
    std::unique_ptr<PythonInspector> m_inspector;
};

/// Reads a native source by the static rules.
SourceReading readNative(const std::string &source, LibraryPolicy policy);

/// Returns the rules' findings in the measurements of an evaluation: kernels and marks.
std::vector<Finding> runtimeFindings(const Evaluation &evaluation, LibraryPolicy policy);

/// Adds findings of the rules to an evaluation, and weighs all its findings by the measurements.
/// Sets the flag "suspicion" or "proof" if any finding has that severity.
void addFindings(Evaluation &evaluation, std::vector<Finding> findings);

/// Adds the result of reading the source to an evaluation that has not been measured.
void addReading(Evaluation &evaluation, SourceReading reading);

/// Adds findings and traits from measurements to an evaluation that has ended.
void addMeasured(Evaluation &evaluation, LibraryPolicy policy);

} // namespace loupe
