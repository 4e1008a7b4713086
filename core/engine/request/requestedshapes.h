// SPDX-License-Identifier: Apache-2.0
//
// Further shapes of a run's tasks. A file of shapes is a JSON object. It gives for a task, by its
// name, its number ("level1/19") or its file, a list of shapes. A shape is an object of
// module-level constants of the task's file with other values: numbers, or lists of numbers.
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/suites/layout/benchmark.h"

#include <string>

namespace loupe {

/// Reads the file that the request names, if it names one, into the request. Otherwise checks the
/// shapes that the request has, and writes them as it does those of a file, so that equal ones have
/// one digest. InvalidInput with the place in the text if it is not one of shapes.
Status readShapes(PythonRequest &python);

/// Gives the tasks of the benchmark the shapes of the request. InvalidInput for a task or a
/// constant that it lacks, Unsupported for a suite or a request that cannot have shapes.
Status chooseShapes(const PythonRequest &python, Benchmark &benchmark);

/// Returns the first eight digits of the shapes' digest; empty for none. Results of runs with
/// different digests are never compared.
std::string shapesDigest(const std::string &shapes);

} // namespace loupe
