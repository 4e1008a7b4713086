// SPDX-License-Identifier: Apache-2.0
#include "core/judge/nestedtraits.h"

#include "core/judge/numbercomparison.h"

#include <algorithm>
#include <functional>
#include <map>

namespace loupe {

std::string shapeText(std::span<const std::int64_t> shape)
{
    std::string text;
    for (const std::int64_t extent : shape) {
        text += text.empty() ? "" : ", ";
        text += std::to_string(extent);
    }
    return "(" + text + ")";
}

std::string layoutText(const Value &tensor)
{
    return tensor.layout.empty() ? "dense" : clipped(tensor.layout, maxPath);
}

std::string typeText(const Value &tensor, const TensorSpec &spec)
{
    return tensor.elementType.empty() ? std::string(name(spec.dtype))
                                      : clipped(tensor.elementType, maxPath);
}

std::optional<DType> judgedAs(const Value &tensor)
{
    static const std::map<std::string, DType, std::less<>> types{
        {"complex32", DType::Float16},
        {"float8_e4m3fnuz", DType::Float8E4M3},
        {"float8_e5m2fnuz", DType::Float8E5M2},
    };
    const auto found = types.find(tensor.elementType);
    return found == types.end() ? std::nullopt : std::optional(found->second);
}

bool overlaps(const Value &tensor, const std::vector<std::int64_t> &shape)
{
    for (std::size_t axis = 0; axis < tensor.strides.size() && axis < shape.size(); ++axis) {
        if (tensor.strides[axis] == 0 && shape[axis] > 1)
            return true;
    }
    return false;
}

bool holdsTensor(const Value &value)
{
    return value.kind == Value::Kind::Tensor || value.kind == Value::Kind::Array
        || std::ranges::any_of(value.items, holdsTensor);
}

bool holdsNothing(const Value &value, std::span<const TensorSpec> tensors)
{
    const bool isTensor = value.kind == Value::Kind::Tensor || value.kind == Value::Kind::Array;
    if (isTensor)
        return value.tensor < tensors.size() && tensors[value.tensor].elements() == 0;
    if (value.items.empty())
        return value.kind == Value::Kind::None || value.kind == Value::Kind::List
            || value.kind == Value::Kind::Tuple || value.kind == Value::Kind::Dict;
    return std::all_of(value.items.begin(), value.items.end(),
                       [&](const Value &item) { return holdsNothing(item, tensors); });
}

bool requiresGradient(const Value &value)
{
    return value.requiresGrad || std::ranges::any_of(value.items, requiresGradient);
}

} // namespace loupe
