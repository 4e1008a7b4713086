// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/inputs/generators.h"
#include "core/suites/nativetask.h"

#include <string>
#include <vector>

namespace loupe {

// What the engine and kloupe-host say to each other. Every request has an "id" that the answer
// repeats; ids are random, so that an answer cannot be written before its question.
//
// Host, once:   {"ready":true} | {"load_error":text} | {"missing_symbol":true}
//               | {"device_error":text}: the GPU cannot be started
// Engine:       {"id","prepare":{inputs,outputs,attributes},"slots"} + descriptors of inputs and
//               outputs, each with the tensors of so many calls; on a GPU of one
// Subject:      {"id","ok":true} | {"id","error":text} | on a GPU {"id","cuda_error"…}, as below
//               On the processor it then answers on the call line (callline.h), a block of calls
//               to each request, until it is to talk again; a message goes before an answer that
//               needs words, without an id: {"returned"…}, {"exception"…} or {"error"…}, as here:
// Engine:       {"id","call":1}, to a subject on a GPU; 0: an answer
// Subject:      {"id","returned":code[,"declared":[{dtype,shape}]]}
//               | {"id","exception":"memory"|"processes"|"other","what":text}
//               On a GPU also "cuda_error":{code,text}: what the call left; "damage":{tensor,
//               distance}: a write beside a tensor, inputs count first (guardedlayout.h);
//               "changed_input":{index,byte}
// Engine:       {"id","time":{calls,method,flush_bytes,rotate,rotate_bytes}}, to a subject on a GPU
// Subject:      as to a call, and {copies,host_ms:[ms],events_ms:[ms],recorded}: as far as the
//               method knows them (pythonhost.h, `time`)
// Engine:       {"id","settle":true}, to a subject on a GPU: it waits for the device
// Subject:      as to a call; what is recorded is handed over
// Engine:       {"id","place":true}, to a subject on a GPU: the inputs as they are now go there,
//               and poison to the outputs; {"id","outputs":true}: what is there comes back
// Subject:      as to a call
// Engine:       {"id","draw":{inputs,drawings,outputs,attributes}} + descriptors, to an oracle
// Oracle:       {"id","ok":true} | {"id","error":text}

/// The tensors and attributes of one trial, without anything that tells what is expected.
struct HostTrial {
    std::vector<TensorSpec> inputs;
    std::vector<TensorSpec> outputs;
    std::vector<double> attributes;
};

HostTrial hostTrial(const TrialSpec &trial);
Json toJson(const HostTrial &trial);
Result<HostTrial> hostTrialFromJson(const Json &json);

/// How an input is drawn: its generator and the seed of its own.
struct Drawing {
    Generator generator;
    std::string seed;
};
Json toJson(const std::vector<Drawing> &drawings);
Result<std::vector<Drawing>> drawingsFromJson(const Json &json);

/// A code and bits as DLPack writes dtypes; `dlCode`, bits of one element.
struct DeclaredDtype {
    int code = 0;
    int bits = 0;
    friend bool operator==(const DeclaredDtype &, const DeclaredDtype &) = default;
};
DeclaredDtype declaredDtype(DType dtype);

} // namespace loupe
