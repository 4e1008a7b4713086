// SPDX-License-Identifier: Apache-2.0
#include "core/judge/numbercomparison.h"

#include "core/judge/closeness.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <limits>

namespace loupe {

namespace {

constexpr std::size_t shownText = 40; ///< bytes of a text in a message

/// Returns a whole number without the sign of zero and leading zeros, so that texts compare.
std::string wholeDigits(const std::string &text)
{
    const bool negative = text.starts_with('-');
    const std::size_t first = text.find_first_not_of("+-0");
    if (first == std::string::npos)
        return "0";
    return (negative ? "-" : "") + text.substr(first);
}

bool isWhole(double value)
{
    return std::isfinite(value) && value == std::floor(value);
}

/// Returns the exact digits of a whole double.
std::string wholeDigits(double value)
{
    std::array<char, 400> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.0f", value);
    return wholeDigits(std::string(text.data(), static_cast<std::size_t>(length)));
}

/// Numpy type, for its order of promotion.
struct NumpyType {
    bool isReal = false;
    bool isComplex = false;
    bool isObject = false; ///< whole number beyond 64 bits
    int bits = 64;
};

NumpyType typeOf(const Value &number)
{
    NumpyType type;
    type.isReal = number.kind == Value::Kind::Real;
    type.isComplex = number.kind == Value::Kind::Complex;
    constexpr std::string_view numpy = "numpy.";
    if (number.type.starts_with(numpy)) {
        const std::size_t digits = number.type.find_first_of("0123456789");
        if (digits != std::string::npos)
            std::from_chars(number.type.data() + digits, number.type.data() + number.type.size(),
                            type.bits);
        if (type.isComplex)
            type.bits /= 2;
    } else if (number.kind == Value::Kind::Integer) {
        type.isObject = wholeDigits(number.text).size() > 19;
    }
    return type;
}

/// Returns the bits of the common real floating type; 0 if the common type is another one.
int promotedBits(const NumpyType &a, const NumpyType &b)
{
    if (a.isComplex || b.isComplex || a.isObject || b.isObject || (!a.isReal && !b.isReal))
        return 0;
    const auto asReal = [](const NumpyType &type) {
        if (type.isReal)
            return type.bits;
        return type.bits <= 8 ? 16 : type.bits <= 16 ? 32 : 64;
    };
    return std::max(asReal(a), asReal(b));
}

bool equalAsPython(const Value &a, const Value &b)
{
    if (a.kind == Value::Kind::Complex || b.kind == Value::Kind::Complex) {
        const double imaginaryA = a.kind == Value::Kind::Complex ? a.imaginary : 0.0;
        const double imaginaryB = b.kind == Value::Kind::Complex ? b.imaginary : 0.0;
        return asDouble(a) == asDouble(b) && imaginaryA == imaginaryB;
    }
    if (a.kind == Value::Kind::Real && b.kind == Value::Kind::Real)
        return a.real == b.real;
    const std::string identity = keyIdentity(a);
    return identity == keyIdentity(b) && identity.find("nan") == std::string::npos;
}

template <typename Close>
bool closeAs(const Value &expected, const Value &actual, const Tolerance &tolerance)
{
    // numpy scales by the expectation and rounds the tolerances to its type
    const Close close(tolerance, NestedRule::Scale::Expected, true);
    if constexpr (std::is_same_v<Close, RealCloseness<double>>)
        return close(asDouble(expected), asDouble(actual));
    else
        return close(static_cast<float>(asDouble(expected)), static_cast<float>(asDouble(actual)));
}

bool hasNan(const Value &number)
{
    return (number.kind == Value::Kind::Real || number.kind == Value::Kind::Complex)
        && (std::isnan(number.real)
            || (number.kind == Value::Kind::Complex && std::isnan(number.imaginary)));
}

} // namespace

bool isNumber(const Value &value)
{
    return value.kind == Value::Kind::Bool || value.kind == Value::Kind::Integer
        || value.kind == Value::Kind::Real || value.kind == Value::Kind::Complex;
}

bool numbersAgree(const Value &expected, const Value &actual, const NestedRule &rule)
{
    if (equalAsPython(expected, actual))
        return true;
    const bool isBool = expected.kind == Value::Kind::Bool || actual.kind == Value::Kind::Bool;
    if (rule.numbers == NestedRule::Numbers::Equal || isBool)
        return false;
    if (hasNan(expected) && hasNan(actual))
        return rule.equalNan;
    switch (promotedBits(typeOf(expected), typeOf(actual))) {
    case 16:
        return closeAs<RealCloseness<float, HalfRounding>>(expected, actual,
                                                           rule.toleranceOf(DType::Float16));
    case 32:
        return closeAs<RealCloseness<float>>(expected, actual, rule.toleranceOf(DType::Float32));
    case 64:
        return closeAs<RealCloseness<double>>(expected, actual, rule.toleranceOf(DType::Float64));
    default:
        return false;
    }
}

double asDouble(const Value &number)
{
    switch (number.kind) {
    case Value::Kind::Bool:
        return number.boolean ? 1.0 : 0.0;
    case Value::Kind::Integer: {
        double value = 0.0;
        const std::string digits = wholeDigits(number.text);
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (parsed.ec == std::errc::result_out_of_range)
            return digits.starts_with('-') ? -HUGE_VAL : HUGE_VAL;
        return value;
    }
    case Value::Kind::Real:
    case Value::Kind::Complex:
        return number.real;
    default:
        return std::numeric_limits<double>::quiet_NaN();
    }
}

std::string describe(const Value &value)
{
    std::array<char, 96> text{};
    switch (value.kind) {
    case Value::Kind::None:
        return "None";
    case Value::Kind::Bool:
        return value.boolean ? "True" : "False";
    case Value::Kind::Integer:
        return clipped(value.text, shownText);
    case Value::Kind::Real:
        std::snprintf(text.data(), text.size(), "%.9g", value.real);
        return text.data();
    case Value::Kind::Complex:
        std::snprintf(text.data(), text.size(), "(%.9g%+.9gj)", value.real, value.imaginary);
        return text.data();
    case Value::Kind::Text:
        return "'" + clipped(value.text, shownText) + "'";
    case Value::Kind::Tensor:
        return "a tensor";
    case Value::Kind::Array:
        return "a numpy array";
    case Value::Kind::List:
        return "a list of " + std::to_string(value.items.size());
    case Value::Kind::Tuple:
        return "a tuple of " + std::to_string(value.items.size());
    case Value::Kind::Dict:
        return "a dictionary of " + std::to_string(value.items.size());
    case Value::Kind::Other:
        break;
    }
    return "an object of type " + clipped(value.text, shownText);
}

std::string clipped(const std::string &text, std::size_t bytes)
{
    constexpr const char *more = "…";
    std::size_t length = std::min(text.size(), bytes);
    while (length > 0 && length < text.size()
           && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U)
        --length;
    std::string out = text.substr(0, length);
    for (char &each : out) {
        if (static_cast<unsigned char>(each) < 0x20U || each == 0x7F)
            each = ' ';
    }
    return length < text.size() ? out + more : out;
}

std::string keyIdentity(const Value &key)
{
    switch (key.kind) {
    case Value::Kind::None:
        return "none";
    case Value::Kind::Bool:
        return key.boolean ? "number 1" : "number 0";
    case Value::Kind::Integer:
        return "number " + wholeDigits(key.text);
    case Value::Kind::Real: {
        if (isWhole(key.real))
            return "number " + wholeDigits(key.real);
        std::array<char, 40> text{};
        std::snprintf(text.data(), text.size(), "%.17g", key.real);
        return std::string("number ") + text.data();
    }
    case Value::Kind::Text:
        return "text " + key.type + " " + key.text;
    case Value::Kind::Tuple: {
        std::string identity = "tuple (";
        for (const Value &item : key.items) {
            const std::string each = keyIdentity(item);
            if (each.empty())
                return {};
            identity += std::to_string(each.size());
            identity += ":";
            identity += each;
        }
        return identity + ")";
    }
    default:
        return {};
    }
}

} // namespace loupe
