// SPDX-License-Identifier: Apache-2.0
#include "core/executors/evaluationjson.h"

#include "core/base/fieldlisting.h"
#include "core/model/record/evaluationfields.h"

namespace loupe {

Json evaluationToJson(const Evaluation &evaluation)
{
    return fieldsToJson(evaluation);
}

Result<Evaluation> evaluationFromJson(const Json &json)
{
    Evaluation evaluation;
    if (Status read = readFields(json, "evaluation", MissingFields::Refused, evaluation); !read)
        return read.error();
    return evaluation;
}

Json runToJson(const Run &run)
{
    return fieldsToJson(run);
}

Result<Run> runFromJson(const Json &json)
{
    Run run;
    if (Status read = readFields(json, "run", MissingFields::Refused, run); !read)
        return read.error();
    return run;
}

} // namespace loupe
