// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/inputs/generators.h"
#include "core/suites/native/nativetask.h"

#include <string>
#include <vector>

namespace loupe {

// Protocol between the engine and kloupe-host. Every request has an "id" that the answer repeats;
// ids are random, so that an answer cannot be written in advance.
//
// Host, once:   {"ready":true} | {"load_error":text} | {"missing_symbol":true}
//               | {"device_error":text}: the GPU cannot be started
// Engine:       {"id","prepare":{inputs,outputs,attributes},"slots"} + descriptors of inputs and
//               outputs, each with the tensors of `slots` calls; on a GPU of one call
// Subject:      {"id","ok":true} | {"id","error":text} | on a GPU {"id","cuda_error"…}, as below
//               On the processor it then answers on the call line (callline.h), one block of calls
//               per request, until LineRequest::Talk. A message without an id precedes an answer
//               that has details: {"returned"…}, {"exception"…} or {"error"…}, as here:
// Engine:       {"id","call":1}, to a subject on a GPU; 0: an answer without a call
// Subject:      {"id","returned":code[,"declared":[{dtype,shape}]]}
//               | {"id","exception":"memory"|"processes"|"other","what":text}
//               On a GPU also "cuda_error":{code,text}: left by the call; "damage":{tensor,
//               distance}: an out-of-bounds write, inputs first (guardedlayout.h);
//               "changed_input":{index,byte}
// Engine:       {"id","time":{calls,method,flush_bytes}}, to a subject on a GPU
// Subject:      as to a call, and {host_ms:[ms],events_ms:[ms],recorded}: as available
//               from the method (pythonhost.h, `time`)
// Engine:       {"id","settle":true}, to a subject on a GPU: it waits for the device
// Subject:      as to a call; delivers the recorded activity
// Engine:       {"id","place":true}, to a subject on a GPU: copies the current inputs there and
//               poisons the outputs; {"id","outputs":true}: copies the outputs back
// Subject:      as to a call
// Engine:       {"id","draw":{inputs,drawings,outputs,attributes}} + descriptors, to an oracle
// Oracle:       {"id","ok":true} | {"id","error":text}

/// Tensors and attributes of one trial, without any hint at the expected outputs.
struct HostTrial {
    std::vector<TensorSpec> inputs;
    std::vector<TensorSpec> outputs;
    std::vector<double> attributes;
};

HostTrial hostTrial(const TrialSpec &trial);
Json toJson(const HostTrial &trial);
Result<HostTrial> hostTrialFromJson(const Json &json);

/// Generator and seed of one input.
struct Drawing {
    Generator generator;
    std::string seed;
};
Json toJson(const std::vector<Drawing> &drawings);
Result<std::vector<Drawing>> drawingsFromJson(const Json &json);

/// dtype as code and bits of one element, in DLPack's encoding.
struct DeclaredDtype {
    int code = 0;
    int bits = 0;
    friend bool operator==(const DeclaredDtype &, const DeclaredDtype &) = default;
};
DeclaredDtype declaredDtype(DType dtype);

} // namespace loupe
