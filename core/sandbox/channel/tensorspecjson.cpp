// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/tensorspecjson.h"

namespace loupe {

namespace {
constexpr std::size_t maxAxes = 32;
constexpr std::size_t maxTensors = 8192; // as in the weights of a large model; each is a mapping
constexpr std::int64_t maxBytes = 1LL << 40;

Error notSpecs()
{
    return Error{Errc::Corrupt, "a message's tensor list is not one"};
}

Result<TensorSpec> tensorSpecFromJson(const Json &json)
{
    if (!json.is_object() || !json.contains("name") || !json.contains("dtype")
        || !json.contains("shape") || !json["name"].is_string() || !json["dtype"].is_string()
        || !json["shape"].is_array() || json["shape"].size() > maxAxes)
        return notSpecs();
    const auto dtype = dtypeFromName(json["dtype"].get_ref<const std::string &>());
    if (!dtype)
        return notSpecs();
    TensorSpec spec{json["name"].get<std::string>(), *dtype, {}};
    for (const Json &extent : json["shape"]) {
        if (!extent.is_number_integer())
            return notSpecs();
        spec.shape.push_back(extent.get<std::int64_t>());
    }
    if (const Status checked = checkTensorSpec(spec); !checked)
        return notSpecs();
    return spec;
}
} // namespace

Json toJson(std::span<const TensorSpec> specs)
{
    Json list = Json::array();
    for (const TensorSpec &spec : specs)
        list.push_back(
            {{"name", spec.name}, {"dtype", std::string(name(spec.dtype))}, {"shape", spec.shape}});
    return list;
}

Result<std::vector<TensorSpec>> tensorSpecsFromJson(const Json &json)
{
    if (!json.is_array() || json.size() > maxTensors)
        return notSpecs();
    std::vector<TensorSpec> specs;
    for (const Json &entry : json) {
        Result<TensorSpec> spec = tensorSpecFromJson(entry);
        if (!spec)
            return spec.error();
        specs.push_back(std::move(spec).value());
    }
    return specs;
}

Status checkTensorSpec(const TensorSpec &spec)
{
    std::int64_t bytes = byteSize(spec.dtype);
    for (const std::int64_t extent : spec.shape) {
        if (extent < 0 || __builtin_mul_overflow(bytes, extent, &bytes) || bytes > maxBytes)
            return Error{Errc::InvalidInput,
                         "the shape of tensor \"" + spec.name
                             + "\" has a negative extent or more than 1 TiB"};
    }
    return {};
}

} // namespace loupe
