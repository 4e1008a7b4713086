// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/integrity/rule.h"
#include "core/model/evaluation.h"
#include "core/model/kerneltraits.h"
#include "core/platforms/python/pythoninspector.h"

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// What reading a candidate's source showed.
struct SourceReading {
    std::vector<Finding> findings;
    KernelTraits traits;
};

/// A candidate's source as rules see it: facts of Python by an inspector, of C++ and CUDA by
/// reading tokens. Thread-safe: the inspector is shared.
class SourceInspection
{
public:
    /// `python`: empty for sources that are not Python only.
    explicit SourceInspection(std::optional<PythonInspector::Settings> python = {});
    ~SourceInspection();

    /// Reads a source by the static rules. `language` is the candidate's ("python", "cpp", "cuda").
    /// A Python source that is none shows nothing: building it says so.
    Result<SourceReading> read(const std::string &source, const std::string &language,
                               const std::string &entry, LibraryPolicy policy,
                               const std::stop_token &stop);

    /// Reads a recorded source, whose `language` may be the kernel's rather than the file's:
    /// Python wherever it is valid Python, else C++ where it is not said to be Python. The judged
    /// entry is ModelNew where there is one, else whatever the source offers.
    Result<SourceReading> readRecorded(const std::string &source, const std::string &language,
                                       const std::stop_token &stop);

private:
    Result<PythonFacts> pythonFacts(const std::string &source, const std::string &entry,
                                    const std::stop_token &stop);

    std::optional<PythonInspector::Settings> m_python;
    std::mutex m_mutex;
    std::unique_ptr<PythonInspector> m_inspector;
};

/// Reads a native source by the static rules.
SourceReading readNative(const std::string &source, LibraryPolicy policy);

/// What rules find in what was measured of an evaluation: kernels and marks.
std::vector<Finding> runtimeFindings(const Evaluation &evaluation, LibraryPolicy policy);

/// Adds what rules found to an evaluation, weighs all of its findings by what was measured, and
/// sets the flag "suspicion" or "proof" where the gravest is one.
void addFindings(Evaluation &evaluation, std::vector<Finding> findings);

/// Adds what its source showed to an evaluation that has not been measured.
void addReading(Evaluation &evaluation, SourceReading reading);

/// Adds what was measured to an evaluation that has ended: findings and traits.
void addMeasured(Evaluation &evaluation, LibraryPolicy policy);

} // namespace loupe
