// SPDX-License-Identifier: Apache-2.0
#include "core/suites/readers/kernelbenchcategories.h"

#include "core/base/asciicase.h"
#include "core/base/digest.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <array>
#include <span>

namespace loupe {

namespace {

struct NameRule {
    std::string_view text;
    std::string_view category;
};

/// The order matters: "conv_transposed" before "conv", "softmax" before "max", "minreduction"
/// before "mi".
constexpr std::array levelOneRules{
    NameRule{"attention", "attention"},
    NameRule{"conv_transposed", "conv_transposed"},
    NameRule{"conv_standard", "conv_standard"},
    NameRule{"conv_depthwise", "conv_depthwise"},
    NameRule{"conv_pointwise", "conv_depthwise"},
    NameRule{"loss", "loss"},
    NameRule{"cumsum", "scan"},
    NameRule{"cumprod", "scan"},
    NameRule{"pooling", "pooling"},
    NameRule{"reduction", "reduction"},
    NameRule{"argmax", "reduction"},
    NameRule{"argmin", "reduction"},
    NameRule{"norm", "normalization"},
    NameRule{"matmul", "matmul"},
    NameRule{"multiplication", "matmul"},
    NameRule{"softmax", "activation"},
    NameRule{"relu", "activation"},
    NameRule{"elu", "activation"},
    NameRule{"gelu", "activation"},
    NameRule{"sigmoid", "activation"},
    NameRule{"tanh", "activation"},
    NameRule{"swish", "activation"},
    NameRule{"softplus", "activation"},
    NameRule{"softsign", "activation"},
};

constexpr std::array levelThreeRules{
    NameRule{"swin", "transformer"},
    NameRule{"mlp", "mlp"},
    NameRule{"mamba", "state_space"},
    NameRule{"netvlad", "aggregation"},
    NameRule{"unet", "unet"},
    NameRule{"gpt", "transformer"},
    NameRule{"attention", "transformer"},
    NameRule{"transformer", "transformer"},
    NameRule{"rnn", "recurrent"},
    NameRule{"lstm", "recurrent"},
    NameRule{"ltsm", "recurrent"},
    NameRule{"gru", "recurrent"},
    NameRule{"net", "cnn"},
    NameRule{"vgg", "cnn"},
};

constexpr std::array tagRules{
    NameRule{"1d", "1d"},
    NameRule{"2d", "2d"},
    NameRule{"3d", "3d"},
    NameRule{"asymmetric_input", "asymmetric_input"},
    NameRule{"square_input", "square_input"},
    NameRule{"asymmetric_kernel", "asymmetric_kernel"},
    NameRule{"square_kernel", "square_kernel"},
    NameRule{"dilated", "dilated"},
    NameRule{"strided", "strided"},
    NameRule{"padded", "padded"},
    NameRule{"grouped", "grouped"},
};

std::string firstMatch(std::span<const NameRule> rules, std::string_view name)
{
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const NameRule &candidate) {
        return name.find(candidate.text) != std::string_view::npos;
    });
    return std::string(rule == rules.end() ? "other" : rule->category);
}

std::vector<std::string> tokens(std::string_view name)
{
    std::vector<std::string> out;
    while (!name.empty()) {
        const std::size_t end = name.find('_');
        if (end != 0)
            out.emplace_back(name.substr(0, end));
        name = end == std::string_view::npos ? std::string_view{} : name.substr(end + 1);
    }
    return out;
}

/// Returns "gpt-neo-2p7B" for "EleutherAI-gpt-neo-2p7B_bs32_seq256", "gpt2" for "gpt2_bs1_seq1023".
std::string modelOf(std::string_view name)
{
    std::string model(name.substr(0, name.find("_bs")));
    for (const std::string_view maker : {"EleutherAI-", "facebook-", "google-"}) {
        if (model.rfind(maker, 0) == 0)
            model.erase(0, maker.size());
    }
    return model.empty() ? "other" : model;
}

/// Returns the length of a white-space character at `at`, as defined by Python's `\s`; 0 for
/// others.
std::size_t spaceLength(std::string_view text, std::size_t at)
{
    const auto byte
        = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const unsigned first = byte(at);
    if (first == ' ' || (first >= 9 && first <= 13) || (first >= 0x1c && first <= 0x1f))
        return 1;
    if (first == 0xc2 && (byte(at + 1) == 0x85 || byte(at + 1) == 0xa0))
        return 2;
    const unsigned code = (byte(at + 1) << 8U) | byte(at + 2);
    const bool isWide = (first == 0xe1 && code == 0x9a80)
        || (first == 0xe2
            && ((code >= 0x8080 && code <= 0x808a) || code == 0x80a8 || code == 0x80a9
                || code == 0x80af || code == 0x819f))
        || (first == 0xe3 && code == 0x8080);
    return isWide ? 3 : 0;
}

std::string withoutTripleQuotes(std::string_view source)
{
    std::string out;
    out.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        const std::string_view quote = source.substr(i, 3);
        if (quote == R"(""")" || quote == "'''") {
            const std::size_t end = source.find(quote, i + 3);
            if (end != std::string_view::npos) {
                i = end + 2;
                continue;
            }
        }
        out += source[i];
    }
    return out;
}

} // namespace

KernelBenchKind kernelBenchKind(int level, std::string_view name)
{
    const std::string lower = lowered(name);
    KernelBenchKind kind;
    if (level == 1) {
        kind.category = firstMatch(levelOneRules, lower);
        if (kind.category.rfind("conv", 0) == 0) {
            for (const NameRule &rule : tagRules) {
                if (lower.find(rule.text) != std::string::npos)
                    kind.tags.emplace_back(rule.category);
            }
        }
    } else if (level == 2) {
        std::vector<std::string> operators = tokens(lower);
        kind.category = operators.empty() ? "other" : "fused_" + operators.front();
        if (!operators.empty())
            operators.erase(operators.begin());
        kind.epilogue = std::move(operators);
    } else if (level == 3) {
        kind.category = firstMatch(levelThreeRules, lower);
    } else if (level == 4) {
        kind.category = modelOf(name);
    } else {
        kind.category = "other";
    }
    return kind;
}

std::string kernelBenchContentHash(std::string_view source)
{
    const std::string text = withoutTripleQuotes(withUnixLines(source));
    std::string kept;
    kept.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '#') {
            i = std::min(text.find('\n', i), text.size());
        } else if (const std::size_t length = spaceLength(text, i); length > 0) {
            i += length;
        } else {
            kept += text[i++];
        }
    }
    return md5Hex(kept);
}

} // namespace loupe
