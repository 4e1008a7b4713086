// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythonnumbers.h"

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

bool isPartOfWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

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

    NumberParser(std::string_view text, const Known &known) : m_text(text), m_known(known) { }

    std::optional<PythonNumbers> parse()
    {
        skipBlanks();
        const char open = m_at < m_text.size() ? m_text[m_at] : '\0';
        const std::size_t start = m_at;
        if (open == '[' || open == '(') {
            ++m_at;
            if (auto sequence = sequenceUntil(open == '[' ? ']' : ')'); sequence && isAtEnd())
                return sequence;
            m_at = start; // brackets around a part of the expression
            m_depth = 0;
        }
        if (const auto named = nameAlone())
            return named;
        const auto number = sum();
        if (!number || !isAtEnd())
            return std::nullopt;
        return PythonNumbers{{*number}, false};
    }

private:
    void skipBlanks()
    {
        while (m_at < m_text.size()
               && (std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0
                   || m_text[m_at] == '\\'))
            ++m_at;
    }

    bool isAtEnd()
    {
        skipBlanks();
        return m_at == m_text.size();
    }

    bool take(std::string_view sign)
    {
        skipBlanks();
        if (!m_text.substr(m_at).starts_with(sign))
            return false;
        m_at += sign.size();
        return true;
    }

    std::string_view word()
    {
        skipBlanks();
        const std::size_t start = m_at;
        while (m_at < m_text.size() && isPartOfWord(m_text[m_at]))
            ++m_at;
        return m_text.substr(start, m_at - start);
    }

    /// Reads the items of a list, or of a tuple, which needs a comma.
    std::optional<PythonNumbers> sequenceUntil(char close)
    {
        PythonNumbers out{{}, close == ']'};
        const std::string_view end(&close, 1);
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

    /// Returns the value of a text that is one name, which may be a sequence.
    std::optional<PythonNumbers> nameAlone()
    {
        const std::size_t start = m_at;
        const auto found = m_known.find(std::string(word()));
        if (found != m_known.end() && isAtEnd())
            return found->second;
        m_at = start;
        return std::nullopt;
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
        skipBlanks();
        const bool isNumber = m_at < m_text.size()
            && (m_text[m_at] == '.' || std::isdigit(static_cast<unsigned char>(m_text[m_at])) != 0);
        if (isNumber)
            return literal();
        const auto found = m_known.find(std::string(word()));
        const bool isKnown = found != m_known.end() && !found->second.isSequence;
        return isKnown ? std::optional(found->second.numbers.front()) : std::nullopt;
    }

    std::optional<PythonNumber> literal()
    {
        const std::size_t start = m_at;
        const bool isHexadecimal
            = m_text.substr(m_at).starts_with("0x") || m_text.substr(m_at).starts_with("0X");
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            const char before = m_at > start ? m_text[m_at - 1] : '\0';
            const bool isSignOfExponent
                = (c == '+' || c == '-') && !isHexadecimal && (before == 'e' || before == 'E');
            if (!isPartOfWord(c) && c != '.' && !isSignOfExponent)
                break;
            ++m_at;
        }
        return literalNumber(m_text.substr(start, m_at - start));
    }

    std::string_view m_text;
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
