// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythonnumbers.h"

#include "core/lexers/pythontokens.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace loupe {

namespace {

constexpr int deepestExpression = 64;                  ///< because the parser is recursive
constexpr double maxExactInteger = 9007199254740992.0; // 2^53

std::optional<PythonNumber> exact(double value, bool isInteger)
{
    if (!std::isfinite(value) || (isInteger && std::abs(value) > maxExactInteger))
        return std::nullopt;
    return PythonNumber{value, isInteger};
}

/// Converts "1_000", "0x10", "0.5" or "1e3", where `text` is nothing else.
std::optional<PythonNumber> literalNumber(std::string_view text)
{
    std::string digits(text);
    std::erase(digits, '_');
    const bool hasBase = digits.size() > 2 && digits[0] == '0' && std::isalpha(digits[1]) != 0
        && digits[1] != 'e' && digits[1] != 'E';
    if (hasBase) {
        const char letter = static_cast<char>(std::tolower(digits[1]));
        const int base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
        std::int64_t value = 0;
        const char *end = digits.data() + digits.size();
        if (base == 0)
            return std::nullopt;
        const auto read = std::from_chars(digits.data() + 2, end, value, base);
        if (read.ec != std::errc() || read.ptr != end)
            return std::nullopt;
        return exact(static_cast<double>(value), true);
    }
    double value = 0;
    const char *end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end)
        return std::nullopt;
    return exact(value, digits.find_first_of(".eE") == std::string::npos);
}

std::optional<PythonNumber> powerOf(const PythonNumber &base, const PythonNumber &exponent)
{
    const bool isInteger = base.isInteger && exponent.isInteger && exponent.value >= 0;
    return exact(std::pow(base.value, exponent.value), isInteger);
}

std::optional<PythonNumber> quotientOf(const PythonNumber &of, const PythonNumber &by,
                                       std::string_view sign)
{
    if (by.value == 0)
        return std::nullopt;
    if (sign == "/")
        return exact(of.value / by.value, false);
    const double whole = std::floor(of.value / by.value);
    const bool isInteger = of.isInteger && by.isInteger;
    return exact(sign == "//" ? whole : of.value - whole * by.value, isInteger);
}

/// Recursive descent over an expression, with Python's precedence of operators.
class NumberParser
{
public:
    using Known = std::map<std::string, PythonNumbers>;

    NumberParser(std::string_view text, const Known &known)
        : m_tokens(pythonTokens(text))
        , m_known(known)
    {
        std::erase_if(m_tokens, [](const PythonToken &token) {
            return token.kind == PythonToken::Kind::Indent
                || token.kind == PythonToken::Kind::LineEnd
                || token.kind == PythonToken::Kind::Comment;
        });
    }

    std::optional<PythonNumbers> parse()
    {
        if (auto sequence = sequenceAlone())
            return sequence;
        m_at = 0; // brackets around a part of the expression
        m_depth = 0;
        if (const auto named = m_known.find(std::string(next().text));
            named != m_known.end() && m_tokens.size() == 2)
            return named->second; // one name, which may be a sequence
        const auto number = sum();
        if (!number || !isAtEnd())
            return std::nullopt;
        return PythonNumbers{{*number}, false};
    }

private:
    const PythonToken &next() const { return m_tokens[m_at]; }
    bool isAtEnd() const { return next().kind == PythonToken::Kind::End; }

    bool take(std::string_view sign)
    {
        const bool isNext = next().is(sign);
        m_at += isNext ? 1 : 0;
        return isNext;
    }

    /// Returns the items of a text that is one list or tuple.
    std::optional<PythonNumbers> sequenceAlone()
    {
        const bool isList = take("[");
        auto sequence = isList || take("(") ? sequenceUntil(isList ? "]" : ")") : std::nullopt;
        return isAtEnd() ? sequence : std::nullopt;
    }

    /// Reads the items of a list, or of a tuple, which needs a comma.
    std::optional<PythonNumbers> sequenceUntil(std::string_view end)
    {
        PythonNumbers out{{}, end == "]"};
        while (!take(end)) {
            const auto item = sum();
            if (!item)
                return std::nullopt;
            out.numbers.push_back(*item);
            if (take(","))
                out.isSequence = true;
            else if (!take(end))
                return std::nullopt;
            else
                break;
        }
        return out.isSequence ? std::optional(out) : std::nullopt;
    }

    std::optional<PythonNumber> sum()
    {
        if (++m_depth > deepestExpression)
            return std::nullopt;
        auto out = product();
        while (out) {
            const bool isPlus = take("+");
            if (!isPlus && !take("-"))
                break;
            const auto more = product();
            if (!more)
                return std::nullopt;
            out = exact(out->value + (isPlus ? more->value : -more->value),
                        out->isInteger && more->isInteger);
        }
        --m_depth;
        return out;
    }

    std::optional<PythonNumber> product()
    {
        auto out = signedPower();
        while (out) {
            std::string_view sign;
            for (const std::string_view each : {"//", "/", "%", "*"}) {
                if (sign.empty() && take(each))
                    sign = each;
            }
            if (sign.empty())
                break;
            const auto more = signedPower();
            if (!more)
                return std::nullopt;
            out = sign == "*" ? exact(out->value * more->value, out->isInteger && more->isInteger)
                              : quotientOf(*out, *more, sign);
        }
        return out;
    }

    std::optional<PythonNumber> signedPower()
    {
        if (++m_depth > deepestExpression)
            return std::nullopt;
        const bool isMinus = take("-");
        auto out = isMinus || take("+") ? signedPower() : power();
        if (out && isMinus)
            out->value = -out->value;
        --m_depth;
        return out;
    }

    std::optional<PythonNumber> power()
    {
        const auto base = atom();
        if (!base || !take("**"))
            return base;
        const auto exponent = signedPower();
        return exponent ? powerOf(*base, *exponent) : std::nullopt;
    }

    std::optional<PythonNumber> atom()
    {
        if (take("(")) {
            const auto inner = sum();
            return inner && take(")") ? inner : std::nullopt;
        }
        const PythonToken &token = next();
        if (isAtEnd())
            return std::nullopt;
        ++m_at;
        if (token.kind == PythonToken::Kind::Number)
            return literalNumber(token.text);
        const auto found = m_known.find(std::string(token.text));
        const bool isKnown = found != m_known.end() && !found->second.isSequence;
        return isKnown ? std::optional(found->second.numbers.front()) : std::nullopt;
    }

    std::vector<PythonToken> m_tokens; ///< without comments and those of lines
    const Known &m_known;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

std::optional<PythonNumbers> pythonNumbers(std::string_view text,
                                           const std::map<std::string, PythonNumbers> &known)
{
    return NumberParser(text, known).parse();
}

} // namespace loupe
