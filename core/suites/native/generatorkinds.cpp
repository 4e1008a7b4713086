// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/generatorkinds.h"

#include "core/suites/native/formula.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace loupe {

namespace {

struct Kind {
    std::string_view name;
    std::array<std::string_view, 2> fields; ///< required; empty = none
    bool formulas;                          ///< fields may be formulas in quotes
};

constexpr std::array kinds{
    Kind{"normal", {"mean", "stddev"}, false},
    Kind{"spiky", {"probability", "scale"}, false},
    Kind{"heavy_tailed", {"degrees_of_freedom", ""}, false},
    Kind{"uniform", {"low", "high"}, false},
    Kind{"integers", {"low", "high"}, true},
    Kind{"positive", {"low", "high"}, false},
    Kind{"mask", {"probability", ""}, false},
    Kind{"constant", {"value", ""}, true},
    Kind{"permutation", {"", ""}, false},
    Kind{"sorted", {"low", "high"}, false},
    Kind{"probabilities", {"", ""}, false},
    Kind{"spd", {"", ""}, false},
    Kind{"well_conditioned", {"", ""}, false},
    Kind{"lower_triangular", {"", ""}, false},
    Kind{"bits", {"", ""}, false},
};

const Kind *findKind(const std::string &name)
{
    const auto it = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const Kind &kind) { return kind.name == name; });
    return it == kinds.end() ? nullptr : &*it;
}

void checkNumbers(const JsonReader &reader, const Generator &generator)
{
    const auto value = [&](const char *field) {
        const auto it = generator.numbers.find(field);
        return it == generator.numbers.end() ? std::optional<double>() : it->second;
    };
    if (const auto p = value("probability"); p && (*p < 0.0 || *p > 1.0))
        reader.problem("probability", "must lie between 0 and 1");
    if (const auto s = value("stddev"); s && *s < 0.0)
        reader.problem("stddev", "must not be negative");
    if (const auto d = value("degrees_of_freedom"); d && *d <= 0.0)
        reader.problem("degrees_of_freedom", "must be positive");
    const auto low = value("low");
    const auto high = value("high");
    if (low && high && *low > *high)
        reader.problem("high", "must not be below low");
    if (generator.kind == "positive" && low && *low <= 0.0)
        reader.problem("low", "must be positive");
}

} // namespace

Generator readGenerator(const JsonReader &reader)
{
    Generator generator;
    generator.name = reader.optionalString("name");
    generator.kind = reader.requiredString("kind");
    generator.exact = reader.optionalBool("exact", false);
    const Kind *kind = findKind(generator.kind);
    if (kind == nullptr) {
        if (!generator.kind.empty())
            reader.problem("kind", "\"" + generator.kind + "\" is not a generator");
        return generator;
    }
    reader.allowOnly({"name", "kind", "exact", kind->fields[0], kind->fields[1]});
    for (const std::string_view field : kind->fields) {
        if (field.empty())
            continue;
        const bool isFormula = kind->formulas && reader.has(field)
            && reader.json().at(std::string(field)).is_string();
        if (isFormula)
            generator.formulas[std::string(field)] = reader.requiredString(field);
        else
            generator.numbers[std::string(field)] = reader.requiredNumber(field);
    }
    checkNumbers(reader, generator);
    return generator;
}

Result<Generator> resolveGenerator(const Generator &generator,
                                   const std::map<std::string, double> &variables)
{
    Generator resolved = generator;
    for (const auto &[field, formula] : generator.formulas) {
        const auto value = evaluateFormula(formula, variables);
        if (!value)
            return value.error();
        resolved.numbers[field] = *value;
    }
    resolved.formulas.clear();
    return resolved;
}

} // namespace loupe
