// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/formula.h"

#include <cmath>

#include <muParser.h>

namespace loupe {

namespace {
double floorOf(double value)
{
    return std::floor(value);
}
double ceilOf(double value)
{
    return std::ceil(value);
}
} // namespace

Result<double> evaluateFormula(const std::string &formula,
                               const std::map<std::string, double> &variables)
{
    try {
        mu::Parser parser;
        parser.DefineFun("floor", floorOf);
        parser.DefineFun("ceil", ceilOf);
        for (const auto &[name, value] : variables)
            parser.DefineConst(name, value);
        parser.SetExpr(formula);
        const double value = parser.Eval();
        if (!std::isfinite(value))
            return Error{Errc::InvalidInput, "the formula \"" + formula + "\" is not finite"};
        return value;
    } catch (const mu::ParserError &error) {
        return Error{Errc::InvalidInput,
                     "the formula \"" + formula + "\" is not valid: " + error.GetMsg()};
    }
}

Result<std::int64_t> evaluateExtent(const std::string &formula,
                                    const std::map<std::string, double> &variables)
{
    const Result<double> value = evaluateFormula(formula, variables);
    if (!value)
        return value.error();
    constexpr double largest = 1099511627776.0; // 2^40: larger than any tensor of this suite
    if (*value < 0 || *value > largest || std::floor(*value) != *value)
        return Error{Errc::InvalidInput,
                     "the formula \"" + formula + "\" gives " + std::to_string(*value)
                         + ", which is not a size"};
    return static_cast<std::int64_t>(*value);
}

} // namespace loupe
