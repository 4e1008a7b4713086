// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/hostprotocol.h"

#include "core/sandbox/channel/tensorspecjson.h"

namespace loupe {

namespace {
Error notOurs(const char *what, const std::string &detail)
{
    return Error{.code = Errc::Corrupt, .message = std::string("not ") + what, .detail = detail};
}
} // namespace

HostTrial hostTrial(const TrialSpec &trial)
{
    HostTrial out;
    for (const TrialInput &input : trial.inputs)
        out.inputs.push_back(input.spec);
    for (const TrialOutput &output : trial.outputs)
        out.outputs.push_back(output.spec);
    out.attributes = trial.attributes;
    return out;
}

Json toJson(const HostTrial &trial)
{
    return {{"inputs", toJson(std::span(trial.inputs))},
            {"outputs", toJson(std::span(trial.outputs))},
            {"attributes", trial.attributes}};
}

Result<HostTrial> hostTrialFromJson(const Json &json)
{
    try {
        Result<std::vector<TensorSpec>> inputs = tensorSpecsFromJson(json.at("inputs"));
        Result<std::vector<TensorSpec>> outputs = tensorSpecsFromJson(json.at("outputs"));
        if (!inputs || !outputs)
            return inputs ? outputs.error() : inputs.error();
        return HostTrial{std::move(inputs).value(), std::move(outputs).value(),
                         json.at("attributes").get<std::vector<double>>()};
    } catch (const Json::exception &error) {
        return notOurs("a trial", error.what());
    }
}

Json toJson(const std::vector<Drawing> &drawings)
{
    Json list = Json::array();
    for (const Drawing &drawing : drawings)
        list.push_back({{"kind", drawing.generator.kind},
                        {"numbers", drawing.generator.numbers},
                        {"seed", drawing.seed}});
    return list;
}

Result<std::vector<Drawing>> drawingsFromJson(const Json &json)
{
    try {
        std::vector<Drawing> drawings;
        for (const Json &entry : json) {
            Drawing drawing;
            entry.at("kind").get_to(drawing.generator.kind);
            entry.at("numbers").get_to(drawing.generator.numbers);
            entry.at("seed").get_to(drawing.seed);
            drawings.push_back(std::move(drawing));
        }
        return drawings;
    } catch (const Json::exception &error) {
        return notOurs("a list of drawings", error.what());
    }
}

DeclaredDtype declaredDtype(DType dtype)
{
    return {dlpackCode(dtype), 8 * byteSize(dtype)};
}

} // namespace loupe
